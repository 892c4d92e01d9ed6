import assert from 'node:assert/strict';
import { layer, object, resource } from './cast.ts';
import type { Row } from './play.ts';

const twin = '?twinId={twinId}';
const stale = { 'If-Match': 'W/"99"' };
const plain = { 'Content-Type': 'text/plain' };
const unknown = 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';
const create = `POST /scenes/${twin}`;
const patch = `PATCH /scenes/{scene}${twin}`;
const put = `PUT /scenes/{scene}${twin}`;

const reading: readonly Row[] = [
  {
    name: 'scenes, the oldest first',
    call: `GET /scenes/${twin}`,
    as: 'viewer',
    status: 200,
    proves: ({ body }, { p, twinId, scene, childScene, mixedScene, tag }) => {
      assert.deepEqual(
        body.scenes.map(({ id }: { id: string }) => id),
        [scene, childScene, mixedScene],
      );
      const [first, second] = body.scenes;
      assert.equal(second.parentId, scene);
      assert.deepEqual([first.tags, second.tags], [[{ id: tag, displayName: 'review' }], []]);
      assert.ok(!('sceneData' in first) && !('description' in second), 'what has no value is left out');
      assert.deepEqual(body._links, { self: { href: `${p.baseUrl}/scenes?twinId=${twinId}&$skip=0&$top=100` } });
    },
  },
  {
    name: 'a page of scenes',
    call: `GET /scenes${twin}&$skip=1&$top=1`,
    as: 'viewer',
    status: 200,
    proves: ({ body }, { childScene }) => {
      assert.deepEqual([body.scenes.length, body.scenes[0].id], [1, childScene]);
      assert.deepEqual(Object.keys(body._links), ['self', 'prev', 'next']);
    },
  },
  {
    name: 'scenes past the end',
    call: `GET /scenes${twin}&$skip=100`,
    as: 'viewer',
    status: 200,
    proves: ({ body }) => assert.deepEqual(body.scenes, []),
  },
  {
    name: 'a page that is none',
    call: `GET /scenes${twin}&$top=1001&$skip=x`,
    as: 'viewer',
    status: 400,
    code: 'InvalidScenesRequest',
    targets: ['$skip', '$top'],
    proves: ({ body }) => {
      assert.deepEqual([body.error.message, body.error.target], ['Cannot retrieve scene.', 'scene']);
      assert.equal(body.error.details[0].code, 'InvalidParameter');
    },
  },
  {
    name: 'a scene',
    call: `GET /scenes/{scene}${twin}`,
    as: 'blind',
    status: 200,
    proves: ({ body, headers }, { p, scene, twinId, writerId, tag }) => {
      const { creationTime, lastModified, ...rest } = body.scene;
      assert.deepEqual(rest, {
        id: scene,
        twinId,
        displayName: 'Site',
        description: 'Week 12',
        createdById: writerId,
        tags: [{ id: tag, displayName: 'review' }],
        sceneData: { objects: { href: `${p.baseUrl}/scenes/${scene}/objects?twinId=${twinId}` } },
      });
      assert.equal(lastModified, creationTime);
      assert.match(headers.get('etag') ?? '', /^W\/"/);
    },
  },
];

const creating: readonly Row[] = [
  {
    name: 'a scene of little',
    call: create,
    as: 'writer',
    body: { displayName: ' New ' },
    status: 201,
    proves: async ({ body }, { p, viewer, twinId }) => {
      const { id, displayName, tags, sceneData } = body.scene;
      assert.deepEqual([displayName, tags, sceneData], ['New', [], { objects: [] }]);
      assert.ok(!('isPartial' in body.scene));
      assert.equal((await p.call(viewer, `GET /scenes/${id}?twinId=${twinId}`)).status, 200);
    },
  },
  {
    name: 'a scene of everything, with ids of its own in any spelling',
    call: create,
    as: 'writer',
    body: {
      id: '7F2C9A1E-0000-4000-8000-000000000001',
      displayName: 'Whole',
      description: 'Line one\nLine two',
      parentId: '{scene}',
      tagIds: ['{freeTag}', '{tag}', '{tag}'],
      sceneData: {
        objects: [
          object('ResourceSettings', {}, { relatedId: '7f2c9a1e-0000-4000-8000-000000000003' }),
          layer({ parentId: '7F2C9A1E-0000-4000-8000-000000000003', order: 0, displayOrder: 2, visible: false }),
          resource({}, { id: '7F2C9A1E-0000-4000-8000-000000000003', displayName: 'Map' }),
        ],
      },
    },
    status: 201,
    proves: async ({ body }, { p, owner, twinId, scene, tag, freeTag }) => {
      const { id, parentId, tags, sceneData } = body.scene;
      assert.deepEqual([id, parentId], ['7f2c9a1e-0000-4000-8000-000000000001', scene]);
      assert.deepEqual(
        tags.map((one: { id: string }) => one.id),
        [freeTag, tag],
      );
      const [settings, first, map] = sceneData.objects;
      assert.deepEqual([settings.relatedId, first.parentId], [map.id, map.id]);
      assert.deepEqual(
        { ...first, id: undefined, parentId: undefined },
        {
          id: undefined,
          kind: 'Layer',
          version: '1.0.0',
          data: {},
          order: 0,
          displayOrder: 2,
          visible: false,
          parentId: undefined,
        },
      );
      assert.equal((await p.call(owner, `DELETE /scenes/${id}?twinId=${twinId}`)).status, 204);
    },
  },
  {
    name: 'what its maker has no access to is left out of the answer',
    call: create,
    as: 'blind',
    body: { displayName: 'Part', sceneData: { objects: [layer(), resource({ class: 'Models', twinId: '{twinId}' })] } },
    status: 201,
    proves: ({ body }) => {
      assert.equal(body.scene.isPartial, true);
      assert.deepEqual(
        body.scene.sceneData.objects.map(({ kind }: { kind: string }) => kind),
        ['Layer'],
      );
    },
  },
  {
    name: 'nothing of what is required',
    call: create,
    as: 'writer',
    body: { parentId: 'x', description: 7, tagIds: ['y'], sceneData: { objects: [{}] } },
    status: 400,
    code: 'InvalidScenesRequest',
    targets: [
      'displayName',
      'description',
      'parentId',
      'tagIds.0',
      'sceneData.objects.0.kind',
      'sceneData.objects.0.version',
      'sceneData.objects.0.data',
    ],
    proves: ({ body }) => {
      assert.deepEqual([body.error.message, body.error.target], ['Cannot create scene.', 'scene']);
      const parent = body.error.details.find(({ target }: { target: string }) => target === 'parentId');
      assert.deepEqual(parent, { code: 'InvalidRequestBody', message: 'ParentId must be a UUID.', target: 'parentId' });
    },
  },
  {
    name: 'a body that is no JSON',
    call: create,
    as: 'writer',
    body: '{',
    status: 400,
    targets: [null],
  },
  ...[['{strangerScene}'], [unknown]].map(
    ([parentId]): Row => ({
      name: `a parent ${parentId}`,
      call: create,
      as: 'writer',
      body: { displayName: 'x', parentId },
      status: 400,
      targets: ['parentId'],
    }),
  ),
  {
    name: 'itself as parent',
    call: create,
    as: 'writer',
    body: { displayName: 'x', id: unknown, parentId: unknown },
    status: 400,
    targets: ['parentId'],
  },
  ...['{strangerTag}', unknown].map(
    (id): Row => ({
      name: `the tag ${id}`,
      call: create,
      as: 'writer',
      body: { displayName: 'x', tagIds: ['{tag}', id] },
      status: 404,
      code: 'TagNotFound',
    }),
  ),
  {
    name: "an id that is another's",
    call: create,
    as: 'writer',
    body: { displayName: 'x', id: '{strangerScene}' },
    status: 409,
    code: 'SceneExists',
  },
  {
    name: "an id that is another object's",
    call: create,
    as: 'writer',
    body: { displayName: 'Undone', sceneData: { objects: [layer({ id: '{strangerObject}' })] } },
    status: 409,
    code: 'SceneObjectExists',
    async proves(_answer, { p, writer, twinId }) {
      const { body } = await p.call(writer, `GET /scenes?twinId=${twinId}`);
      assert.ok(!body.scenes.some(({ displayName }: { displayName: string }) => displayName === 'Undone'));
    },
  },
  {
    name: 'more than 100 objects',
    call: create,
    as: 'writer',
    body: { displayName: 'x', sceneData: { objects: Array.from({ length: 101 }, () => layer()) } },
    status: 400,
    targets: ['sceneData.objects'],
  },
  { name: 'another type', call: create, as: 'writer', body: 'x', headers: plain, status: 415 },
];

const replacing: readonly Row[] = [
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

const updating: readonly Row[] = [
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

const deleting: readonly Row[] = [
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

export const sceneRows: readonly Row[] = [...reading, ...creating];
export const sceneChangeRows: readonly Row[] = [...replacing, ...updating, ...deleting];
