import { breathe } from '../../engine.ts';
import type { CloudInput, FeatureName } from '../detect/description.ts';
import { principalOf } from './eigen.ts';
import { findGround } from './ground.ts';
import { heightAt } from './heights.ts';
import type { Points } from './points.ts';
import { type Voxels, voxelsOf } from './voxels.ts';

interface Telling {
  progress(share: number): void;
  readonly signal?: AbortSignal | undefined;
}

/** What shape the voxels around one have. */
const shapeNames = ['linearity', 'planarity', 'sphericity', 'verticality', 'heightRange'] as const;

/** Rows of features, a row for each point, as a network of a cloud detector wants them: `min(x, max) × scale`. */
export async function featuresOf(points: Points, input: CloudInput, telling: Telling): Promise<Float32Array> {
  const { features, radius, voxel } = input;
  const names = new Set<FeatureName>(features.map(({ name }) => name));
  const voxels = voxelsOf(points, voxel);
  const shapes = shapeNames.some((name) => names.has(name)) ? await shapesOf(voxels, radius, telling) : undefined;
  const ground = names.has('heightAboveGround') ? findGround(points).surface : undefined;
  const byte = (values: ArrayLike<number> | undefined, at: number) => values?.[at] ?? 0;
  const readers: Readonly<Record<FeatureName, (n: number) => number>> = {
    heightAboveGround: (n) => {
      if (ground === undefined) return 0;
      return (points.z[n] ?? 0) - heightAt(ground, points.x[n] ?? 0, points.y[n] ?? 0).height;
    },
    linearity: shape(0),
    planarity: shape(1),
    sphericity: shape(2),
    verticality: shape(3),
    heightRange: shape(4),
    intensity: (n) => byte(points.intensity, n),
    red: (n) => byte(points.rgb, 3 * n),
    green: (n) => byte(points.rgb, 3 * n + 1),
    blue: (n) => byte(points.rgb, 3 * n + 2),
    returnNumber: (n) => byte(points.returnNumber, n),
    numberOfReturns: (n) => byte(points.numberOfReturns, n),
  };
  const rows = new Float32Array(points.count * features.length);
  features.forEach(({ name, max, scale }, column) => {
    const of = readers[name];
    for (let n = 0; n < points.count; n++) rows[n * features.length + column] = Math.min(of(n), max) * scale;
  });
  return rows;

  function shape(which: number): (n: number) => number {
    return (n) => shapes?.[shapeNames.length * (voxels.ofPoint[n] ?? 0) + which] ?? 0;
  }
}

/** Five numbers a voxel, of the middles of the voxels within the radius. */
async function shapesOf(voxels: Voxels, radius: number, { progress, signal }: Telling): Promise<Float32Array> {
  const { count, side } = voxels;
  const around = offsetsWithin(Math.ceil(radius / side), radius / side);
  const shapes = new Float32Array(shapeNames.length * count);
  for (let voxel = 0; voxel < count; voxel++) {
    if (voxel % 20_000 === 0) {
      progress(voxel / count);
      await breathe();
      signal?.throwIfAborted();
    }
    shapes.set(shapeOf(voxels, voxel, around), shapeNames.length * voxel);
  }
  return shapes;
}

function offsetsWithin(steps: number, reach: number): readonly (readonly [number, number, number])[] {
  const line = Array.from({ length: 2 * steps + 1 }, (_, n) => n - steps);
  const cube = line.flatMap((x) => line.flatMap((y) => line.map((z) => [x, y, z] as const)));
  return cube.filter(([x, y, z]) => x * x + y * y + z * z <= reach * reach);
}

function shapeOf(voxels: Voxels, voxel: number, around: readonly (readonly [number, number, number])[]): number[] {
  const { x, y, z, find } = voxels;
  const [ox, oy, oz] = [x[voxel] ?? 0, y[voxel] ?? 0, z[voxel] ?? 0];
  let [n, sx, sy, sz, xx, xy, xz, yy, yz, zz] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  let [low, high] = [Infinity, -Infinity];
  for (const [dx, dy, dz] of around) {
    const other = find(voxel, dx, dy, dz);
    if (other < 0) continue;
    const [a, b, c] = [(x[other] ?? 0) - ox, (y[other] ?? 0) - oy, (z[other] ?? 0) - oz];
    n++;
    sx += a;
    sy += b;
    sz += c;
    xx += a * a;
    xy += a * b;
    xz += a * c;
    yy += b * b;
    yz += b * c;
    zz += c * c;
    low = Math.min(low, c);
    high = Math.max(high, c);
  }
  const [mx, my, mz] = [sx / n, sy / n, sz / n];
  const { values, normalZ } = principalOf(
    xx / n - mx * mx,
    xy / n - mx * my,
    xz / n - mx * mz,
    yy / n - my * my,
    yz / n - my * mz,
    zz / n - mz * mz,
  );
  const [s1 = 0, s2 = 0, s3 = 0] = values.map((value) => Math.sqrt(Math.max(0, value)));
  const length = s1 + 1e-6;
  return [(length - s2) / length, (s2 - s3) / length, s3 / length, 1 - normalZ, high - low];
}
