import assert from 'node:assert/strict';
import { layer } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const twin = '?twinId={twinId}';
const stale = { 'If-Match': 'W/"99"' };
const plain = { 'Content-Type': 'text/xml' };
const unknown = 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';
const patch = `PATCH /scenes/{scene}${twin}`;
const put = `PUT /scenes/{scene}${twin}`;

const replacing: readonly Scenario[] = [
  {
    name: 'another content',
    call: put,
    as: 'writer',
    body: { displayName: 'Site 2', sceneData: { objects: [layer({ id: '{layer}', displayName: 'Kept' }), layer()] } },
    status: 200,
    async proves({ body, headers }, { p, writer, scene, twinId, layer: kept, model }) {
      const { creationTime, lastModified, displayName, tags, sceneData } = body.scene;
      assert.deepEqual([displayName, tags, sceneData.objects.length], ['Site 2', [], 2]);
      assert.ok(!('description' in body.scene));
      assert.ok(lastModified > creationTime);
      const read = await p.call(writer, `GET /scenes/${scene}?twinId=${twinId}`);
      assert.equal(read.headers.get('etag'), headers.get('etag'));
      const one = await p.call(writer, `GET /scenes/${scene}/objects/${kept}?twinId=${twinId}`);
      assert.deepEqual([one.body.object.displayName, one.body.object.creationTime], ['Kept', creationTime]);
      assert.equal((await p.call(writer, `GET /scenes/${scene}/objects/${model}?twinId=${twinId}`)).status, 404);
    },
  },
  {
    name: 'a scene that was not there',
    call: `PUT /scenes/7F2C9A1E-0000-4000-8000-00000000000A${twin}`,
    as: 'writer',
    body: { displayName: 'Fresh', tagIds: ['{tag}'] },
    status: 201,
    proves: async ({ body }, { p, owner, twinId }) => {
      assert.equal(body.scene.id, '7f2c9a1e-0000-4000-8000-00000000000a');
      assert.equal((await p.call(owner, `DELETE /scenes/${body.scene.id}?twinId=${twinId}`)).status, 204);
    },
  },
  {
    name: 'who sees only a part',
    call: put,
    as: 'blind',
    body: { displayName: 'x' },
    status: 403,
    code: 'InsufficientPermissions',
  },
  {
    name: "a scene of another's",
    call: `PUT /scenes/{strangerScene}${twin}`,
    as: 'writer',
    body: { displayName: 'x' },
    status: 409,
    code: 'SceneExists',
  },
  {
    name: "another's object",
    call: put,
    as: 'writer',
    body: { displayName: 'x', sceneData: { objects: [layer({ id: '{strangerObject}' })] } },
    status: 409,
    code: 'SceneObjectExists',
  },
  {
    name: 'an unknown tag',
    call: put,
    as: 'writer',
    body: { displayName: 'x', tagIds: [unknown] },
    status: 404,
    code: 'TagNotFound',
  },
  {
    name: 'what does not fit',
    call: put,
    as: 'writer',
    body: { displayName: null, sceneData: { objects: [layer({ relatedId: '{map}' })] } },
    status: 400,
    targets: ['displayName', 'sceneData.objects.0.relatedId'],
    proves: ({ body }) => assert.equal(body.error.message, 'Cannot update scene.'),
  },
  {
    name: 'a parent below it',
    call: put,
    as: 'writer',
    body: { displayName: 'x', parentId: '{childScene}' },
    status: 400,
    targets: ['parentId'],
  },
  { name: 'a scene that changed', call: put, as: 'writer', body: { displayName: 'x' }, headers: stale, status: 412 },
  { name: 'another type', call: put, as: 'writer', body: 'x', headers: plain, status: 415 },
];

const updating: readonly Scenario[] = [
  {
    name: 'everything of a scene',
    call: patch,
    as: 'blind',
    body: { displayName: 'Renamed', description: null, tagIds: ['{freeTag}'] },
    status: 200,
    async proves({ body }, { p, viewer, scene, twinId, freeTag }) {
      assert.equal(body.scene.displayName, 'Renamed');
      assert.ok(!('description' in body.scene));
      assert.deepEqual(body.scene.tags, [{ id: freeTag, displayName: 'Alpha' }]);
      assert.deepEqual((await p.call(viewer, `GET /scenes/${scene}?twinId=${twinId}`)).body, body);
    },
  },
  {
    name: 'out of its parent, and into it again',
    call: `PATCH /scenes/{childScene}${twin}`,
    as: 'writer',
    body: { parentId: null },
    status: 200,
    async proves({ body }, { p, writer, scene, childScene, twinId }) {
      assert.ok(!('parentId' in body.scene));
      const again = await p.call(writer, `PATCH /scenes/${childScene}?twinId=${twinId}`, { body: { parentId: scene } });
      assert.equal(again.body.scene.parentId, scene);
    },
  },
  {
    name: 'nothing',
    call: patch,
    as: 'writer',
    body: {},
    status: 200,
    proves: ({ body }) => assert.equal(body.scene.lastModified, body.scene.creationTime),
  },
  {
    name: 'what does not fit a scene',
    call: patch,
    as: 'writer',
    body: { displayName: null, description: 'x'.repeat(2001), parentId: 7, tagIds: null },
    status: 400,
    targets: ['displayName', 'description', 'parentId', 'tagIds'],
    proves: ({ body }) => assert.equal(body.error.message, 'Cannot update scene.'),
  },
  {
    name: 'below itself',
    call: patch,
    as: 'writer',
    body: { parentId: '{childScene}' },
    status: 400,
    targets: ['parentId'],
  },
  { name: 'an unknown tag', call: patch, as: 'writer', body: { tagIds: [unknown] }, status: 404, code: 'TagNotFound' },
  { name: 'a scene that changed', call: patch, as: 'writer', body: {}, headers: stale, status: 412 },
  { name: 'a change of another type', call: patch, as: 'writer', body: 'x', headers: plain, status: 415 },
];

const deleting: readonly Scenario[] = [
  {
    name: 'a scene, by its maker',
    call: `DELETE /scenes/{scene}${twin}`,
    as: 'writer',
    status: 204,
    async proves(_answer, { p, writer, scene, childScene, layer: id, twinId }) {
      assert.equal((await p.call(writer, `GET /scenes/${scene}?twinId=${twinId}`)).status, 404);
      const { body } = await p.call(writer, `GET /scenes/${childScene}?twinId=${twinId}`);
      assert.ok(!('parentId' in body.scene), 'scenes below it stay');
      const again = { displayName: 'Again', sceneData: { objects: [layer({ id })] } };
      assert.equal((await p.call(writer, `POST /scenes?twinId=${twinId}`, { body: again })).status, 201);
    },
  },
  { name: "another's scene, by who may delete", call: `DELETE /scenes/{scene}${twin}`, as: 'remover', status: 204 },
  {
    name: 'a scene to delete that changed',
    call: `DELETE /scenes/{scene}${twin}`,
    as: 'writer',
    headers: stale,
    status: 412,
  },
];

export const sceneChangeScenarios: readonly Scenario[] = [...replacing, ...updating, ...deleting];
