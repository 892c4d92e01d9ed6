import { arcPoints, circlePoints } from '../curves.ts';
import { boxOf, centerOf, largerSide, type Point } from '../geometry.ts';
import type { Rotation, SymbolRule, SymbolShape } from './set.ts';

export const all: readonly Rotation[] = [0, 90, 180, 270];
export const half: readonly Rotation[] = [0, 90];

type Facts = Pick<SymbolRule, 'inLine' | 'rotations' | 'mirrored' | 'tag' | 'width' | 'range'>;

export const equipment = { inLine: false, mirrored: false, rotations: all, width: 7 } as const;
export const valve = { inLine: true, mirrored: false, rotations: all, tag: 'near', width: 3 } as const;

/** Two triangles that meet in the middle, 1 long. */
export const bowTie = (high: number): SymbolShape => ({
  polyline: [
    [-0.5, -high / 2],
    [0.5, high / 2],
    [0.5, -high / 2],
    [-0.5, high / 2],
  ],
  closed: true,
});

const pointsOf = (shape: SymbolShape): readonly Point[] => {
  if ('line' in shape)
    return [
      [shape.line[0], shape.line[1]],
      [shape.line[2], shape.line[3]],
    ];
  if ('polyline' in shape) return shape.polyline;
  if ('circle' in shape) return circlePoints([shape.circle[0], shape.circle[1]], shape.circle[2]);
  const [cx, cy, r, from, to] = shape.arc;
  return arcPoints({ center: [cx, cy], rx: r, ry: r, from: (from * Math.PI) / 180, to: (to * Math.PI) / 180 });
};

const round = (value: number): number => Math.round(value * 1e5) / 1e5;

/** A symbol whose shapes are given in any unit: they are brought into the unit square. */
export function symbol(
  name: string,
  modelClass: string,
  facts: Facts,
  shapes: readonly SymbolShape[],
  ports: readonly Point[] = [],
): SymbolRule {
  const box = boxOf(shapes.flatMap(pointsOf));
  const [[cx, cy], size] = [centerOf(box), largerSide(box)];
  const [x, y] = [(value: number) => round((value - cx) / size), (value: number) => round((value - cy) / size)];
  const placed = shapes.map((shape): SymbolShape => {
    if ('line' in shape) {
      const [x1, y1, x2, y2] = shape.line;
      return { ...shape, line: [x(x1), y(y1), x(x2), y(y2)] };
    }
    if ('polyline' in shape) return { ...shape, polyline: shape.polyline.map(([px, py]) => [x(px), y(py)]) };
    if ('circle' in shape) return { circle: [x(shape.circle[0]), y(shape.circle[1]), round(shape.circle[2] / size)] };
    const [ax, ay, r, from, to] = shape.arc;
    return { arc: [x(ax), y(ay), round(r / size), from, to] };
  });
  return { name, modelClass, ...facts, ports: ports.map(([px, py]) => [x(px), y(py)]), shapes: placed };
}

export const rectangle = (left: number, top: number, right: number, bottom: number): SymbolShape => ({
  polyline: [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ],
  closed: true,
});

export const circle: SymbolShape = { circle: [0, 0, 0.5] };
