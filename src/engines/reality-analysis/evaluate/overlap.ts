import type { Box2D, Box3D } from '../scene/types.ts';

/** Share of what two boxes have in common of what they cover together. */
export function overlap2D(a: Box2D, b: Box2D): number {
  const width = Math.min(a.xmax, b.xmax) - Math.max(a.xmin, b.xmin);
  const height = Math.min(a.ymax, b.ymax) - Math.max(a.ymin, b.ymin);
  if (width <= 0 || height <= 0) return 0;
  const common = width * height;
  return common / (area(a) + area(b) - common);
}

const area = (box: Box2D): number => (box.xmax - box.xmin) * (box.ymax - box.ymin);

export function overlap3D(a: Box3D, b: Box3D): number {
  let common = 1;
  for (const axis of [0, 1, 2] as const) {
    common *= Math.max(0, Math.min(a.high[axis], b.high[axis]) - Math.max(a.low[axis], b.low[axis]));
  }
  return common === 0 ? 0 : common / (volume(a) + volume(b) - common);
}

const volume = ({ low, high }: Box3D): number => (high[0] - low[0]) * (high[1] - low[1]) * (high[2] - low[2]);
