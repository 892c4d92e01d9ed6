import assert from 'node:assert/strict';
import type { Answer } from '../../../../test/support/platform.ts';
import { camera, layer, object, resource, visibilityData } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const twin = '?twinId={twinId}';
const list = `GET /scenes/{scene}/objects${twin}`;
const create = `POST /scenes/{scene}/objects${twin}`;
const one = `/scenes/{scene}/objects/{layer}${twin}`;
const plain = { 'Content-Type': 'text/xml' };
const unknown = 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';

const idsOf = ({ body }: Answer): string[] => body.objects.map(({ id }: { id: string }) => id);
const kindsOf = ({ body }: Answer): string[] => body.objects.map(({ kind }: { kind: string }) => kind);
const refused = (name: string, objects: unknown, targets: string[]): Scenario => ({
  name,
  call: create,
  as: 'writer',
  body: { objects },
  status: 400,
  code: 'InvalidScenesRequest',
  targets,
});

const reading: readonly Scenario[] = [
  {
    name: 'all objects, by kind',
    call: list,
    as: 'writer',
    status: 200,
    proves(answer, { p, scene, twinId }) {
      const kinds = ['Layer', 'Layer', 'RepositoryResource', 'RepositoryResource', 'ResourceSettings', 'View3d'];
      assert.deepEqual(kindsOf(answer), [...kinds, 'modelVisibility']);
      const { sceneContext, _links } = answer.body;
      assert.deepEqual(Object.keys(sceneContext), ['displayName', 'lastModified']);
      const address = `${p.baseUrl}/scenes/${scene}/objects?twinId=${twinId}`;
      assert.deepEqual(_links, { self: { href: `${address}&orderBy=kind&$skip=0&$top=100` } });
    },
  },
  {
    name: 'by name, those without a name last',
    call: `${list}&orderBy=displayName&$top=4`,
    as: 'viewer',
    status: 200,
    proves(answer, { inner, layer: first, map, view }) {
      assert.deepEqual(idsOf(answer), [inner, first, view, map]);
      assert.match(answer.body._links.next.href, /&orderBy=displayName&\$skip=4&\$top=4$/);
    },
  },
  {
    name: 'by order, those without one last',
    call: `${list}&orderby=order&$top=2`,
    as: 'viewer',
    status: 200,
    proves: (answer, { inner, layer: first }) => assert.deepEqual(idsOf(answer), [first, inner]),
  },
  {
    name: 'without what refers to models',
    call: list,
    as: 'blind',
    status: 200,
    proves(answer) {
      assert.deepEqual(kindsOf(answer), ['Layer', 'Layer', 'RepositoryResource', 'ResourceSettings', 'View3d']);
      assert.equal(answer.body.sceneContext.isPartial, true);
    },
  },
  {
    name: 'without what refers to another twin',
    call: `GET /scenes/{mixedScene}/objects${twin}`,
    as: 'writer',
    status: 200,
    proves(answer, { shown }) {
      assert.deepEqual(idsOf(answer), [shown]);
      assert.equal(answer.body.sceneContext.isPartial, true);
    },
  },
  {
    name: 'all of it for who sees that twin',
    call: `GET /scenes/{mixedScene}/objects${twin}`,
    as: 'owner',
    status: 200,
    proves: ({ body }) => assert.deepEqual([body.objects.length, 'isPartial' in body.sceneContext], [2, false]),
  },
  {
    name: 'an order and a page that are none',
    call: `${list}&orderBy=size&$top=101`,
    as: 'viewer',
    status: 400,
    code: 'InvalidScenesRequest',
    targets: ['orderBy', '$top'],
    proves: ({ body }) =>
      assert.deepEqual([body.error.message, body.error.target], ['Cannot retrieve sceneObject.', 'sceneObject']),
  },
  {
    name: 'an object',
    call: `GET ${one}`,
    as: 'blind',
    status: 200,
    proves: ({ body, headers }, { layer: id, scene, writerId }) => {
      const { creationTime, lastModified, ...rest } = body.object;
      assert.deepEqual(rest, {
        id,
        sceneId: scene,
        kind: 'Layer',
        version: '1.0.0',
        data: {},
        createdById: writerId,
        displayName: 'Design',
        order: 1,
        displayOrder: -1,
        visible: true,
      });
      assert.equal(lastModified, creationTime);
      assert.match(headers.get('etag') ?? '', /^W\/"/);
    },
  },
];

const creating: readonly Scenario[] = [
  {
    name: 'objects that refer to each other in any order, and to what is there',
    call: create,
    as: 'writer',
    body: {
      objects: [
        object('modelVisibility', visibilityData, { relatedId: '7f2c9a1e-0000-4000-8000-0000000000b2' }),
        layer({ parentId: '7f2c9a1e-0000-4000-8000-0000000000b1' }),
        layer({ id: '7F2C9A1E-0000-4000-8000-0000000000B1', parentId: '{layer}', displayName: ' Below ' }),
        object(
          'Repository',
          { twinId: '{twinId}', repositoryId: 'Forms', class: 'Things' },
          { id: '7f2c9a1e-0000-4000-8000-0000000000b2' },
        ),
        object('GISStyling', { transparency: 1 }, { relatedId: '{map}' }),
      ],
    },
    status: 201,
    async proves(answer, { p, owner, writer, scene, twinId }) {
      const { objects } = answer.body;
      const names = ['modelVisibility', 'Layer', 'Layer', 'Repository', 'GISStyling'];
      assert.deepEqual(kindsOf(answer), names, 'in the order of the request');
      assert.equal(objects[2].displayName, 'Below');
      const read = await p.call(writer, `GET /scenes/${scene}/objects/${objects[0].id}?twinId=${twinId}`);
      assert.deepEqual(read.body.object, objects[0]);
      const shown = (await p.call(writer, `GET /scenes/${scene}?twinId=${twinId}`)).body.scene;
      assert.ok(shown.lastModified > shown.creationTime);
      await p.call(owner, `DELETE /scenes/${scene}?twinId=${twinId}`);
    },
  },
  refused('no list', undefined, ['objects']),
  refused('no objects', [], ['objects']),
  refused(
    '21 objects',
    Array.from({ length: 21 }, () => layer()),
    ['objects'],
  ),
  refused(
    'kinds and versions that are none',
    [
      object('layer', {}),
      { ...layer(), version: '2.0.0' },
      object('__proto__', {}),
      { kind: 7, version: null, data: [] },
    ],
    ['objects.3.kind', 'objects.3.version', 'objects.3.data', 'objects.0.kind', 'objects.1.version', 'objects.2.kind'],
  ),
  refused(
    'data that does not fit its kind, and members of a wrong type',
    [
      layer({ visible: 'yes', order: '1', displayName: '', parentId: 'x' }),
      object('Layer', { visible: true }),
      object('View3d', { ...camera, ecefTransform: [1], position: { x: 1, y: 2 } }),
      object('CameraAnimation', { input: [0, 1], output: [{ camera }] }),
    ],
    [
      'objects.0.displayName',
      'objects.0.order',
      'objects.0.visible',
      'objects.0.parentId',
      'objects.1.data.visible',
      'objects.2.data.position.z',
      'objects.2.data.ecefTransform',
      'objects.3.data.output',
    ],
  ),
  refused(
    'related objects where none may be, and none where one must be',
    [layer({ relatedId: '{map}' }), object('ResourceSettings', {})],
    ['objects.0.relatedId', 'objects.1.relatedId'],
  ),
  refused(
    'parents and related objects that are not in the scene',
    [
      layer({ parentId: '{strangerObject}' }),
      layer({ parentId: unknown }),
      object('ResourceSettings', {}, { relatedId: '{layer}' }),
      object('ResourceSettings', {}, { relatedId: '{shown}', parentId: '{shown}' }),
    ],
    ['objects.0.parentId', 'objects.1.parentId', 'objects.2.relatedId', 'objects.3.parentId', 'objects.3.relatedId'],
  ),
  refused(
    'a ring of parents',
    [
      layer({ id: '7f2c9a1e-0000-4000-8000-0000000000c1', parentId: '7f2c9a1e-0000-4000-8000-0000000000c2' }),
      layer({ id: '7f2c9a1e-0000-4000-8000-0000000000c2', parentId: '7f2c9a1e-0000-4000-8000-0000000000c1' }),
      layer({ parentId: '7f2c9a1e-0000-4000-8000-0000000000c1' }),
    ],
    ['objects.0.parentId', 'objects.1.parentId'],
  ),
  {
    name: 'what the caller must not see, as parent',
    call: create,
    as: 'blind',
    body: { objects: [layer({ parentId: '{model}' })] },
    status: 400,
    targets: ['objects.0.parentId'],
  },
  refused('data of more than 1 MiB', [resource({ id: 'x'.repeat(2 ** 20) })], ['objects.0.data']),
  {
    name: 'an id that is taken',
    call: create,
    as: 'writer',
    body: { objects: [layer(), layer({ id: '{strangerObject}' })] },
    status: 409,
    code: 'SceneObjectExists',
  },
  {
    name: 'an id twice',
    call: create,
    as: 'writer',
    body: { objects: [layer({ id: unknown }), layer({ id: unknown })] },
    status: 409,
    code: 'SceneObjectExists',
  },
  { name: 'another type', call: create, as: 'writer', body: 'x', headers: plain, status: 415 },
];

export const objectScenarios: readonly Scenario[] = [...reading, ...creating];
