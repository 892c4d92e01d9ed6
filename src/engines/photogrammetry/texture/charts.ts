/** Connected triangles that one photo shows. */
export interface Chart {
  readonly photo: number;
  /** Numbers of the triangles. */
  readonly triangles: readonly number[];
  /** Pixels of the photo, scaled: of the corners of the triangles, x and y, three corners each. */
  readonly corners: Float32Array;
  /** The whole pixels that it needs. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels around a chart, so that nothing else shows between pixels of a page. */
export const padding = 2;

/** Where a corner of a triangle lies in a photo, in pixels of the scale. */
export type CornerPixel = (triangle: number, corner: number, photo: number) => readonly [number, number];

/** `wanted`: the triangles; those that no photo shows are in no chart. */
export function chartsOf(
  wanted: Iterable<number>,
  labels: Int32Array,
  beyond: Int32Array,
  pixel: CornerPixel,
  mostSide: number,
): Chart[] {
  const open = new Set(wanted);
  const charts: Chart[] = [];
  for (const first of open) {
    const photo = labels[first] ?? -1;
    open.delete(first);
    if (photo < 0) continue;
    const triangles = [first];
    let box = boxOf(first, photo, pixel);
    for (let at = 0; at < triangles.length; at++) {
      for (let side = 0; side < 3; side++) {
        const other = beyond[3 * (triangles[at] ?? 0) + side] ?? -1;
        if (other === -1 || labels[other] !== photo || !open.has(other)) continue;
        const joint = union(box, boxOf(other, photo, pixel));
        if (Math.max(joint[2] - joint[0], joint[3] - joint[1]) > mostSide - 2 * padding - 2) continue;
        box = joint;
        open.delete(other);
        triangles.push(other);
      }
    }
    charts.push(chartOf(photo, triangles, box, pixel));
  }
  return charts;
}

type Box = readonly [left: number, top: number, right: number, bottom: number];

function boxOf(triangle: number, photo: number, pixel: CornerPixel): Box {
  const [a, b, c] = [pixel(triangle, 0, photo), pixel(triangle, 1, photo), pixel(triangle, 2, photo)];
  return [
    Math.min(a[0], b[0], c[0]),
    Math.min(a[1], b[1], c[1]),
    Math.max(a[0], b[0], c[0]),
    Math.max(a[1], b[1], c[1]),
  ];
}

const union = (a: Box, b: Box): Box => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];

function chartOf(photo: number, triangles: readonly number[], box: Box, pixel: CornerPixel): Chart {
  const [x, y] = [Math.floor(box[0]) - padding, Math.floor(box[1]) - padding];
  const corners = new Float32Array(6 * triangles.length);
  for (const [n, triangle] of triangles.entries()) {
    for (let corner = 0; corner < 3; corner++) corners.set(pixel(triangle, corner, photo), 6 * n + 2 * corner);
  }
  return {
    photo,
    triangles,
    corners,
    x,
    y,
    width: Math.ceil(box[2]) + padding - x,
    height: Math.ceil(box[3]) + padding - y,
  };
}
