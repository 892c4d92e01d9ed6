import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { makeCloud } from '../../../../scripts/make-cloud.ts';
import { asInputs, bytesIn, converted, newFolder, outputIn } from '../testing/convert.ts';

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
