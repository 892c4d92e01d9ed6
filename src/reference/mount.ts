import { createReadStream, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import type { Mount } from '../std/mount.ts';
import { page, redirectPage, startScript } from './page.ts';

export interface ReferenceOptions {
  readonly authUrl: string;
  /** Client id of the SPA application with which the page signs people in. */
  readonly clientId: string;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
};
/** What of the component is served; everything comes from this server. */
const served = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js', 'favicon-32x32.png'];

/** The API reference: the published component over our own definitions, with sign-in to try calls. */
export function referenceMount(options: ReferenceOptions): Mount {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const texts: Readonly<Record<string, readonly [type: string, text: string]>> = {
    '/reference': ['text/html; charset=utf-8', page],
    '/reference/start.js': [types['.js'] ?? '', startScript(options.clientId)],
    '/reference/signed-in': ['text/html; charset=utf-8', redirectPage],
  };
  const packed = new Map<string, Buffer>();
  return {
    prefix: '/reference',
    async handle(request, response) {
      const path = (request.url ?? '').split('?')[0]?.replace(/\/$/, '') ?? '';
      const text = texts[path];
      const file = path.slice('/reference/'.length);
      if (text) return sendText(request, response, ...text, options.authUrl);
      if (file === 'oauth2-redirect.js' || served.includes(file))
        return sendFile(request, response, join(folder, file), packed);
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found.');
    },
  };
}

function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  type: string,
  text: string,
  authUrl: string,
): void {
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': `default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self' ${new URL(authUrl).origin}; frame-ancestors 'none'`,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}

async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: string,
  packed: Map<string, Buffer>,
): Promise<void> {
  const ending = file.slice(file.lastIndexOf('.'));
  const headers = {
    'Content-Type': types[ending] ?? 'application/octet-stream',
    'Cache-Control': 'public, max-age=86400',
  };
  const gzip = ending !== '.png' && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (!gzip) {
    response.writeHead(200, { ...headers, 'Content-Length': statSync(file).size });
    await pipeline(createReadStream(file), response).catch(() => response.destroy());
    return;
  }
  const body = packed.get(file) ?? gzipSync(readFileSync(file));
  packed.set(file, body);
  response.writeHead(200, {
    ...headers,
    'Content-Encoding': 'gzip',
    'Content-Length': body.length,
    Vary: 'Accept-Encoding',
  });
  response.end(body);
}
