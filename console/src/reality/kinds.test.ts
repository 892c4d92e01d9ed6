import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { kindOf, lookOf, reasonOf, targetsOf } from './kinds.ts';
import type { ConversionJob, Listed } from './shapes.ts';

const data = (change: Partial<Listed>): Listed => ({
  id: 'scan',
  displayName: 'Scan',
  type: 'LAZ',
  size: 12,
  ...change,
});

const job = (change: Partial<ConversionJob>): ConversionJob => ({
  id: 'j',
  name: 'Scan',
  type: 'Conversion',
  state: 'success',
  twinId: 't',
  ownerId: 'o',
  email: 'a@example.com',
  createdDateTime: '',
  lastModifiedDateTime: '',
  dataCenter: '',
  inputs: [{ id: 'scan', type: 'LAZ' }],
  outputs: [{ type: 'GLBC', id: 'tiles' }],
  ...change,
});

describe('how reality data can be looked at', () => {
  it('is as it is, where it is tiles or a tile map', () => {
    const tiles = data({ id: 'tiles', type: 'Cesium3DTiles', rootDocument: 'tileset.json' });
    assert.deepEqual(lookOf(tiles, [], new Set()), { is: 'ready', dataId: 'tiles' });
    assert.deepEqual(lookOf({ ...tiles, authoring: true }, [], new Set()), { is: 'impossible' });
    const map = data({ id: 'map', type: 'Unstructured', rootDocument: 'tilemap.json' });
    assert.deepEqual(lookOf(map, [], new Set()), { is: 'ready', dataId: 'map' });
  });

  it('is by what was made of it, as long as that is there', () => {
    assert.deepEqual(lookOf(data({}), [job({})], new Set(['tiles'])), { is: 'ready', dataId: 'tiles' });
    assert.deepEqual(lookOf(data({}), [job({})], new Set()), { is: 'possible', output: 'GLBC' });
    const other = job({ inputs: [{ id: 'another', type: 'LAZ' }] });
    assert.deepEqual(lookOf(data({}), [other], new Set(['tiles'])), { is: 'possible', output: 'GLBC' });
  });

  it('is told while it is being made, and when that has failed', () => {
    const active = job({ state: 'active' });
    assert.deepEqual(lookOf(data({}), [active], new Set(['tiles'])), { is: 'underway', job: active });
    const failed = job({ state: 'failed' });
    assert.deepEqual(lookOf(data({}), [failed], new Set()), { is: 'failed', job: failed, output: 'GLBC' });
    const file = job({ outputs: [{ type: 'E57', id: 'file' }], state: 'active' });
    assert.deepEqual(lookOf(data({}), [file], new Set()), { is: 'possible', output: 'GLBC' });
  });

  it('is not at all, where nothing can be made of it', () => {
    assert.deepEqual(lookOf(data({ type: 'CCImageCollection' }), [], new Set()), { is: 'impossible' });
    assert.deepEqual(lookOf(data({ size: 0 }), [], new Set()), { is: 'impossible' });
    assert.deepEqual(lookOf(data({ type: 'Cesium3DTiles' }), [], new Set()), { is: 'impossible' });
  });
});

describe('what data can become', () => {
  it('is of its family, and never what it is', () => {
    const outputs = (type: string) => targetsOf(type).map(({ output }) => output);
    assert.deepEqual(outputs('LAZ'), ['GLBC', 'GLB', 'PNTS', 'LAS', 'E57', 'PLY']);
    assert.deepEqual(outputs('OBJ'), ['Cesium3DTiles']);
    assert.deepEqual(outputs('Orthophoto'), ['XYZTileMap', 'COG']);
    assert.deepEqual(outputs('Cesium3DTiles'), ['LAZ', 'LAS', 'E57']);
    assert.deepEqual(outputs('CCImageCollection'), []);
  });
});

it('kinds and reasons are words', () => {
  assert.equal(kindOf(data({ type: 'Unstructured', size: 0 })), 'No files yet');
  assert.equal(kindOf(data({ type: 'LAZ' })), 'Point cloud, LAZ');
  const errors = [{ code: 'InputFile_Invalid', title: '', message: 'The file "%1" ends too soon.', params: ['a.laz'] }];
  const executionInformation = { submissionDateTime: '', errors };
  assert.equal(reasonOf(job({ executionInformation })), 'The file "a.laz" ends too soon.');
});
