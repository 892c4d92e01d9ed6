import assert from 'node:assert/strict';
import type { Answer } from '../../../../test/support/platform.ts';
import { camera } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const twin = '?twinId={twinId}';
const one = `/scenes/{scene}/objects/{layer}${twin}`;
const patch = `PATCH ${one}`;
const stale = { 'If-Match': 'W/"99"' };
const plain = { 'Content-Type': 'text/xml' };
const unknown = 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';

const kindsOf = ({ body }: Answer): string[] => body.objects.map(({ kind }: { kind: string }) => kind);

const updating: readonly Scenario[] = [
  {
    name: 'everything of an object',
    call: `PATCH /scenes/{scene}/objects/{map}${twin}`,
    as: 'blind',
    body: {
      displayName: 'Rivers',
      order: 3,
      displayOrder: 4.5,
      visible: false,
      parentId: '{layer}',
      data: { repositoryId: 'z', id: 'w', class: 'Other', version: 'v2' },
      kind: 'ignored',
      relatedId: 'ignored',
    },
    status: 200,
    async proves({ body }, { p, viewer, scene, map, layer: parentId, twinId }) {
      const { id, sceneId, createdById, creationTime, lastModified, ...rest } = body.object;
      assert.deepEqual(rest, {
        kind: 'RepositoryResource',
        version: '1.0.0',
        displayName: 'Rivers',
        order: 3,
        displayOrder: 4.5,
        visible: false,
        parentId,
        data: { repositoryId: 'z', id: 'w', class: 'Other', version: 'v2' },
      });
      assert.ok(lastModified > creationTime);
      assert.deepEqual((await p.call(viewer, `GET /scenes/${scene}/objects/${map}?twinId=${twinId}`)).body, body);
    },
  },
  {
    name: 'what may be absent goes with null',
    call: `PATCH /scenes/{scene}/objects/{inner}${twin}`,
    as: 'writer',
    body: { displayName: null, order: null, displayOrder: null, visible: null, parentId: null },
    status: 200,
    proves: ({ body }) => {
      for (const name of ['displayName', 'order', 'displayOrder', 'visible', 'parentId'])
        assert.ok(!(name in body.object));
    },
  },
  {
    name: 'nothing',
    call: patch,
    as: 'writer',
    body: { unknown: 1 },
    status: 200,
    async proves({ body, headers }, { p, writer, scene, layer: id, twinId }) {
      assert.equal(body.object.lastModified, body.object.creationTime);
      const read = await p.call(writer, `GET /scenes/${scene}/objects/${id}?twinId=${twinId}`);
      assert.equal(read.headers.get('etag'), headers.get('etag'));
    },
  },
  {
    name: 'what does not fit an object',
    call: patch,
    as: 'writer',
    body: { displayName: 7, visible: 1, data: [] },
    status: 400,
    targets: ['displayName', 'visible', 'data'],
    proves: ({ body }) =>
      assert.deepEqual([body.error.message, body.error.target], ['Cannot update sceneObject.', 'sceneObject']),
  },
  {
    name: "data of another kind than the object's",
    call: patch,
    as: 'writer',
    body: { data: camera },
    status: 400,
    proves: ({ body }) => assert.equal(body.error.details[0].target, 'data.position'),
  },
  {
    name: 'below itself',
    call: patch,
    as: 'writer',
    body: { parentId: '{inner}' },
    status: 400,
    targets: ['parentId'],
  },
  {
    name: 'below what is elsewhere',
    call: patch,
    as: 'writer',
    body: { parentId: '{shown}' },
    status: 400,
    targets: ['parentId'],
  },
  { name: 'an object that changed', call: patch, as: 'writer', body: {}, headers: stale, status: 412 },
  { name: 'a change of another type', call: patch, as: 'writer', body: 'x', headers: plain, status: 415 },
];

const deleting: readonly Scenario[] = [
  {
    name: 'a layer; what is in it stays',
    call: `DELETE ${one}`,
    as: 'writer',
    status: 204,
    async proves(_answer, { p, writer, scene, inner, model, twinId }) {
      for (const id of [inner, model]) {
        const { body } = await p.call(writer, `GET /scenes/${scene}/objects/${id}?twinId=${twinId}`);
        assert.ok(!('parentId' in body.object));
        assert.ok(body.object.lastModified > body.object.creationTime);
      }
    },
  },
  {
    name: 'a model; what styles it goes',
    call: `DELETE /scenes/{scene}/objects${twin}&ids={model},{view}`,
    as: 'writer',
    status: 204,
    async proves(_answer, { p, writer, scene, twinId }) {
      const left = await p.call(writer, `GET /scenes/${scene}/objects?twinId=${twinId}`);
      assert.deepEqual(kindsOf(left), ['Layer', 'Layer', 'RepositoryResource', 'ResourceSettings']);
    },
  },
  {
    name: 'one of them unknown: nothing goes',
    call: `DELETE /scenes/{scene}/objects${twin}&ids={layer},${unknown}`,
    as: 'writer',
    status: 404,
    code: 'SceneObjectNotFound',
    async proves(_answer, { p, writer, scene, layer: id, twinId }) {
      assert.equal((await p.call(writer, `GET /scenes/${scene}/objects/${id}?twinId=${twinId}`)).status, 200);
    },
  },
  {
    name: 'one of them withheld',
    call: `DELETE /scenes/{scene}/objects${twin}&ids={layer},{model}`,
    as: 'blind',
    status: 404,
    code: 'SceneObjectNotFound',
  },
  { name: 'no ids', call: `DELETE /scenes/{scene}/objects${twin}`, as: 'writer', status: 400, targets: ['ids'] },
  {
    name: 'ids that are none',
    call: `DELETE /scenes/{scene}/objects${twin}&ids={layer},x`,
    as: 'writer',
    status: 400,
    targets: ['ids.1'],
  },
  {
    name: '21 ids',
    call: `DELETE /scenes/{scene}/objects${twin}&ids=${Array.from({ length: 21 }, () => unknown)}`,
    as: 'writer',
    status: 400,
    targets: ['ids'],
    proves: ({ body }) => assert.equal(body.error.message, 'Cannot delete sceneObject.'),
  },
  { name: 'an object to delete that changed', call: `DELETE ${one}`, as: 'writer', headers: stale, status: 412 },
];

export const objectChangeScenarios: readonly Scenario[] = [...updating, ...deleting];
