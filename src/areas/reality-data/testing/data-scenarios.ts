import assert from 'node:assert/strict';
import { itemIdOf } from '../../../std/item-id.ts';
import { api } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const newOne = { twinId: '{twinId}', displayName: 'New', type: 'LAS' };
const detailsOf = (body: { error: { details: unknown } }) => body.error.details;

const creating: readonly Scenario[] = [
  {
    name: 'a new one: an empty folder in a folder of its own',
    call: `POST ${api}/`,
    as: 'surveyor',
    body: {
      ...newOne,
      type: 'las',
      displayName: ' A/B: "C". ',
      classification: 'Model',
      group: 'North yard',
      description: 'Two\nlines',
      attribution: 'Survey Ltd',
      termsOfUse: 'None',
      rootDocument: 'a.las',
      acquisition: { startDateTime: '2026-05-12T20:03:12Z', endDateTime: '2026-05-15T22:07:18+01:00', acquirer: 'Ltd' },
      extent: { southWest: { latitude: 1, longitude: 2 }, northEast: { latitude: 3, longitude: 4 } },
      crs: { id: 'EPSG:25832', verticalId: 'EPSG:7837' },
      tags: ['a', 'b', 'a'],
      authoring: true,
      dataset: null,
      size: 7,
      id: 'read only',
    },
    status: 201,
    async proves({ body }, { p, surveyor, twinId, root }) {
      const { id, createdDateTime, modifiedDateTime, lastAccessedDateTime, ...rest } = body.realityData;
      assert.equal(id.length, 36);
      assert.deepEqual([modifiedDateTime, lastAccessedDateTime], [createdDateTime, createdDateTime]);
      assert.deepEqual(rest, {
        displayName: 'A/B: "C".',
        type: 'LAS',
        classification: 'Model',
        group: 'North yard',
        description: 'Two\nlines',
        attribution: 'Survey Ltd',
        termsOfUse: 'None',
        tags: ['a', 'b'],
        rootDocument: 'a.las',
        size: 0,
        authoring: true,
        dataCenterLocation: 'East US',
        ownerId: surveyor.userId,
        acquisition: {
          startDateTime: '2026-05-12T20:03:12.000Z',
          endDateTime: '2026-05-15T21:07:18.000Z',
          acquirer: 'Ltd',
        },
        extent: { southWest: { latitude: 1, longitude: 2 }, northEast: { latitude: 3, longitude: 4 } },
        crs: { id: 'EPSG:25832', verticalId: 'EPSG:7837' },
      });
      const { folder } = (await p.call(surveyor, `GET /storage/folders/${itemIdOf({ twinId, guid: id })}`)).body;
      assert.equal(folder.path, 'Reality data/A_B_ _C__');
      const { items } = (await p.call(surveyor, `GET /storage/folders/${root}/list`)).body;
      assert.equal(items.filter((one: { displayName: string }) => one.displayName === 'Reality data').length, 1);
    },
  },
  {
    name: 'a name that is taken gets a number, in the folder alone',
    call: `POST ${api}`,
    as: 'maker',
    body: { ...newOne, displayName: 'Site scan', ownerId: null },
    status: 201,
    async proves({ body }, { p, surveyor, twinId }) {
      const { id, displayName, classification } = body.realityData;
      assert.deepEqual([displayName, classification], ['Site scan', 'Undefined']);
      const { folder } = (await p.call(surveyor, `GET /storage/folders/${itemIdOf({ twinId, guid: id })}`)).body;
      assert.equal(folder.displayName, 'Site scan (2)');
    },
  },
  {
    name: 'a file of Storage becomes one, with its own id and what is in it',
    call: `POST ${api}`,
    as: 'surveyor',
    body: { ...newOne, type: 'Unstructured', storageItemId: '{file}' },
    status: 201,
    async proves({ body }, { p, surveyor, twinId, file }) {
      const { id, type, rootDocument, size } = body.realityData;
      assert.deepEqual([itemIdOf({ twinId, guid: id }), type, rootDocument, size], [file, 'E57', 'tower.e57', 1]);
      const again = await p.call(surveyor, `POST ${api}`, { body: { ...newOne, twinId, storageItemId: file } });
      assert.deepEqual([again.status, again.body.realityData.id, again.body.realityData.displayName], [200, id, 'New']);
    },
  },
  {
    name: 'nothing of what is required, and nothing that is right',
    call: `POST ${api}`,
    as: 'surveyor',
    body: {
      type: 'Panorama',
      classification: 'Map',
      tags: [''],
      authoring: 'yes',
      ownerId: 'me',
      dataset: 7,
      acquisition: { startDateTime: 'yesterday' },
      extent: { southWest: { latitude: 91, longitude: 0 } },
    },
    status: 422,
    code: 'InvalidRealityDataRequest',
    proves: ({ body }) => {
      assert.equal(body.error.message, 'Invalid request to create reality data. Can not create reality data.');
      const told = body.error.details.map(({ code, target }: { code: string; target: string }) => `${code} ${target}`);
      assert.deepEqual(told.toSorted(), [
        'InvalidValue acquisition.startDateTime',
        'InvalidValue authoring',
        'InvalidValue classification',
        'InvalidValue dataset',
        'InvalidValue extent.southWest.latitude',
        'InvalidValue ownerId',
        'InvalidValue tags[0]',
        'InvalidValue type',
        'MissingRequiredProperty displayName',
        'MissingRequiredProperty extent.northEast',
        'MissingRequiredProperty twinId',
      ]);
      const type = body.error.details.find(({ target }: { target: string }) => target === 'type');
      assert.deepEqual(type, { code: 'InvalidValue', message: 'Invalid parameter.', target: 'type' });
      for (const { message } of body.error.details) assert.equal(message, 'Invalid parameter.');
    },
  },
  {
    name: 'times and places the wrong way round',
    call: `POST ${api}`,
    as: 'surveyor',
    body: {
      ...newOne,
      acquisition: { startDateTime: '2026-05-12T00:00:00Z', endDateTime: '2026-05-11T00:00:00Z' },
      extent: { southWest: { latitude: 3, longitude: 2 }, northEast: { latitude: 1, longitude: 4 } },
    },
    status: 422,
    targets: ['acquisition.endDateTime', 'extent'],
  },
  ...['{strangerFile}', '{root}', 'nonsense'].map(
    (storageItemId): Scenario => ({
      name: `an item ${storageItemId}`,
      call: `POST ${api}`,
      as: 'surveyor',
      body: { ...newOne, storageItemId },
      status: 422,
      targets: ['storageItemId'],
    }),
  ),
  {
    name: 'an owner who does not see the twin',
    call: `POST ${api}`,
    as: 'surveyor',
    body: { ...newOne, ownerId: 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11' },
    status: 422,
    targets: ['ownerId'],
  },
  { name: 'no JSON', call: `POST ${api}`, as: 'surveyor', body: '{', status: 422 },
  { name: 'a body that is too large', call: `POST ${api}`, as: 'surveyor', body: ' '.repeat(2 ** 20 + 1), status: 413 },
];

const reading: readonly Scenario[] = [
  {
    name: 'one, with its size counted and its type found',
    call: `GET ${api}/{scan}`,
    as: 'viewer',
    status: 200,
    proves: ({ body, headers }, { surveyor }) => {
      const { type, rootDocument, size, ownerId, tags, dataset } = body.realityData;
      assert.deepEqual([type, rootDocument, size, ownerId], ['LAS', 'site.las', 3, surveyor.userId]);
      assert.deepEqual([tags, dataset], [['north', 'scan'], '2026']);
      assert.match(headers.get('etag') ?? '', /^W\/"/);
    },
  },
  {
    name: 'one through an associated twin',
    call: `GET ${api}/{shared}?twinId={secondTwin}`,
    as: 'visitor',
    status: 200,
    proves: ({ body }) => assert.equal(body.realityData.displayName, 'Terrain'),
  },
  {
    name: 'one with an id that is none',
    call: `GET ${api}/not-a-uuid`,
    as: 'viewer',
    status: 422,
    proves: ({ body }) =>
      assert.deepEqual(detailsOf(body), [
        { code: 'InvalidValue', message: "The value 'not-a-uuid' is not valid.", target: 'id' },
      ]),
  },
];

const changing: readonly Scenario[] = [
  {
    name: 'the whole object, as clients send it',
    call: `PATCH ${api}/{scan}`,
    as: 'surveyor',
    body: {
      id: 'x',
      twinId: '{twinId}',
      displayName: 'Renamed',
      type: 'OBJ',
      size: 1,
      dataCenterLocation: 'West',
      createdDateTime: 'x',
      tags: null,
      dataset: null,
      extent: null,
      ownerId: '{viewerId}',
      authoring: null,
      rootDocument: 'b.obj',
      crs: { id: 'EPSG:4326' },
    },
    status: 422,
    targets: ['ownerId'],
  },
  {
    name: 'all that can be changed, and null clears',
    call: `PATCH ${api}/{scan}`,
    as: 'surveyor',
    body: {
      id: 'x',
      twinId: '{twinId}',
      displayName: 'Renamed',
      type: 'obj',
      size: 1,
      dataCenterLocation: 'West',
      createdDateTime: 'x',
      tags: null,
      dataset: null,
      extent: null,
      authoring: null,
      crs: { id: 'EPSG:4326' },
      rootDocument: 'b.obj',
    },
    status: 200,
    async proves({ body }, { p, viewer, scan }) {
      const { displayName, type, tags, dataset, extent, crs, rootDocument, size, authoring } = body.realityData;
      assert.deepEqual([displayName, type, tags, dataset, extent], ['Renamed', 'OBJ', [], undefined, undefined]);
      assert.deepEqual([crs, rootDocument, size, authoring], [{ id: 'EPSG:4326' }, 'b.obj', 3, false]);
      const again = (await p.call(viewer, `GET ${api}/${scan}`)).body.realityData;
      assert.deepEqual(again, body.realityData);
    },
  },
  {
    name: 'nothing',
    call: `PATCH ${api}/{made}`,
    as: 'maker',
    body: {},
    status: 200,
    proves: ({ body: { realityData } }) => assert.equal(realityData.modifiedDateTime, realityData.createdDateTime),
  },
  {
    name: 'the owner gives it to another member, and may no more',
    call: `PATCH ${api}/{made}`,
    as: 'maker',
    body: { displayName: 'Given' },
    status: 200,
    async proves(_answer, { p, maker, viewer, made }) {
      const give = () => p.call(maker, `PATCH ${api}/${made}`, { body: { ownerId: viewer.userId.toUpperCase() } });
      const first = await give();
      assert.deepEqual([first.status, first.body.realityData?.ownerId], [200, viewer.userId]);
      assert.equal((await give()).status, 403);
      assert.equal((await p.call(viewer, `PATCH ${api}/${made}`, { body: { group: 'x' } })).status, 200);
    },
  },
  {
    name: 'what is no value',
    call: `PATCH ${api}/{scan}`,
    as: 'surveyor',
    body: { type: 'Panorama', displayName: '', classification: 'x', twinId: 'x' },
    status: 422,
    code: 'InvalidRealityDataRequest',
    targets: ['twinId', 'displayName', 'classification', 'type'],
  },
  {
    name: 'through a twin that is not its own',
    call: `PATCH ${api}/{scan}`,
    as: 'surveyor',
    body: { twinId: '{secondTwin}', group: 'x' },
    status: 404,
    code: 'RealityDataNotFound',
  },
  {
    name: 'of a version that is no longer the newest',
    call: `PATCH ${api}/{scan}`,
    as: 'surveyor',
    body: { group: 'x' },
    headers: { 'If-Match': 'W/"0"' },
    status: 412,
  },
  { name: 'too much', call: `PATCH ${api}/{scan}`, as: 'surveyor', body: ' '.repeat(2 ** 20 + 1), status: 413 },
  {
    name: 'one is put into the recycle bin, and comes back with all that is known of it',
    call: `DELETE ${api}/{scan}`,
    as: 'surveyor',
    status: 204,
    raises: ['storage.fileDeleted.v1'],
    async proves(_answer, { p, surveyor, twinId, scan }) {
      assert.equal((await p.call(surveyor, `GET ${api}/${scan}`)).status, 404);
      const folder = itemIdOf({ twinId, guid: scan });
      assert.equal((await p.call(surveyor, `POST /storage/recyclebin/folders/${folder}/restore`)).status, 204);
      const { realityData } = (await p.call(surveyor, `GET ${api}/${scan}`)).body;
      assert.deepEqual([realityData.displayName, realityData.size], ['Site scan', 3]);
    },
  },
  {
    name: 'the owner deletes it',
    call: `DELETE ${api}/{made}`,
    as: 'maker',
    status: 204,
    raises: ['storage.fileDeleted.v1'],
  },
  {
    name: 'one that is associated with another twin',
    call: `DELETE ${api}/{shared}`,
    as: 'surveyor',
    status: 422,
    proves: ({ body }) =>
      assert.deepEqual(detailsOf(body), [
        {
          code: 'InvalidChange',
          message: 'Reality data is associated with more than one twin.',
          target: 'id',
        },
      ]),
  },
  {
    name: 'a version that is no longer the newest',
    call: `DELETE ${api}/{scan}`,
    as: 'surveyor',
    headers: { 'If-Match': 'W/"0"' },
    status: 412,
  },
];

export const dataScenarios: readonly Scenario[] = [...creating, ...reading, ...changing];
