import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const pages = join(import.meta.dirname, '../e2e/viewers');
const modules = join(import.meta.dirname, '../../node_modules');
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/** Serves the pages of viewers, with the libraries that they use, from an origin of their own; `data`: a folder, under `/data/`. */
export async function serveViewers(data = pages): Promise<{ readonly origin: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const folder = path.startsWith('/modules/') ? modules : path.startsWith('/data/') ? data : pages;
    const file = join(folder, folder === pages ? path : path.replace(/^\/\w+\//, ''));
    const bytes = await readFile(file).catch(() => undefined);
    response.writeHead(bytes ? 200 : 404, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' });
    response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
