import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { it, type TestContext } from 'node:test';
import { eachBackEnd } from '../../../test/support/back-ends.ts';
import { serveEndpoints } from '../../../test/support/endpoint-server.ts';
import { line, output } from '../../kernel/schema/shapes.ts';
import { anyCaller } from '../auth/access-rules.ts';
import { bytes, cached, type Endpoint, empty, endpoint, file, json, reply } from './endpoint.ts';
import { fileBodyOf } from './file-body.ts';
import { fail, problem } from './problem.ts';

const lost = problem(404, 'FileNotFound', 'Requested file is not available.');
const text = 'Pier,Height\nP7,12.5\n';

const codeOf = (body: unknown): string => (body as { error: { code: string } }).error.code;

const stream = (type: string) => reply(200, { stream: Readable.from([text]), type });

const report = endpoint({
  id: 'test.getReport',
  method: 'GET',
  path: '/test/report',
  title: 'Get report',
  access: anyCaller,
  head: false,
  answers: { 200: cached(bytes(['text/csv'], 'The report.'), 'no-store') },
  run: async () => stream('text/csv; charset=utf-8'),
});

const wrong = endpoint({
  id: 'test.getWrong',
  method: 'GET',
  path: '/test/wrong',
  title: 'Get wrong',
  access: anyCaller,
  answers: { 200: bytes(['application/pdf', 'image/*'], 'A picture, they say.') },
  run: async () => stream('text/csv'),
});

const moved = endpoint({
  id: 'test.getMoved',
  method: 'GET',
  path: '/test/moved',
  title: 'Get moved',
  access: anyCaller,
  answers: { 302: cached(empty('Elsewhere.'), 'no-store'), 204: empty('Nowhere.') },
  run: async () => ({ status: 302, headers: { Location: '/test/report' } }) as const,
});

const note = endpoint({
  id: 'test.getNote',
  method: 'GET',
  path: '/test/note',
  title: 'Get note',
  access: anyCaller,
  answers: { 200: cached(json(output({ stream: line(), type: line() }, 'Note'), 'A note.'), 'private, max-age=60') },
  run: async () => reply(200, { stream: 'of consciousness', type: 'text' }),
});

const attachment = endpoint({
  id: 'test.getAttachment',
  method: 'GET',
  path: '/test/attachments/{id}',
  title: 'Get attachment',
  access: anyCaller,
  answers: { 200: file(['*/*'], 'The file.') },
  errors: [lost],
  async run({ params }, { ports, db }) {
    const body = await fileBodyOf(ports.blobs, db, params.id, { fileName: 'Höhen.csv' });
    return body ? reply(200, body) : fail(lost);
  },
});

const endpoints: readonly Endpoint[] = [report, wrong, moved, note, attachment];

