import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { makeCloud } from '../../../../scripts/make-cloud.ts';
import { asInputs, bytesIn, converted, newFolder, outputIn } from '../testing/convert.ts';
import { openPool } from './pool.ts';

it('points and tiles are the same, however many threads there are', async () => {
  const path = join(newFolder(), 'cloud.las');
  makeCloud(path, 1_100_000); // more chunks than threads take at once, and more points than memory holds
  const inputSRS = 'EPSG:25832';
  const source = await converted([{ name: 'cloud.las', path }], 'LAS', ['LAS', 'LAZ'], { inputSRS });
  const made = async (threads: number) => {
    const inputs = asInputs(outputIn(source, 'LAZ'));
    const result = await converted(inputs, 'LAZ', ['GLBC', 'LAS'], { inputSRS, threads });
    const files = result.outputs.flatMap((output) => output.files);
    return new Map(files.map((file) => [file.name, readFileSync(file.path)]));
  };
  const [alone, together] = [await made(1), await made(0)];
  assert.ok(alone.size > 20);
  assert.deepEqual([...together.keys()].sort(), [...alone.keys()].sort());
  for (const [name, bytes] of alone) assert.ok(together.get(name)?.equals(bytes), name);
  assert.ok(alone.get('cloud.las')?.equals(bytesIn(source, 'LAS')));
});

it('an order after one that broke its thread is done, too', async (t) => {
  const pool = openPool(undefined);
  t.after(() => pool.close());
  const points = { from: 0, count: 1, file: -1 } as never;
  for (let round = 0; round < 2 * pool.width; round++) {
    await assert.rejects(pool.run({ is: 'count', stored: points, cube: points, counts: new Uint32Array(1) }));
  }
});
