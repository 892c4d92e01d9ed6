import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Points } from '../cloud/points.ts';

/** Samples with truth, where they are. */
const folder = '../shared/data/reality';
export const sample = (name: string): string => join(folder, name);
export const withoutSamples: string | false = existsSync(folder) ? false : `the samples are not in ${folder}`;

export const sampleJson = (name: string): ReturnType<typeof JSON.parse> =>
  JSON.parse(readFileSync(sample(name), 'utf8'));

/** The points of the first sample cloud, an LAS 1.2 of format 3, with their true classes. */
export function sampleSite(): { readonly points: Points; readonly classes: Uint8Array } {
  const bytes = readFileSync(sample('clouds/site-a.las'));
  const [first, size, count] = [bytes.readUInt32LE(96), bytes.readUInt16LE(105), bytes.readUInt32LE(107)];
  const column = (axis: number) => {
    const [scale, offset] = [bytes.readDoubleLE(131 + 8 * axis), bytes.readDoubleLE(155 + 8 * axis)];
    return Float64Array.from(
      { length: count },
      (_, n) => bytes.readInt32LE(first + n * size + 4 * axis) * scale + offset,
    );
  };
  const classes = Uint8Array.from({ length: count }, (_, n) => (bytes[first + n * size + 15] ?? 0) & 31);
  const rgb = Uint8Array.from(
    { length: 3 * count },
    (_, n) => bytes.readUInt16LE(first + Math.floor(n / 3) * size + 28 + 2 * (n % 3)) >> 8,
  );
  const intensity = Uint16Array.from({ length: count }, (_, n) => bytes.readUInt16LE(first + n * size + 12));
  return { points: { count, x: column(0), y: column(1), z: column(2), rgb, intensity }, classes };
}

/** Places on the true ground, also below what stands on it: x, y, height. */
export const groundPlaces = (): [number, number, number][] =>
  readFileSync(sample('truth/ground-heights.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [x = 0, y = 0, z = 0] = line.split(',').map(Number);
      return [x, y, z];
    });
