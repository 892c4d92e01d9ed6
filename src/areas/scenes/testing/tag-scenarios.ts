import assert from 'node:assert/strict';
import type { Scenario } from './run-scenarios.ts';

const twin = '?twinId={twinId}';
const create = `POST /scenes/tags${twin}`;
const patch = `PATCH /scenes/tags/{tag}${twin}`;
const remove = `DELETE /scenes/tags/{tag}${twin}`;
const plain = { 'Content-Type': 'text/xml' };
const stale = { 'If-Match': 'W/"99"' };

export const tagScenarios: readonly Scenario[] = [
  {
    name: 'tags by name without case',
    call: `GET /scenes/tags/${twin}&$top=1`,
    as: 'viewer',
    status: 200,
    proves: ({ body }, { p, twinId }) => {
      assert.deepEqual(
        body.tags.map(({ displayName }: { displayName: string }) => displayName),
        ['Alpha'],
      );
      const href = (skip: number) => ({ href: `${p.baseUrl}/scenes/tags?twinId=${twinId}&$skip=${skip}&$top=1` });
      assert.deepEqual(body._links, { self: href(0), next: href(1) });
    },
  },
  { name: 'a page that is none', call: `GET /scenes/tags${twin}&$top=0`, as: 'viewer', status: 400, targets: ['$top'] },
  {
    name: 'a tag',
    call: `GET /scenes/tags/{tag}${twin}`,
    as: 'viewer',
    status: 200,
    proves: ({ body, headers }, { tag, twinId, writerId }) => {
      const { creationTime, lastModified, ...rest } = body.tag;
      assert.deepEqual(rest, { id: tag, displayName: 'review', twinId, createdById: writerId });
      assert.equal(lastModified, creationTime);
      assert.match(headers.get('etag') ?? '', /^W\/"/);
    },
  },
  {
    name: 'a new tag',
    call: create,
    as: 'writer',
    body: { displayName: ' done ' },
    status: 201,
    async proves({ body }, { p, viewer, twinId }) {
      assert.equal(body.tag.displayName, 'done');
      assert.deepEqual((await p.call(viewer, `GET /scenes/tags/${body.tag.id}?twinId=${twinId}`)).body, body);
    },
  },
  {
    name: 'a name that is taken',
    call: create,
    as: 'writer',
    body: { displayName: 'REVIEW' },
    status: 409,
    code: 'TagExists',
  },
  {
    name: 'an id that is taken',
    call: create,
    as: 'writer',
    body: { id: '{strangerTag}', displayName: 'x' },
    status: 409,
    code: 'TagExists',
  },
  {
    name: 'no name',
    call: create,
    as: 'writer',
    body: { id: 'x', displayName: '' },
    status: 400,
    code: 'InvalidScenesRequest',
    targets: ['id', 'displayName'],
    proves: ({ body }) => assert.deepEqual([body.error.message, body.error.target], ['Cannot create tag.', 'tag']),
  },
  { name: 'a tag of another type', call: create, as: 'writer', body: 'x', headers: plain, status: 415 },
  {
    name: 'another name, on every scene at once',
    call: patch,
    as: 'writer',
    body: { displayName: 'reviewed' },
    status: 200,
    async proves({ body }, { p, viewer, writer, tag, scene, twinId }) {
      assert.equal(body.tag.displayName, 'reviewed');
      const read = (etag = '') =>
        p.call(viewer, `GET /scenes/${scene}?twinId=${twinId}`, etag ? { headers: { 'If-None-Match': etag } } : {});
      const first = await read();
      assert.deepEqual(first.body.scene.tags, [{ id: tag, displayName: 'reviewed' }]);
      const etag = first.headers.get('etag') ?? '';
      assert.equal((await read(etag)).status, 304);
      await p.call(writer, `PATCH /scenes/tags/${tag}?twinId=${twinId}`, { body: { displayName: 'Review' } });
      assert.equal((await read(etag)).status, 200);
    },
  },
  { name: 'the same name in other case', call: patch, as: 'writer', body: { displayName: 'REVIEW' }, status: 200 },
  { name: 'nothing new', call: patch, as: 'writer', body: {}, status: 200 },
  { name: "another's name", call: patch, as: 'writer', body: { displayName: 'alpha' }, status: 409, code: 'TagExists' },
  {
    name: 'a name that is none',
    call: patch,
    as: 'writer',
    body: { displayName: 7 },
    status: 400,
    targets: ['displayName'],
  },
  { name: 'a tag that changed', call: patch, as: 'writer', body: {}, headers: stale, status: 412 },
  { name: 'a change of another type', call: patch, as: 'writer', body: 'x', headers: plain, status: 415 },
  {
    name: 'a tag goes from all scenes',
    call: remove,
    as: 'writer',
    status: 204,
    async proves(_answer, { p, viewer, scene, tag, twinId }) {
      assert.deepEqual((await p.call(viewer, `GET /scenes/${scene}?twinId=${twinId}`)).body.scene.tags, []);
      assert.equal((await p.call(viewer, `GET /scenes/tags/${tag}?twinId=${twinId}`)).status, 404);
    },
  },
  { name: 'a tag to delete that changed', call: remove, as: 'writer', headers: stale, status: 412 },
];
