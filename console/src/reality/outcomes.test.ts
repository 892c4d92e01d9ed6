import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fitsSource, sourcesOf, wishText } from './outcomes.ts';
import type { ConversionJob, Listed } from './shapes.ts';

const data = (id: string, type = 'LAZ'): Listed => ({
  id,
  type,
  displayName: id,
  classification: 'Undefined',
  authoring: false,
});
const job = (id: string, state: ConversionJob['state'], input: string, outputs: readonly [string, string?][]) =>
  ({
    id,
    state,
    name: id,
    type: 'Conversion',
    twinId: 't',
    ownerId: '',
    email: '',
    dataCenter: '',
    createdDateTime: '',
    lastModifiedDateTime: '',
    inputs: [{ id: input, type: 'LAZ' }],
    outputs: outputs.map(([type, made]) => (made === undefined ? { type } : { type, id: made })),
  }) satisfies ConversionJob;

const all = [data('scan'), data('tiles', 'Cesium3DTiles'), data('cut'), data('photos', 'CCImageCollection')];

describe('a list of reality data', () => {
  it('has results below what they were made of, and what was made of results, too', () => {
    const jobs = [job('2', 'success', 'tiles', [['LAZ', 'cut']]), job('1', 'success', 'scan', [['GLBC', 'tiles']])];
    const shown = sourcesOf(all, jobs).map(({ data: { id }, results }) => [id, results.map((one) => one.id)]);
    assert.deepEqual(shown, [
      ['scan', ['tiles', 'cut']],
      ['photos', []],
    ]);
  });

  it('keeps results whose source has gone', () => {
    const jobs = [job('1', 'success', 'gone', [['GLBC', 'tiles']])];
    assert.deepEqual(
      sourcesOf(all, jobs).map(({ data: { id } }) => id),
      ['scan', 'tiles', 'cut', 'photos'],
    );
  });

  it('tells of conversions that run or failed, but not of a failure that was tried again', () => {
    const jobs = [
      job('4', 'active', 'scan', [['E57', 'cut']]),
      job('3', 'failed', 'scan', [['LAS']]),
      job('2', 'failed', 'scan', [['E57']]),
      job('1', 'cancelled', 'scan', [['LAZ']]),
    ];
    assert.deepEqual(
      sourcesOf(all, jobs, new Set(['3']))[0]?.unfinished.map(({ id }) => id),
      ['4'],
    );
    const [scan] = sourcesOf(all, jobs);
    assert.deepEqual([scan?.unfinished.map(({ id }) => id), scan?.results], [['4', '3'], []]);
    assert.equal(wishText(job('1', 'failed', 'scan', [['GLBC'], ['XYZTileMap']])), '3D Tiles, Tile map');
  });

  it('is narrowed down by the names and kinds of sources and of their results', () => {
    const [scan, photos] = sourcesOf(all, [
      job('1', 'success', 'scan', [
        ['GLBC', 'tiles'],
        ['LAZ', 'cut'],
      ]),
    ]);
    assert.ok(scan && photos);
    assert.ok(fitsSource(scan, 'cut', undefined) && fitsSource(scan, '', 'meshes') && fitsSource(scan, '', 'clouds'));
    assert.ok(!fitsSource(scan, 'house', undefined) && !fitsSource(scan, '', 'photos'));
    assert.ok(fitsSource(photos, '', 'photos') && !fitsSource(photos, '', 'other'));
  });
});
