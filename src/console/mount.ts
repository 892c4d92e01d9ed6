import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { Mount } from '../std/mount.ts';

export interface ConsoleOptions {
  /** Where the build is: index.html, silent.html, assets/ with their compressed forms beside them. */
  readonly folder: string;
  readonly baseUrl: string;
  readonly authUrl: string;
  /** Client id of the SPA application with which the console signs people in. */
  readonly clientId: string;
}

/** Where `npm ci` leaves the build. */
export const consoleFolder = fileURLToPath(new URL('../../console/dist', import.meta.url));

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
};

/** Compressed forms that the build leaves beside each file, best first. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

const common = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };

/** The web console: the files of its build, and its page for every other address, because those are the console's own. */
export function consoleMount(options: ConsoleOptions): Mount {
  return {
    prefix: '/console',
    async handle(request, response) {
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'Only GET and HEAD.');
      const asset = /^\/console\/assets\/([\w-][\w.-]*)$/.exec(path)?.[1];
      if (asset !== undefined) return sendAsset(request, response, join(options.folder, 'assets', asset));
      if (path.startsWith('/console/assets/')) return refuse(response, 404, 'Not found.');
      await sendPage(request, response, path === '/console/silent' ? 'silent' : 'index', options);
    },
  };
}

/** Files whose name changes with their content: browsers keep them for ever. */
async function sendAsset(request: IncomingMessage, response: ServerResponse, file: string): Promise<void> {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  for (const [encoding, ending] of [...encodings, ['', ''] as const]) {
    if (encoding !== '' && !accepted.includes(encoding)) continue;
    const found = await stat(file + ending).catch(() => undefined);
    if (!found?.isFile()) continue;
    response.writeHead(200, {
      ...common,
      'Content-Type': types[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
      'Content-Length': found.size,
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      ...(encoding === '' ? {} : { 'Content-Encoding': encoding }),
    });
    if (request.method === 'HEAD') return void response.end();
    return pipeline(createReadStream(file + ending), response).catch(() => void response.destroy());
  }
  refuse(response, 404, 'Not found.');
}

/** A page of the build, told where the platform is; its nonce lets the component library add styles, and nobody else. */
async function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  name: 'index' | 'silent',
  { folder, baseUrl, authUrl, clientId }: ConsoleOptions,
): Promise<void> {
  const page = await readFile(join(folder, `${name}.html`), 'utf8').catch(() => undefined);
  if (page === undefined) return refuse(response, 503, 'The console is not built. Build it: npm run console');
  const nonce = randomBytes(16).toString('base64');
  const settings = JSON.stringify({ baseUrl, authUrl, clientId }).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const html = page.replaceAll('%NONCE%', nonce).replace('%SETTINGS%', settings);
  response.writeHead(200, {
    ...common,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(html),
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': policyOf(nonce, new URL(authUrl).origin, name === 'silent' ? "'self'" : "'none'"),
  });
  response.end(request.method === 'HEAD' ? undefined : html);
}

/** Nothing but this server and its authorization server; pictures and workers may also be made in the page (those of tiles come out of them, and are read as blobs), and the decoder of tiles is WebAssembly. */
const policyOf = (nonce: string, authOrigin: string, frameAncestors: string): string =>
  [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' blob: ${authOrigin}`,
    "worker-src 'self'",
    `frame-src 'self' ${authOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ');

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...common, 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}

/** The bare address, which people type into a browser, leads to the console. */
export const frontDoor: Mount = {
  prefix: '/',
  handle: (_request, response) => void response.writeHead(302, { Location: '/console', 'Content-Length': 0 }).end(),
};