eachBackEnd('answers that are files', (open) => {
  async function served(t: TestContext) {
    const backEnd = await open();
    const server = await serveEndpoints(backEnd, endpoints);
    t.after(() => server.stop());
    const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(`${server.url}/test/${path}`, { method, headers, redirect: 'manual' });
    const saved = await server.blobs.save({ area: 'test', container: 'files' }, Readable.from([Buffer.from(text)]), {
      contentType: 'text/csv',
    });
    await backEnd.db.write((tx) => server.blobs.take(tx, [saved.id]));
    return { ...server, get, saved };
  }

  it('may be asked for by the types that they declare, by ranges of them and as any file', async (t) => {
    const { get } = await served(t);
    const statusOf = async (path: string, Accept: string) => (await get(path, { Accept })).status;
    for (const accept of ['text/csv', 'TEXT/*', 'text/html, text/csv;q=0.5', '*/*', 'application/octet-stream']) {
      assert.equal(await statusOf('report', accept), 200, accept);
    }
    for (const accept of ['text/html', 'application/pdf', 'application/xml', 'text', '/']) {
      assert.equal(await statusOf('report', accept), 406, accept);
    }
    assert.equal(await statusOf('note', 'text/csv'), 406, 'an answer that is JSON');
    assert.equal(await statusOf('moved', 'application/pdf'), 302, 'a file may be behind a redirect');
    for (const accept of [
      'application/pdf',
      'application/xml',
      'model/ifc',
      'application/vnd.vendor.twin-platform.v1+json',
    ])
      assert.equal(await statusOf('attachments/none', accept), 404, accept);
  });

  it('are kept as long as they say', async (t) => {
    const { get, saved } = await served(t);
    const kept = async (path: string) => (await get(path)).headers.get('cache-control');
    assert.equal(await kept('report'), 'no-store');
    assert.equal(await kept('moved'), 'no-store');
    assert.equal(await kept('note'), 'private, max-age=60');
    assert.equal(await kept(`attachments/${saved.id}`), 'private, no-cache');
  });

  it('that are made by a GET are not made by a HEAD', async (t) => {
    const { get } = await served(t);
    const head = await get('report', {}, 'HEAD');
    assert.equal(head.status, 404);
    assert.equal(head.headers.get('allow'), 'GET, OPTIONS');
    assert.equal((await get('report', {}, 'OPTIONS')).headers.get('allow'), 'GET, OPTIONS');
    assert.equal((await get('note', {}, 'HEAD')).status, 200);
  });

  it('of another type than they declare are found out', async (t) => {
    const { get } = await served(t);
    assert.equal((await get('wrong')).status, 500);
  });

  it('JSON with the members of a stream is JSON', async (t) => {
    const { get } = await served(t);
    assert.deepEqual(await (await get('note')).json(), { stream: 'of consciousness', type: 'text' });
  });

  it('stored ones come with their name, their tag and in parts', async (t) => {
    const { get, saved } = await served(t);
    const path = `attachments/${saved.id}`;
    const whole = await get(path);
    assert.equal(await whole.text(), text);
    const { headers } = whole;
    assert.equal(headers.get('content-type'), 'text/csv');
    assert.equal(headers.get('content-length'), String(text.length));
    assert.equal(
      headers.get('content-disposition'),
      `attachment; filename="H_hen.csv"; filename*=UTF-8''H%C3%B6hen.csv`,
    );
    assert.equal(headers.get('etag'), `"${saved.sha256}"`);
    const tag = headers.get('etag') ?? '';
    const part = await get(path, { Range: 'bytes=5-10' });
    assert.deepEqual([part.status, await part.text()], [206, 'Height']);
    assert.equal(part.headers.get('content-range'), `bytes 5-10/${text.length}`);
    const beyond = await get(path, { Range: 'bytes=999-' });
    assert.deepEqual([beyond.status, codeOf(await beyond.json())], [416, 'RangeNotSatisfiable']);
    assert.equal(beyond.headers.get('content-range'), `bytes */${text.length}`);
    assert.equal((await get(path, { 'If-None-Match': tag })).status, 304);
    const changed = await get(path, { 'If-Match': '"another"' });
    assert.deepEqual([changed.status, codeOf(await changed.json())], [412, 'PreconditionFailed']);
    const head = await get(path, {}, 'HEAD');
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(text.length)]);
    assert.equal((await get('attachments/none')).status, 404);
  });

  it('have their media types in the OpenAPI document, and 206, 412 and 416 where parts can be asked for', async (t) => {
    const { documented } = await served(t);
    const plain = documented('GET', '/test/report')?.responses ?? {};
    assert.deepEqual(Object.keys(plain['200']?.content ?? {}), ['text/csv']);
    assert.equal(plain['416'], undefined);
    const inParts = documented('GET', '/test/attachments/{id}')?.responses ?? {};
    assert.deepEqual(Object.keys(inParts['206']?.content ?? {}), ['*/*']);
    assert.ok(inParts['412'] && inParts['416']);
  });
});
