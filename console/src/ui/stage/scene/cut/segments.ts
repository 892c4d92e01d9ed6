import type { BufferAttribute, BufferGeometry, InterleavedBufferAttribute, Matrix4 } from 'three';

/** A side of the section box: where it lies along an axis of the scene, and to which side what is cut off lies. */
export interface Cut {
  readonly axis: 0 | 1 | 2;
  readonly at: number;
  /** What is cut off lies towards larger values, or smaller ones. */
  readonly towards: 1 | -1;
}

/** Where an element is cut: ends of segments on the plane, two coordinates each, and the colour that is cut through. */
export interface CutLines {
  /** x1, y1, x2, y2 of each segment; the inside lies on the same side of all of them. */
  readonly ends: number[];
  readonly color: readonly [red: number, green: number, blue: number];
}

/** The axes along which the plane of a cut is measured. */
export const planeAxes = { 0: [1, 2], 1: [2, 0], 2: [0, 1] } as const;

type Attribute = BufferAttribute | InterleavedBufferAttribute;

/** Adds where the triangles of a mesh cross the plane of a cut to the lines of their elements. */
export function cutMesh(geometry: BufferGeometry, world: Matrix4, cut: Cut, lines: Map<number, CutLines>): void {
  const { index } = geometry;
  const position = geometry.getAttribute('position');
  const elements = geometry.getAttribute('elementIndex');
  if (index === null || elements === undefined) return;
  const heights = alongAxis(position, world, cut.axis);
  if (!isCrossed(heights, cut.at)) return;
  const isAbove = (corner: number) => (heights[corner] ?? 0) >= cut.at;
  const across = planeAxes[cut.axis].map((axis) => rowOf(world, axis));
  const colors = geometry.getAttribute('color');
  for (let at = 0; at < index.count; at += 3) {
    const [a, b, c] = [index.getX(at), index.getX(at + 1), index.getX(at + 2)];
    const above = isAbove(a);
    if (above === isAbove(b) && above === isAbove(c)) continue;
    const corners = [a, b, c, a];
    const { ends } = linesOf(lines, elements.getX(a), colors, a);
    // one side leads up through the plane, another one down: that is the direction of the segment
    for (const up of [true, false]) {
      const side = [0, 1, 2].find((n) => isAbove(corners[n] ?? 0) !== up && isAbove(corners[n + 1] ?? 0) === up) ?? 0;
      ends.push(...crossing(position, heights, corners[side] ?? 0, corners[side + 1] ?? 0, cut.at, across));
    }
  }
}

/** Whether something of a mesh lies on either side of the plane: most meshes do not. */
function isCrossed(heights: Float64Array, at: number): boolean {
  const first = (heights[0] ?? 0) >= at;
  return heights.some((height) => height >= at !== first);
}

type Row = readonly [x: number, y: number, z: number, shift: number];

function rowOf({ elements: m }: Matrix4, axis: number): Row {
  return [m[axis] ?? 0, m[4 + axis] ?? 0, m[8 + axis] ?? 0, m[12 + axis] ?? 0];
}

function alongAxis(position: Attribute, world: Matrix4, axis: number): Float64Array {
  const row = rowOf(world, axis);
  const values = new Float64Array(position.count);
  for (let n = 0; n < values.length; n++)
    values[n] = row[0] * position.getX(n) + row[1] * position.getY(n) + row[2] * position.getZ(n) + row[3];
  return values;
}

/** Where a side crosses the plane; the same numbers for both triangles at the side, as the lower end always comes first. */
function crossing(
  position: Attribute,
  heights: Float64Array,
  one: number,
  other: number,
  at: number,
  across: readonly Row[],
): number[] {
  const [low, high] = (heights[one] ?? 0) >= at ? [other, one] : [one, other];
  const [from, to] = [heights[low] ?? 0, heights[high] ?? 0];
  const share = (at - from) / (to - from);
  return across.map((row) => {
    const [start, end] = [placeIn(position, low, row), placeIn(position, high, row)];
    return start + share * (end - start);
  });
}

const placeIn = (position: Attribute, n: number, row: Row): number =>
  row[0] * position.getX(n) + row[1] * position.getY(n) + row[2] * position.getZ(n) + row[3];

function linesOf(
  lines: Map<number, CutLines>,
  element: number,
  colors: Attribute | undefined,
  corner: number,
): CutLines {
  const known = lines.get(element);
  if (known) return known;
  const color = colors ? ([colors.getX(corner), colors.getY(corner), colors.getZ(corner)] as const) : noColor;
  const made = { ends: [], color };
  lines.set(element, made);
  return made;
}

const noColor = [0.7, 0.7, 0.7] as const;
