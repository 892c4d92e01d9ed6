import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer, json as jsonOf } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import { eachBackEnd } from '../../../test/support/back-ends.ts';
import { serveEndpoints } from '../../../test/support/endpoint-server.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { q } from '../../kernel/blobs/tables.ts';
import { input, integer, line, optional, output } from '../../kernel/schema/shapes.ts';
import { anyCaller } from '../auth/access-rules.ts';
import { type AccessRule, anyType, endpoint, json, reply, streamedBody } from './endpoint.ts';
import { fail, problem } from './problem.ts';

const place = { area: 'test', container: 'inputs' };
const most = 3 * 2 ** 20;
const invalid = problem(422, 'InvalidInput', 'Cannot upload input.');
const gone = problem(404, 'PlaceNotFound', 'Requested place is not available.');
const uploaded = json(
  output({ id: line(), size: integer(), sha256: line(), type: line() }, 'Uploaded'),
  'It is there.',
);

/** What the tests change under way. */
const state = { here: true, began: 0 };

const placeThere: AccessRule<unknown, { readonly asked: number }> = {
  permit: { level: 'caller', text: 'Anyone.' },
  problems: [gone],
  resolve: async () => (state.here ? { asked: ++state.began } : fail(gone)),
};

const upload = endpoint({
  id: 'test.upload',
  method: 'POST',
  path: '/test/inputs',
  title: 'Upload input',
  access: placeThere,
  headers: input({ 'X-Name': line({ min: 1 }) }),
  query: input({ page: optional(integer({ minimum: 1 })) }),
  body: streamedBody(place, anyType, most),
  invalid,
  answers: { 201: uploaded },
  async run({ body }, { ports, write }) {
    const first = await buffer(await body.open({ start: 0, end: 3 }));
    if (body.size === 0 || String(first) === 'evil') {
      return fail(invalid, { details: [{ code: 'InvalidRequestBody', message: 'Not that.', target: null }] });
    }
    await write((tx) => ports.blobs.take(tx, [body.id]));
    return reply(201, { id: body.id, size: body.size, sha256: body.sha256, type: body.type });
  },
});

const workbook = endpoint({
  id: 'test.putWorkbook',
  method: 'PUT',
  path: '/test/workbook',
  title: 'Put workbook',
  access: anyCaller,
  body: streamedBody(place, ['application/vnd.sheet', 'image/*', ''], most),
  answers: { 200: uploaded },
  run: async ({ body: { id, size, sha256, type } }) => reply(200, { id, size, sha256, type }),
});

