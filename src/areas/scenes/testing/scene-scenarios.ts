import assert from 'node:assert/strict';
import { layer, object, resource } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const twin = '?twinId={twinId}';
const plain = { 'Content-Type': 'text/xml' };
const unknown = 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';
const create = `POST /scenes/${twin}`;

const reading: readonly Scenario[] = [
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

const creating: readonly Scenario[] = [
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
    ([parentId]): Scenario => ({
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
    (id): Scenario => ({
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
  { name: 'a body of more than 10 MiB', call: create, as: 'writer', body: ' '.repeat(10 * 2 ** 20 + 1), status: 413 },
  { name: 'another type', call: create, as: 'writer', body: 'x', headers: plain, status: 415 },
];

export const sceneScenarios: readonly Scenario[] = [...reading, ...creating];
