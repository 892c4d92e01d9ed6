import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { it } from 'node:test';
import { startS3 } from '../../../test/support/s3.ts';
import { drainRequest } from '../../std/drain-request.ts';
import { Unavailable } from '../../std/unavailable.ts';
import { openS3Store } from './s3-store.ts';
import { parseS3Url } from './s3-url.ts';

it('what the store refuses before the end is let go of, so that its sender hears of it', async (t) => {
  const s3 = await startS3();
  const store = openS3Store(parseS3Url(await s3.createBucket()), tmpdir());
  s3.fail(true);
  const server = createServer(async (request, response) => {
    const length = Number(request.headers['content-length']);
    await assert.rejects(store.put('a1', request, { length }), Unavailable);
    response.writeHead(503).end();
    drainRequest(request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    store.close();
    await s3.stop();
  });
  const { port } = server.address() as AddressInfo;
  const content = randomBytes(8 * 2 ** 20);
  const request = send({ port, host: '127.0.0.1', method: 'PUT', headers: { 'Content-Length': content.length } });
  request.end(content);
  const [[answer]] = await Promise.all([once(request, 'response'), once(request, 'finish')]);
  assert.equal(answer.statusCode, 503);
  answer.resume();
  await once(answer, 'end');
  request.on('error', () => {}).destroy();
});
