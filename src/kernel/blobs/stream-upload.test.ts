import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { receiving } from './s3-deadlines.ts';
import { passOn, streamUpload } from './stream-upload.ts';

/** A request whose answer is written by `answer`. */
async function answered(t: TestContext, answer: (response: ServerResponse) => void) {
  const server = createServer((_, response) => answer(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, agent: false });
  client.on('error', () => {});
  t.after(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });
  const response = once(client, 'response').then(([message]) => message as IncomingMessage);
  response.catch(() => {});
  return { client, response };
}

const chunkSize = 2 ** 16;
const chunks = Array.from({ length: 200 }, () => randomBytes(chunkSize));

/** Tells how many of the chunks were asked for. */
function source(fails = false) {
  const told = { asked: 0 };
  const stream = new Readable({
    read() {
      const chunk = chunks[told.asked++];
      if (fails && chunk === undefined) this.destroy(new Error('The disk is away.'));
      else this.push(chunk === undefined ? null : Buffer.from(chunk));
    },
  });
  return { stream, told };
}

describe('a stream that is poured into a message', () => {
  it('arrives whole and in order, and waits for who reads slowly', async (t) => {
    const { stream, told } = source();
    const poured: Promise<void>[] = [];
    const { response } = await answered(t, (message) => void poured.push(streamUpload(stream, message)));
    const body = await response;
    let before = -1;
    while (told.asked !== before) {
      before = told.asked;
      for (let turns = 0; turns < 100; turns++) await turn();
    }
    assert.ok(told.asked < chunks.length, 'all was read although nobody takes it');
    assert.ok((await buffer(body)).equals(Buffer.concat(chunks)));
    await Promise.all(poured);
  });

  it('is destroyed when its receiver leaves', async (t) => {
    const { stream } = source();
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const { client, response } = await answered(t, (message) => streamUpload(stream, message).catch(resolve));
    await response;
    client.destroy();
    assert.match(String(await promise), /closed/);
    assert.ok(stream.destroyed);
  });

  it('that fails is told', async (t) => {
    const { stream } = source(true);
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const { response } = await answered(t, (message) => streamUpload(stream, message).catch(resolve));
    (await response).resume().on('error', () => {});
    assert.match(String(await promise), /The disk is away/);
  });

  it('stays where it is when what looks at it refuses, if it is only passed on', async (t) => {
    const { stream, told } = source();
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const take = () => {
      if (told.asked > 10) throw new Error('That is too much.');
    };
    await answered(t, (message) => passOn(stream, message, { owned: true, take }).catch(resolve));
    assert.match(String(await promise), /too much/);
    assert.ok(!stream.destroyed && stream.isPaused());
  });
});

it('a body that a store sends gives back what its socket has read, and has all of it', async (t) => {
  const bytes = Buffer.concat(chunks);
  const { client, response } = await answered(t, (message) => void message.end(bytes));
  const body = await response;
  const read: Buffer[] = [];
  client.socket?.on('data', (chunk) => read.push(chunk));
  assert.ok((await buffer(receiving(body, 10_000))).equals(bytes));
  assert.ok(read.length > 10);
  assert.equal(read.filter((chunk) => chunk.length > 0).length, 0, 'memory of the socket is left');
});
