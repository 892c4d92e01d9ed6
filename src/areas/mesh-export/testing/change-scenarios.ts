import assert from 'node:assert/strict';
import { exportNow, finished, listingOf } from './exports.ts';
import type { Scenario } from './run-scenarios.ts';

const call = 'POST /mesh-export/';
const invalid = { status: 422, code: 'InvalidMeshExportRequest' } as const;

const badStart = (name: string, body: unknown, target: string | null, code = 'InvalidParameter'): Scenario => ({
  name: `a start with ${name}`,
  call,
  as: 'reader',
  body,
  ...invalid,
  ...(target === null ? {} : { targets: [target] }),
  proves: (answer) => assert.equal(answer.body.error.details[0].code, code),
});
const withOptions = (geometryOptions: object) => ({ modelId: '{house}', geometryOptions });

/** Starting and deleting. */
export const changeScenarios: readonly Scenario[] = [
  {
    name: 'an export of options of its own',
    call,
    as: 'reader',
    body: {
      modelId: '{house}',
      exportType: 'cesium',
      tilerConfig: { maxEdgeLength: 1, own: '{unique}' },
      viewDefinitionFilter: { models: ['0x02', '0xffff'] },
    },
    status: 202,
    async proves(answer, { p, reader, second, unique }) {
      const { export: made } = answer.body;
      assert.deepEqual([made.status, made._links, made.displayName], ['NotStarted', undefined, 'house.ifc']);
      assert.deepEqual([made.request.exportType, made.request.changesetId], ['CESIUM', second]);
      assert.deepEqual(made.request.geometryOptions, { maxEdgeLength: 1, own: unique });
      assert.deepEqual(made.request.viewDefinitionFilter, { models: ['0x02', '0xffff'] });
      const found = await finished(p, reader, made.id);
      assert.equal(found.status, 'Complete');
      const names = [...(await listingOf(found._links.mesh.href)).keys()];
      assert.deepEqual(names, ['tiles/r.glb', 'tileset.json']);
    },
  },
  {
    name: 'a pair of glTF files, of an older version',
    call,
    as: 'reader',
    body: { modelId: '{house}', changesetId: '{first}', exportType: 'GLTF', geometryOptions: { own: '{unique}' } },
    status: 202,
    async proves({ body }, { p, reader, first }) {
      assert.deepEqual([body.export.request.changesetId, body.export.request.exportTypeVersion], [first, '1.0']);
      const found = await finished(p, reader, body.export.id);
      assert.deepEqual([...(await listingOf(found._links.mesh.href)).keys()], ['Export.bin', 'Export.gltf']);
    },
  },
  {
    name: 'the automatic one is answered where it is the same, and its files with it',
    call,
    as: 'reader',
    body: { modelId: '{house}', changesetId: '', geometryOptions: {} },
    status: 202,
    proves({ body }, { automatic3DTiles }) {
      assert.deepEqual([body.export.id, body.export.status], [automatic3DTiles, 'Complete']);
      assert.ok(body.export._links.mesh.href);
    },
  },
  {
    name: 'the closed format ends Invalid',
    call,
    as: 'reader',
    body: { modelId: '{house}', exportType: '3DFT', geometryOptions: { own: '{unique}' } },
    status: 202,
    async proves({ body }, { p, reader }) {
      assert.equal(body.export.status, 'NotStarted');
      const found = await finished(p, reader, body.export.id);
      assert.deepEqual(
        [found.status, found.error, found._links],
        ['Invalid', 'Export type 3DFT is not supported by this server.', undefined],
      );
    },
  },
  {
    name: 'of a failed import it ends Invalid with the reason',
    call,
    as: 'manager',
    body: { modelId: '{broken}', geometryOptions: { own: '{unique}' } },
    status: 202,
    async proves({ body }, { p, reader }) {
      const found = await finished(p, reader, body.export.id);
      assert.equal(found.status, 'Invalid');
      assert.match(found.error, /^Line \d+: .*ends in the middle/);
    },
  },
  {
    name: 'nothing that is wanted has a shape',
    call,
    as: 'reader',
    body: { modelId: '{house}', viewDefinitionFilter: { models: ['0x3'] }, geometryOptions: { own: '{unique}' } },
    status: 202,
    async proves({ body }, { p, reader }) {
      const found = await finished(p, reader, body.export.id);
      assert.deepEqual([found.status, found.error], ['Invalid', 'The model has no geometry to export.']);
    },
  },
  badStart('no model', {}, 'modelId'),
  badStart('no id of a model', { modelId: 'house' }, 'modelId'),
  badStart('an unknown version', { modelId: '{house}', changesetId: '0'.repeat(40) }, 'changesetId'),
  badStart('an index as version', { modelId: '{house}', changesetId: '1' }, 'changesetId'),
  badStart('an unknown type', { modelId: '{house}', exportType: 'OBJ' }, 'exportType'),
  badStart('a type that is no text', { modelId: '{house}', exportType: 1 }, 'exportType'),
  badStart('a length that is a text', withOptions({ chordTol: '1 m' }), 'geometryOptions.chordTol'),
  badStart('a negative length', withOptions({ decimationTol: -1 }), 'geometryOptions.decimationTol'),
  badStart('an unknown compression', withOptions({ compression: 'zip' }), 'geometryOptions.compression'),
  badStart('a switch that is a number', withOptions({ includeLines: 1 }), 'geometryOptions.includeLines'),
  badStart('options that are none', { modelId: '{house}', tilerConfig: [] }, 'tilerConfig'),
  badStart(
    'a filter of no ids',
    { modelId: '{house}', viewDefinitionFilter: { models: ['all'] } },
    'viewDefinitionFilter.models[0]',
  ),
  badStart('a list for a body', [], null, 'InvalidRequestBody'),
  badStart('no JSON', '{', null, 'InvalidRequestBody'),
  {
    name: 'a body of another type',
    call,
    as: 'reader',
    body: 'modelId',
    headers: { 'Content-Type': 'text/xml' },
    status: 415,
    code: 'UnsupportedMediaType',
  },
  {
    name: 'who started an export deletes it, with its files',
    call: 'DELETE /mesh-export/{readers}',
    as: 'reader',
    status: 204,
    async proves(_answer, { p, reader, readers }) {
      assert.equal((await p.call(reader, `GET /mesh-export/${readers}`)).status, 404);
      assert.equal((await p.call(reader, `DELETE /mesh-export/${readers}`)).status, 404);
    },
  },
  {
    name: 'who manages models deletes those of others, automatic ones, too',
    call: 'DELETE /mesh-export/{readers}',
    as: 'manager',
    status: 204,
    async proves(_answer, { p, manager, managers }) {
      assert.equal((await exportNow(p, manager, managers)).status, 'Complete', 'others stay');
    },
  },
  ...['none', '{waitingExport}'].map(
    (id): Scenario => ({
      name: `deletion of ${id}`,
      call: `DELETE /mesh-export/${id}`,
      as: 'manager',
      ...invalid,
      targets: ['id'],
      proves({ body: { error } }) {
        assert.equal(error.message, 'Cannot delete exported job.');
        assert.deepEqual(error.details, [{ code: 'InvalidParameter', message: 'id is invalid.', target: 'id' }]);
      },
    }),
  ),
];
