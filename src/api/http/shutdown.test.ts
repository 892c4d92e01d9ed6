import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { it } from 'node:test';
import { shutdownOf } from './shutdown.ts';

it('a connection on which nothing was ever asked holds up no stop', async () => {
  const server = createServer((_request, response) => void response.end('ok'));
  const shutdown = shutdownOf(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const silent = connect(port, '127.0.0.1');
  await once(server, 'connection');
  const closed = once(silent, 'close');
  await shutdown.end(0);
  await closed;
});

it('a request that is under way is answered before its server stops', async () => {
  const arrived = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const server = createServer(async (_request, response) => {
    shutdown.answering(response);
    arrived.resolve();
    await goOn.promise;
    response.end('answered');
  });
  const shutdown = shutdownOf(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
  await arrived.promise;
  const ended = shutdown.end(0);
  goOn.resolve();
  assert.equal(await answer, 'answered');
  await ended;
});
