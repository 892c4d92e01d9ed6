import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { startPlatform } from '../../test/support/platform.ts';
import { toolsMount } from './mount.ts';
import type { ToolsIndex } from './packed.ts';

const run = promisify(execFile);
const platform = await startPlatform();
const folder = mkdtempSync(join(tmpdir(), 'twin-tools-'));
after(async () => {
  rmSync(folder, { recursive: true });
  await platform.stop();
});
const get = (path: string, init?: RequestInit) => fetch(`${platform.baseUrl}${path}`, init);

type Listed = ToolsIndex['files'][number] & { readonly href: string };

const listed = async () => (await (await get('/tools/index.json')).json()) as { version: string; files: Listed[] };

describe('the tools of a server', () => {
  it('are listed with what they are, and come as they are listed', async () => {
    const { version, files } = await listed();
    assert.deepEqual(
      files.map(({ name, kind }) => [name, kind]),
      [
        [`twin-platform-cli-${version}.tgz`, 'cli'],
        [`twin-platform-client-${version}.tgz`, 'client'],
      ],
    );
    for (const { name, href, size, sha256 } of files) {
      assert.equal(href, `${platform.baseUrl}/tools/${name}`);
      const answer = await fetch(href);
      const bytes = Buffer.from(await answer.arrayBuffer());
      assert.deepEqual([bytes.length, createHash('sha256').update(bytes).digest('hex')], [size, sha256]);
      assert.equal(answer.headers.get('content-type'), 'application/gzip');
      assert.equal(answer.headers.get('cache-control'), 'no-cache');
      const tag = answer.headers.get('etag') ?? '';
      const again = await fetch(href, { headers: { 'If-None-Match': tag } });
      assert.deepEqual([again.status, await again.text()], [304, '']);
      const head = await fetch(href, { method: 'HEAD' });
      assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, String(size), '']);
    }
  });

  it('install from their address without any other network, and work', { timeout: 120_000 }, async () => {
    const { files, version } = await listed();
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }));
    const env = { PATH: process.env.PATH, HOME: folder, npm_config_cache: join(folder, 'cache') };
    const nowhere = ['--registry', 'http://localhost:1', '--no-audit', '--no-fund', '--silent'];
    await run('npm', ['install', ...nowhere, ...files.map(({ href }) => href)], { cwd: folder, env });
    assert.deepEqual(
      readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.')),
      ['@twin-platform'],
    );
    const twin = join(folder, 'node_modules/.bin/twin');
    assert.match((await run(twin, ['--version'], { cwd: folder, env })).stdout, new RegExp(`^twin ${version}\n`));
    const program = `import { platformClient } from '@twin-platform/client';
import { uploadFile } from '@twin-platform/client/node';
const { response } = await platformClient({ baseUrl: '${platform.baseUrl}', token: () => 'x' }).twins.GET('/twins/');
console.log(response.status, typeof uploadFile);
`;
    writeFileSync(join(folder, 'program.js'), program);
    assert.equal((await run(process.execPath, ['program.js'], { cwd: folder, env })).stdout, '401 function\n');
  });

  it('have a page that names this server in every command, without scripts', async () => {
    const { version, files } = await listed();
    for (const path of ['/tools', '/tools/']) {
      const answer = await get(path);
      const page = await answer.text();
      assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.ok(page.includes(`npm install -g ${platform.baseUrl}/tools/twin-platform-cli-${version}.tgz`));
      assert.ok(page.includes(`twin login --url ${platform.baseUrl}`));
      for (const { sha256 } of files) assert.ok(page.includes(sha256));
      assert.ok(!/<script|javascript:|\son\w+=/i.test(page));
      const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
      const digest = createHash('sha256').update(style).digest('base64');
      assert.ok(answer.headers.get('content-security-policy')?.includes(`'sha256-${digest}'`));
    }
  });

  it('are nothing but these files', async () => {
    for (const path of ['/tools/other.tgz', '/tools/..%2fpackage.json', '/tools/simple/'])
      assert.equal((await get(path)).status, 404, path);
    const post = await get('/tools', { method: 'POST' });
    assert.deepEqual([post.status, post.headers.get('allow')], [405, 'GET, HEAD']);
  });
});

describe('a server of other tools', () => {
  const serve = async (on: boolean, index?: object) => {
    const place = mkdtempSync(join(folder, 'other-'));
    if (index) writeFileSync(join(place, 'index.json'), JSON.stringify(index));
    const { handle } = toolsMount({ folder: place, baseUrl: 'http://x', on });
    const server = createServer((request, response) => void handle(request, response));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
  };
  const wheel = { name: 'twin_platform-1.0.0-py3-none-any.whl', kind: 'python', size: 3, sha256: 'ab' };

  it('has an index for pip where there is a wheel', async (t) => {
    const { url, stop } = await serve(true, { version: '1.0.0', files: [wheel] });
    t.after(stop);
    assert.match(await (await fetch(`${url}/tools/simple/`)).text(), /<a href="twin-platform\/">twin-platform<\/a>/);
    const links = await (await fetch(`${url}/tools/simple/twin-platform/`)).text();
    assert.match(links, /<a href="\.\.\/\.\.\/twin_platform-1\.0\.0-py3-none-any\.whl#sha256=ab">twin_platform-1/);
    assert.match(await (await fetch(`${url}/tools`)).text(), /pip install http:\/\/x\/tools\/twin_platform/);
  });

  it('has nothing where they are off, or not built', async (t) => {
    for (const server of [await serve(false, { version: '1.0.0', files: [wheel] }), await serve(true)]) {
      t.after(server.stop);
      for (const path of ['/tools', '/tools/index.json', `/tools/${wheel.name}`])
        assert.equal((await fetch(server.url + path)).status, 404);
    }
  });
});