eachBackEnd('a body that is streamed', (open) => {
  async function served(t: TestContext) {
    Object.assign(state, { here: true, began: 0 });
    const { db, store } = await open();
    const server = await serveEndpoints({ db, store }, [upload, workbook]);
    t.after(() => server.stop());
    const rows = () => db.all(q.selectFrom('blobs').select(['id', 'state']));
    const objects = async () => (await Array.fromAsync(store.list())).length;
    const nothingIsLeft = () =>
      eventually(async () => assert.deepEqual([await rows(), await objects()], [[], 0], 'something is left'));
    /** A request whose body the test writes. */
    const begin = (headers: Record<string, string | number> = {}, path = '/test/inputs'): ClientRequest =>
      httpRequest(server.url + path, { method: 'POST', agent: false, headers: { 'X-Name': 'pier.pdf', ...headers } });
    const send = async (bytes: Uint8Array, headers: Record<string, string> = {}, query = '') => {
      const all = { 'X-Name': 'pier.pdf', ...headers };
      const init = { method: 'POST', headers: all, body: new Blob([new Uint8Array(bytes)]) };
      return fetch(`${server.url}/test/inputs${query}`, init);
    };
    return { ...server, db, rows, objects, nothingIsLeft, begin, send };
  }

  const uploadedBy = async (answer: Response) => (await answer.json()) as { id: string; size: number };
  const answerOf = async (request: ClientRequest) => {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return {
      status: response.statusCode,
      body: (await jsonOf(response)) as { error: { code: string; message: string } },
    };
  };

  it('lies in the blob store when its handler runs, and stays when it is taken', async (t) => {
    const { send, db, blobs } = await served(t);
    const bytes = randomBytes(most);
    const { id, ...body } = await uploadedBy(await send(bytes, { 'Content-Type': 'Application/PDF; v=1' }));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    assert.deepEqual(body, { size: most, sha256, type: 'application/pdf' });
    const stored = await blobs.read(id);
    assert.ok(stored && (await buffer(stored.stream)).equals(bytes));
    assert.equal((await blobs.find(db, id))?.contentType, 'application/pdf');
  });

  it('may be of any type, of none, and in chunks', async (t) => {
    const { begin } = await served(t);
    const request = begin();
    request.write('in ');
    request.end('chunks');
    const { status, body } = await answerOf(request);
    assert.equal(status, 201);
    assert.equal((body as unknown as { type: string }).type, '');
  });

  it('of another type than those that are named is 415 before it is read', async (t) => {
    const { url, nothingIsLeft } = await served(t);
    const put = (type: string) =>
      fetch(`${url}/test/workbook`, {
        method: 'PUT',
        headers: type ? { 'Content-Type': type } : {},
        body: Buffer.from('x'),
      });
    for (const type of ['application/vnd.sheet', 'image/png', '']) assert.equal((await put(type)).status, 200, type);
    assert.equal((await put('text/html')).status, 415);
    await nothingIsLeft();
  });

  it('that is too long is 413 as soon as that is known, and nothing of it is left', async (t) => {
    const { begin, nothingIsLeft } = await served(t);
    const announced = begin({ 'Content-Length': most + 1 });
    announced.flushHeaders();
    const told = await answerOf(announced);
    announced.destroy();
    const message = 'Provided file is greater than the maximum allowed file size of 3MB.';
    assert.deepEqual([told.status, told.body.error.code, told.body.error.message], [413, 'RequestTooLarge', message]);
    const chunked = begin();
    chunked.on('error', () => {});
    chunked.write(randomBytes(most));
    chunked.write('x');
    assert.equal((await answerOf(chunked)).status, 413, 'while the body has no end yet');
    chunked.destroy();
    await nothingIsLeft();
  });

  it('is not waited for when something else is wrong', async (t) => {
    const { begin, nothingIsLeft } = await served(t);
    for (const [headers, path] of [
      [{ 'X-Name': '' }, '/test/inputs'],
      [{}, '/test/inputs?page=0'],
    ] as const) {
      const request = begin({ ...headers, 'Content-Length': 1000 }, path);
      request.on('error', () => {});
      request.flushHeaders();
      const { status, body } = await answerOf(request);
      request.destroy();
      assert.deepEqual([status, body.error.code], [422, 'InvalidInput'], path);
    }
    await nothingIsLeft();
  });

  it('that its handler refuses is removed', async (t) => {
    const { send, nothingIsLeft } = await served(t);
    for (const text of ['', 'evil bytes']) assert.equal((await send(Buffer.from(text))).status, 422);
    await nothingIsLeft();
  });

  it('that the client breaks off leaves nothing', async (t) => {
    const { begin, rows, nothingIsLeft } = await served(t);
    const request = begin({ 'Content-Length': most });
    request.on('error', () => {});
    request.write(randomBytes(2 ** 20));
    await eventually(async () => assert.equal((await rows()).length, 1));
    request.destroy();
    await nothingIsLeft();
  });

  it('is refused when what it was for went away while it came', async (t) => {
    const { begin, rows, nothingIsLeft } = await served(t);
    const request = begin();
    request.write('first half, ');
    await eventually(async () => assert.equal((await rows()).length, 1));
    state.here = false;
    request.end('second half');
    const { status, body } = await answerOf(request);
    assert.deepEqual([status, body.error.code], [404, 'PlaceNotFound']);
    await nothingIsLeft();
  });

  it('is refused when its sender was disabled while it came', async (t) => {
    const { begin, rows, signOut, nothingIsLeft } = await served(t);
    const request = begin();
    request.write('first half, ');
    await eventually(async () => assert.equal((await rows()).length, 1));
    signOut();
    request.end('second half');
    assert.equal((await answerOf(request)).status, 401);
    await nothingIsLeft();
  });

  it('is done once per Idempotency-Key, and compared by its bytes', async (t) => {
    const { send, objects } = await served(t);
    const key = { 'Idempotency-Key': 'once' };
    const [first, again] = [await send(Buffer.from('same'), key), await send(Buffer.from('same'), key)];
    assert.equal((await uploadedBy(first)).id, (await uploadedBy(again)).id);
    assert.equal((await send(Buffer.from('other'), key)).status, 422);
    await eventually(async () => assert.equal(await objects(), 1));
  });

  it('has no 415 where it may be of any type, and no empty type in the OpenAPI document', async (t) => {
    const { documented } = await served(t);
    const any = documented('POST', '/test/inputs');
    assert.deepEqual(Object.keys(any?.requestBody?.content ?? {}), ['*/*']);
    assert.ok(any?.responses['413'] && !any.responses['415']);
    const some = documented('PUT', '/test/workbook');
    assert.deepEqual(Object.keys(some?.requestBody?.content ?? {}), ['application/vnd.sheet', 'image/*']);
    assert.ok(some?.responses['415']);
  });
});
