import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { consoleMount } from './mount.ts';

const folder = mkdtempSync(join(tmpdir(), 'twin-console-build-'));
const script = 'export const twin = 1;\n'.repeat(100);
const page = '<meta name="settings" content="%SETTINGS%"><script nonce="%NONCE%"></script>';
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), page);
writeFileSync(join(folder, 'silent.html'), 'silent');
writeFileSync(join(folder, 'assets/main-1a2b.js'), script);
writeFileSync(join(folder, 'assets/main-1a2b.js.br'), brotliCompressSync(script));
writeFileSync(join(folder, 'assets/main-1a2b.js.gz'), gzipSync(script));
writeFileSync(join(folder, 'secret.txt'), 'not served');

const authUrl = 'https://auth.example.com/"&';
const options = { folder, baseUrl: 'https://twins.example.com', authUrl, clientId: 'spa-console' };

const servers: Server[] = [];
after(() => servers.map((server) => server.close()));

async function serve(mount = consoleMount(options)): Promise<string> {
  const server = createServer((request, response) => void mount.handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const base = await serve();
after(() => rmSync(folder, { recursive: true }));

describe('the console', () => {
  it('answers its page for every address of its own, told where the platform is', async () => {
    for (const path of ['/console', '/console/', '/console/twins/1/files?folder=2', '/console/signed-in?code=1']) {
      const response = await fetch(base + path);
      const html = await response.text();
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('cache-control'), 'no-cache');
      const content = /content="([^"]*)"/.exec(html)?.[1] ?? '';
      const settings = JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
      assert.deepEqual(settings, { baseUrl: options.baseUrl, authUrl, clientId: options.clientId });
    }
  });

  it('lets nothing into the page but this server, its sign-in and styles of its nonce, another at each answer', async () => {
    const nonces = new Set<string>();
    for (const _ of [1, 2]) {
      const response = await fetch(`${base}/console`);
      const nonce = /nonce="([^"]+)"/.exec(await response.text())?.[1] ?? '';
      const policy = response.headers.get('content-security-policy') ?? '';
      assert.ok(policy.includes(`style-src 'self' 'nonce-${nonce}';`), policy);
      assert.match(policy, /default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/);
      assert.match(policy, /connect-src 'self' blob: https:\/\/auth\.example\.com;/);
      assert.match(policy, /frame-ancestors 'none'$/);
      nonces.add(nonce);
    }
    assert.equal(nonces.size, 2);
  });

  it('may be framed by itself for the silent sign-in only', async () => {
    const response = await fetch(`${base}/console/silent?code=1`);
    assert.equal(await response.text(), 'silent');
    assert.match(response.headers.get('content-security-policy') ?? '', /frame-ancestors 'self'$/);
  });

  it('sends files as small as the browser can read them, to be kept for ever', async () => {
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const response = await fetch(`${base}/console/assets/main-1a2b.js`, { headers: { 'Accept-Encoding': accepted } });
      assert.equal(await response.text(), script);
      assert.equal(response.headers.get('content-encoding'), encoding);
      assert.equal(response.headers.get('content-type'), 'text/javascript; charset=utf-8');
      assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.equal(response.headers.get('vary'), 'Accept-Encoding');
    }
  });

  it('answers HEAD like GET, without the content', async () => {
    for (const path of ['/console', '/console/assets/main-1a2b.js']) {
      const response = await fetch(base + path, { method: 'HEAD' });
      assert.equal(response.status, 200);
      assert.ok(Number(response.headers.get('content-length')) > 0);
      assert.equal(await response.text(), '');
    }
  });

  it('serves nothing else', async () => {
    for (const path of [
      '/console/assets/other.js',
      '/console/assets/',
      '/console/assets/..%2fsecret.txt',
      '/console/assets/.hidden',
    ]) {
      assert.equal((await fetch(base + path)).status, 404, path);
    }
    assert.doesNotMatch(await (await fetch(`${base}/console/secret.txt`)).text(), /not served/);
    assert.equal((await fetch(`${base}/console`, { method: 'POST' })).status, 405);
  });

  it('says how it is built where it is not', async () => {
    const bare = await serve(consoleMount({ ...options, folder: join(folder, 'nothing') }));
    const response = await fetch(`${bare}/console`);
    assert.equal(response.status, 503);
    assert.match(await response.text(), /npm run console/);
  });
});
