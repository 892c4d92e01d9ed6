import type { Box, ElementRecord, MeasuredShape, MeshMeasures } from '../snapshot/types.ts';

/** Metres: two places are one. */
export const sameLength = 1e-4;
/** Of the diagonal to the power of the measure: area and its moments, volume. */
const sameShare = 1e-6;

type Shaped = Pick<ElementRecord, 'box' | 'mesh' | 'measured'>;

/** True when both have a mesh, and their meshes are the same surface at the same place: exported again, not changed. */
export function sameMesh(before: Shaped, after: Shaped): boolean {
  const [a, b] = [shapeOf(before), shapeOf(after)];
  if (a === undefined || b === undefined) return false;
  return samePoints(cornersOf(a.box), cornersOf(b.box)) && sameMeasures(a.mesh, b.mesh, diagonalOf(b.box));
}

const shapeOf = ({ box, mesh, measured }: Shaped): MeasuredShape | undefined =>
  box === undefined || mesh === undefined ? measured : { box, mesh };

function sameMeasures(a: MeshMeasures, b: MeshMeasures, diagonal: number): boolean {
  const near = (one: number, other: number, power: number) => Math.abs(one - other) <= sameShare * diagonal ** power;
  return (
    samePoints(a.centroid, b.centroid) &&
    near(a.area, b.area, 2) &&
    near(a.volume, b.volume, 3) &&
    a.moments.every((moment, n) => near(moment, b.moments[n] ?? 0, 4))
  );
}

const cornersOf = ({ low, high }: Box) => [...low, ...high];
const diagonalOf = ({ low, high }: Box) => Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);

/** Coordinate by coordinate. */
const samePoints = (a: readonly number[], b: readonly number[]): boolean =>
  a.every((value, n) => Math.abs(value - (b[n] ?? 0)) <= sameLength);
