import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Mount } from '../std/mount.ts';
import { type PackedFile, type ToolsIndex, toolsIn } from './packed.ts';
import { linksPage, style, toolsPage } from './page.ts';

export interface ToolsOptions {
  /** Where the packed tools are, see packed.ts. */
  readonly folder: string;
  readonly baseUrl: string;
  /** False: nothing is handed out. */
  readonly on: boolean;
}

const html = 'text/html; charset=utf-8';
const types: Readonly<Record<PackedFile['kind'], string>> = {
  cli: 'application/gzip',
  client: 'application/gzip',
  python: 'application/zip',
};

/** The tools of this very version, to be installed without any other network. Needs no token. */
export function toolsMount(options: ToolsOptions): Mount {
  return {
    prefix: '/tools',
    async handle(request, response) {
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      const index = options.on ? await toolsIn(options.folder) : undefined;
      if (index === undefined) return refuse(response, 404, 'Not found.');
      if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'Only GET and HEAD.');
      const file = index.files.find(({ name }) => path === `/tools/${name}`);
      if (file) return sendFile(request, response, options.folder, file);
      const text = textAt(path, index, options.baseUrl);
      if (text === undefined) return refuse(response, 404, 'Not found.');
      sendText(request, response, ...text);
    },
  };
}

function textAt(path: string, index: ToolsIndex, baseUrl: string): readonly [type: string, text: string] | undefined {
  if (path === '/tools' || path === '/tools/') return [html, toolsPage(index, baseUrl)];
  if (path === '/tools/index.json') {
    const files = index.files.map((one) => ({ ...one, href: `${baseUrl}/tools/${one.name}` }));
    return ['application/json', JSON.stringify({ ...index, files })];
  }
  const wheels = index.files.filter(({ kind }) => kind === 'python');
  if (wheels.length === 0) return undefined;
  if (path === '/tools/simple/') return [html, linksPage([['twin-platform/', 'twin-platform']])];
  if (path !== '/tools/simple/twin-platform/') return undefined;
  return [html, linksPage(wheels.map(({ name, sha256 }) => [`../../${name}#sha256=${sha256}`, name]))];
}

const styleDigest = createHash('sha256').update(style).digest('base64');

const common = {
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleDigest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
};

function sendText(request: IncomingMessage, response: ServerResponse, type: string, text: string): void {
  const tag = `"${createHash('sha256').update(text).digest('hex')}"`;
  if (isKnown(request, tag)) return void response.writeHead(304, { ...common, ETag: tag }).end();
  const length = Buffer.byteLength(text);
  response.writeHead(200, { ...common, ETag: tag, 'Content-Type': type, 'Content-Length': length });
  response.end(request.method === 'HEAD' ? undefined : text);
}

async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  folder: string,
  { name, kind, size, sha256 }: PackedFile,
): Promise<void> {
  const tag = `"${sha256}"`;
  if (isKnown(request, tag)) return void response.writeHead(304, { ...common, ETag: tag }).end();
  response.writeHead(200, { ...common, ETag: tag, 'Content-Type': types[kind], 'Content-Length': size });
  if (request.method === 'HEAD') return void response.end();
  await pipeline(createReadStream(join(folder, name)), response).catch(() => void response.destroy());
}

const isKnown = ({ headers }: IncomingMessage, tag: string): boolean =>
  (headers['if-none-match'] ?? '').split(/,\s*/).some((one) => one.replace(/^W\//, '') === tag || one === '*');

function refuse(response: ServerResponse, status: number, text: string): void {
  const allow = status === 405 ? { Allow: 'GET, HEAD' } : {};
  response.writeHead(status, { ...common, ...allow, 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}
