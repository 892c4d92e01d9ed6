import { arcPoints } from '../curves.ts';
import type { Point } from '../geometry.ts';
import type { SymbolShape } from './set.ts';

export const lines = (closed: boolean, ...polyline: Point[]): SymbolShape => ({ polyline, closed });

/** A shape that is painted, as its outline and others inside of it: what lies between is near to a line. */
export function filled(points: readonly Point[]): SymbolShape[] {
  const [cx, cy] = [0, 1].map((axis) => points.reduce((sum, p) => sum + (p[axis] ?? 0), 0) / points.length);
  const inner = (k: number) =>
    points.map(([x, y]): Point => [(cx ?? 0) + k * (x - (cx ?? 0)), (cy ?? 0) + k * (y - (cy ?? 0))]);
  return [1, 0.72, 0.44, 0.16].map((k) => ({ polyline: inner(k), closed: true }));
}

/** A piece of an ellipse, from and to in degrees. */
export const oval = (center: Point, rx: number, ry: number, from: number, to: number, closed = false): SymbolShape => ({
  polyline: arcPoints({ center, rx, ry, from: (from * Math.PI) / 180, to: (to * Math.PI) / 180 }),
  closed,
});
