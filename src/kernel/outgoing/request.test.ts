import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { requestTo } from './request.ts';

it('a request goes to the address that was checked, and where a redirect leads nobody goes', async (t) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.headers.host} ${request.url}`);
    response.writeHead(302, { Location: '/secret' }).end('moved');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const url = new URL(`http://renamed-since.invalid:${port}/public`);
  const to = { url, addresses: [{ address: '127.0.0.1', family: 4 }] };
  const signal = AbortSignal.timeout(30_000);
  const [answer] = (await once(requestTo(to, { method: 'GET', headers: {}, signal }).end(), 'response')) as [
    IncomingMessage,
  ];
  assert.deepEqual([answer.statusCode, await text(answer)], [302, 'moved']);
  assert.deepEqual(asked, [`renamed-since.invalid:${port} /public`]);
});
