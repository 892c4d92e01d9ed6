import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import { selfSigned } from '../../../../test/support/self-signed.ts';
import { parseNetworks } from '../../../std/network.ts';
import { isSigned, type Receiver, startReceiver } from '../testing/receiver.ts';
import { post, send } from './send.ts';

const options = { allowed: parseNetworks(['127.0.0.0/8', '::1']), timeoutMs: 400 };
const message = (callbackUrl: string) => ({
  callbackUrl,
  secret: 'kaffee-und-kuchen-kaffee-und-kuchen',
  body: '{"content":{"note":"Grüße, 世界"}}',
  messageId: '32369e4b-c9ff-47e4-b422-83b97247ce5b',
  attempt: 3,
});

describe('sending an event', () => {
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => {
    receiver.received.length = 0;
    receiver.answerWith((response) => response.end());
  });
  after(() => receiver.close());

  it('posts the exact body, signed, with its headers', async () => {
    const result = await send(message(receiver.url), options);
    assert.deepEqual(result, { statusCode: 200, error: null, retryAfterMs: null });
    const [received] = receiver.received;
    assert.ok(received);
    assert.equal(received.body, message('').body);
    assert.ok(isSigned(received, message('').secret));
    assert.ok(!isSigned(received, 'another secret'));
    assert.match(String(received.headers.signature), /^sha256=[0-9a-f]{64}$/);
    assert.equal(received.headers['content-type'], 'application/json');
    assert.equal(received.headers['user-agent'], 'twin-platform-webhooks');
    assert.equal(received.headers['x-webhook-attempt'], '3');
    assert.equal(received.headers['x-correlation-id'], message('').messageId);
  });

  it('does not follow redirects', async () => {
    receiver.answerWith((response) => response.writeHead(307, { Location: `${receiver.url}/elsewhere` }).end());
    assert.equal((await send(message(receiver.url), options)).statusCode, 307);
    assert.equal(receiver.received.length, 1);
  });

  it('gives up after the time limit', async () => {
    receiver.answerWith(() => {});
    const started = Date.now();
    const result = await send(message(receiver.url), options);
    assert.deepEqual(result, { statusCode: null, error: 'No answer within 0.4 seconds.', retryAfterMs: null });
    assert.ok(Date.now() - started < 1000);
  });

  it('takes the status of an answer that never ends, and reads no more than 64 KB of it', async () => {
    let written = 0;
    const closed = Promise.withResolvers<void>();
    receiver.answerWith((response) => {
      response.on('close', closed.resolve);
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && written < 2 ** 30) {
          written += 2 ** 16;
          if (!response.write(Buffer.alloc(2 ** 16))) return void response.once('drain', more);
        }
      };
      more();
    });
    assert.equal((await send(message(receiver.url), options)).statusCode, 200);
    await closed.promise;
    assert.ok(written < 2 ** 24, `${written} bytes were written`);
  });

  it('reads Retry-After as seconds and as a date', async () => {
    receiver.answerWith((response) => response.writeHead(503, { 'Retry-After': '120' }).end());
    assert.equal((await send(message(receiver.url), options)).retryAfterMs, 120_000);
    const later = new Date(Date.now() + 60_000).toUTCString();
    receiver.answerWith((response) => response.writeHead(503, { 'Retry-After': later }).end());
    const { retryAfterMs } = await send(message(receiver.url), options);
    assert.ok(retryAfterMs !== null && retryAfterMs > 57_000 && retryAfterMs <= 60_000);
  });

  it('tells why there was no answer, and no more', async () => {
    const { port } = receiver;
    const error = async (url: string, allowed = options.allowed) =>
      (await send(message(url), { ...options, allowed })).error;
    assert.equal(await error('http://127.0.0.1:1/'), 'Callback address is not allowed.');
    assert.equal(await error(`http://127.0.0.1:${port}/`, []), 'Callback address is not allowed.');
    assert.equal(await error(`https://localhost:${port}/`, []), 'Callback address is not allowed.');
    assert.equal(await error('https://no-such-host.invalid/'), 'Callback host was not found.');
    receiver.answerWith((response) => response.destroy());
    assert.equal(await error(receiver.url), 'Connection failed (ECONNRESET).');
    assert.ok(receiver.received.length === 1);
  });

  it('connects to the addresses that were checked, whatever the name means', async () => {
    const url = new URL(`http://no-such-host.invalid:${receiver.port}/callback`);
    const to = { url, addresses: [{ address: '127.0.0.1', family: 4 }] };
    const result = await post(to, message(''), AbortSignal.timeout(1000));
    assert.equal(result.statusCode, 200);
    assert.equal(receiver.received[0]?.headers.host, url.host);
  });

  it('verifies certificates', async () => {
    const server = createServer(selfSigned, (_request, response) => response.end());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const result = await send(message(`https://localhost:${port}/`), options);
    assert.deepEqual(result, {
      statusCode: null,
      error: 'Connection failed (DEPTH_ZERO_SELF_SIGNED_CERT).',
      retryAfterMs: null,
    });
    server.close();
  });
});
