import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { it } from 'node:test';
import { boundedFetch } from './bounded-fetch.ts';

it('a document of a provider is read up to 1 MB, and no further', async (t) => {
  let sent = 0;
  const server = createServer((request, response) => {
    if (request.url === '/none') return void response.writeHead(204).end();
    if (request.url === '/short') return void response.writeHead(400, { 'Content-Type': 'application/json' }).end('{}');
    const chunk = Buffer.alloc(2 ** 16, 0x20);
    const pour = (): void => {
      if (response.destroyed) return;
      sent += chunk.length;
      if (response.write(chunk)) setImmediate(pour);
      else response.once('drain', pour);
    };
    pour();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  const at = `http://127.0.0.1:${address.port}`;
  const short = await boundedFetch(`${at}/short`, {});
  assert.deepEqual(
    [short.status, short.headers.get('content-type'), await short.json()],
    [400, 'application/json', {}],
  );
  assert.equal((await boundedFetch(`${at}/none`, {})).status, 204);
  await assert.rejects(boundedFetch(`${at}/endless`, {}), /answers with more than 1048576 bytes/);
  assert.ok(sent < 50e6, `${sent} bytes were sent`);
});
