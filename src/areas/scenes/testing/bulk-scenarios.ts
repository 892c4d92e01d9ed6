import assert from 'node:assert/strict';
import type { Answer } from '../../../../test/support/platform.ts';
import { camera, layer, object, resource } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const call = 'PATCH /scenes/{scene}/objects?twinId={twinId}';
const unknown = 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';
const [a, b, c] = ['a1', 'a2', 'a3'].map((end) => `7f2c9a1e-0000-4000-8000-0000000000${end}`);
const idsOf = ({ body }: Answer): string[] => body.objects.map(({ id }: { id: string }) => id);
const add = (payload: unknown) => ({ op: 'add', payload });
const update = (id: unknown, payload: unknown) => ({ op: 'update', id, payload });
const remove = (id: unknown) => ({ op: 'remove', id });

const refused = (name: string, body: unknown, targets: (string | null)[]): Scenario => ({
  name,
  call,
  as: 'writer',
  body,
  status: 400,
  code: 'InvalidScenesRequest',
  targets,
});

const updates: readonly Scenario[] = [
  {
    name: 'updates together, after which the parents are right',
    call,
    as: 'writer',
    body: {
      objects: [
        { id: '{layer}', parentId: '{inner}', displayName: 'Inside' },
        { id: '{inner}', parentId: null, unknown: 1 },
        { id: '{layer}', visible: false },
      ],
    },
    status: 200,
    proves(answer, { layer: first, inner }) {
      assert.deepEqual(idsOf(answer), [first, inner]);
      const [{ displayName, visible, parentId }, second] = answer.body.objects;
      assert.deepEqual([displayName, visible, parentId], ['Inside', false, inner]);
      assert.ok(!('parentId' in second));
    },
  },
  refused('a ring', { objects: [{ id: '{layer}', parentId: '{inner}' }] }, ['objects.0.parentId']),
  refused('updates that do not fit', { objects: [{ visible: 7 }, { id: 'x', data: 1 }] }, [
    'objects.0.id',
    'objects.0.visible',
    'objects.1.id',
    'objects.1.data',
  ]),
  refused('no update', { objects: [] }, ['objects']),
  refused('21 updates', { objects: Array.from({ length: 21 }, () => ({ id: unknown })) }, ['objects']),
  refused(
    'data of another kind',
    { objects: [{ id: '{view}', data: {} }] },
    ['position', 'direction', 'up', 'isOrthographic', 'aspectRatio', 'near', 'far', 'ecefTransform'].map(
      (name) => `objects.0.data.${name}`,
    ),
  ),
  {
    name: 'an unknown object: nothing is done',
    call,
    as: 'writer',
    body: { objects: [{ id: '{layer}', displayName: 'Undone' }, { id: '{shown}' }] },
    status: 404,
    code: 'SceneObjectNotFound',
    async proves(_answer, { p, writer, scene, layer: id, twinId }) {
      const { body } = await p.call(writer, `GET /scenes/${scene}/objects/${id}?twinId=${twinId}`);
      assert.equal(body.object.displayName, 'Design');
    },
  },
  { name: 'a withheld object', call, as: 'blind', body: { objects: [{ id: '{model}', visible: true }] }, status: 404 },
];

const operations: readonly Scenario[] = [
  {
    name: 'operations one after the other',
    call,
    as: 'writer',
    body: {
      operations: [
        update('{view}', { displayName: ' South ' }),
        add(resource({}, { id: a })),
        add(object('GISStyling', {}, { id: b, relatedId: a })),
        add(layer({ id: c, parentId: '{layer}' })),
        update('{inner}', { parentId: c }),
        update(c, { displayName: 'Between' }),
        remove(a),
        remove('{layer}'),
      ],
    },
    status: 200,
    async proves(answer, { p, owner, scene, view, inner, twinId }) {
      assert.deepEqual(idsOf(answer), [view, c, inner], 'what is removed again is left out, styles with it');
      const [south, between, last] = answer.body.objects;
      assert.deepEqual([south.displayName, between.displayName, last.parentId], ['South', 'Between', c]);
      assert.ok(!('parentId' in between), 'its parent was removed');
      await p.call(owner, `DELETE /scenes/${scene}?twinId=${twinId}`);
    },
  },
  {
    name: 'removals only',
    call,
    as: 'writer',
    body: { operations: [remove('{map}'), remove('{view}')] },
    status: 200,
    proves: ({ body }) => assert.deepEqual(body.objects, []),
  },
  refused('neither form', {}, [null]),
  refused('both forms', { objects: [{ id: '{layer}' }], operations: [remove('{layer}')] }, [null]),
  refused('no operation', { operations: [] }, ['operations']),
  refused('101 operations', { operations: Array.from({ length: 101 }, () => remove(unknown)) }, ['operations']),
  refused(
    'operations that are none',
    {
      operations: [
        { op: 'move' },
        { op: 'add' },
        { op: 'update' },
        { op: 'remove' },
        remove('x'),
        add({ kind: 'Layer', version: '1.0.0' }),
        add(object('View3d', { ...camera, near: '1' })),
        add(object('Nothing', {})),
        update('{layer}', { visible: 'x' }),
        7,
      ],
    },
    [
      'operations.0.op',
      'operations.4.id',
      'operations.9',
      'operations.1.payload',
      'operations.2.id',
      'operations.2.payload',
      'operations.3.id',
      'operations.5.payload.data',
      'operations.6.payload.data.near',
      'operations.7.payload.kind',
      'operations.8.payload.visible',
    ],
  ),
  refused(
    'what comes later cannot be named yet',
    { operations: [add(layer({ parentId: c })), add(layer({ id: c }))] },
    ['operations.0.payload.parentId'],
  ),
  refused(
    'what was removed cannot be named',
    { operations: [remove('{map}'), update('{layer}', { parentId: '{map}' })] },
    ['operations.1.payload.parentId'],
  ),
  refused('data of another kind than the object has', { operations: [update('{layer}', { data: { x: 1 } })] }, [
    'operations.0.payload.data.x',
  ]),
  {
    name: 'one fails: all is undone',
    call,
    as: 'writer',
    body: { operations: [remove('{layer}'), remove('{layer}')] },
    status: 404,
    code: 'SceneObjectNotFound',
    async proves(_answer, { p, writer, scene, layer: id, twinId }) {
      assert.equal((await p.call(writer, `GET /scenes/${scene}/objects/${id}?twinId=${twinId}`)).status, 200);
    },
  },
  {
    name: 'an id that is taken',
    call,
    as: 'writer',
    body: { operations: [add(layer({ id: '{strangerObject}' }))] },
    status: 409,
    code: 'SceneObjectExists',
  },
  { name: 'another type', call, as: 'writer', body: 'x', headers: { 'Content-Type': 'text/xml' }, status: 415 },
];

export const bulkScenarios: readonly Scenario[] = [...updates, ...operations];
