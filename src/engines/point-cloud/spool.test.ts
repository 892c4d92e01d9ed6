import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { makeBatch } from './batch.ts';
import { batchesOf, openSpool } from './spool.ts';
import { newFolder } from './testing/convert.ts';

it('a spool gives back what it got, however many points came at once', () => {
  const counts = [1, 70_000, 0, 200_000];
  const spool = openSpool(join(newFolder(), 'points.bin'), ['classification'], 2);
  try {
    let made = 0;
    for (const count of counts) {
      const batch = makeBatch(['classification'], count, 2);
      batch.count = count;
      for (let n = 0; n < count; n++, made++) {
        [batch.x, batch.y, batch.z].forEach((values, axis) => {
          values[n] = 3 * made + axis;
        });
        batch.columns.classification?.fill(made % 251, n, n + 1);
        batch.extra?.fill(made % 239, 2 * n, 2 * n + 2);
      }
      spool.append(batch);
    }
    let read = 0;
    for (const { count, x, y, z, columns, extra } of batchesOf(spool, ['classification'], 2)) {
      for (let n = 0; n < count; n++, read++) {
        const found = [x[n], y[n], z[n], columns.classification?.[n], extra?.[2 * n], extra?.[2 * n + 1]];
        const wanted = [3 * read, 3 * read + 1, 3 * read + 2, read % 251, read % 239, read % 239];
        if (found.join() !== wanted.join()) assert.deepEqual(found, wanted);
      }
    }
    assert.equal(read, made);
    assert.equal(spool.count, made);
  } finally {
    spool.close();
  }
});
