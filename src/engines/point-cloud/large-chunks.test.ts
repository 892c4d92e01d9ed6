import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { makeCloud } from '../../../scripts/make-cloud.ts';
import { bytesIn, converted, given, newFolder } from './testing/convert.ts';
import { lazFile } from './testing/laz-file.ts';

const inputSRS = 'EPSG:25832';
const points = 210_000;

describe('LAZ in chunks of more points than are held at once', () => {
  let records: Buffer;
  let las: Buffer;
  let laz: Buffer;
  before(async () => {
    const path = join(newFolder(), 'cloud.las');
    makeCloud(path, points);
    const source = await converted([{ name: 'cloud.las', path }], 'LAS', ['LAS', 'LAZ'], { inputSRS });
    const cloud = readFileSync(path);
    records = cloud.subarray(cloud.readUInt32LE(96));
    las = bytesIn(source, 'LAS');
    laz = bytesIn(source, 'LAZ');
  });

  for (const chunkSize of [50_000, 65_537, 100_000, points])
    it(`of ${chunkSize} points is read whole`, async () => {
      const file = lazFile(laz, records, chunkSize);
      const result = await converted([given('cloud.laz', file)], 'LAZ', ['LAS', 'GLBC'], { inputSRS });
      assert.ok(bytesIn(result, 'LAS').equals(las));
      assert.equal(result.megaPoints, points / 1e6);
      assert.deepEqual(result.warnings, []);
    });
});
