import { boxOf, heightOf, type Matrix, moved, type Point, scaleOf, widthOf } from '../geometry.ts';
import type { Plant } from './plant.ts';

export interface Look {
  readonly lineWidth: number;
  readonly matrix: Matrix;
  /** Dashes are lines of their own, as some programs write them. */
  readonly looseDashes?: boolean;
}

/** A plant as it is looked at: turned, mirrored, larger. Letters are turned, and never mirrored. */
export function matrixOf(scale: number, quarters: number, mirrored: boolean, [x, y]: Point = [0, 0]): Matrix {
  const [cos, sin] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ][quarters % 4] ?? [1, 0];
  const side = mirrored ? -1 : 1;
  return [scale * (cos ?? 1) * side, scale * (sin ?? 0) * side, -scale * (sin ?? 0), scale * (cos ?? 1), x, y];
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const n = (value: number): string => value.toFixed(3);

function pieces(points: readonly Point[], dashed: boolean, { looseDashes }: Look): readonly (readonly Point[])[] {
  if (!dashed || !looseDashes) return [points];
  const [a, b] = [points[0] ?? [0, 0], points.at(-1) ?? [0, 0]];
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const at = (s: number): Point => [a[0] + ((b[0] - a[0]) * s) / length, a[1] + ((b[1] - a[1]) * s) / length];
  return Array.from({ length: Math.ceil(length / 10) }, (_, k) => [at(10 * k), at(Math.min(length, 10 * k + 6))]);
}

/** How letters lie: by how many degrees they are turned, however the drawing is mirrored. */
function turnOf([a, b, c, d]: Matrix): number {
  const mirrored = a * d - b * c < 0;
  return (Math.atan2(mirrored ? -b : b, mirrored ? -a : a) * 180) / Math.PI;
}

export function svgOf(plant: Plant, look: Look): string {
  const { matrix, lineWidth } = look;
  const [k, turn] = [scaleOf(matrix), turnOf(matrix)];
  const corners = [
    [0, 0],
    [plant.width, 0],
    [plant.width, plant.height],
    [0, plant.height],
  ] as const;
  const box = boxOf(corners.map((corner) => moved(matrix, corner)));
  const lines = plant.lines.flatMap(({ points, dashed }) =>
    pieces(points, dashed, look).map((line) => {
      const list = line.map((p) => moved(matrix, p).map(n).join(',')).join(' ');
      const dashes = dashed && !look.looseDashes ? ` stroke-dasharray="${n(6 * k)},${n(4 * k)}"` : '';
      return `<polyline points="${list}"${dashes}/>`;
    }),
  );
  const labels = plant.labels.map(({ text, at, size }) => {
    const [x, y] = moved(matrix, at);
    const turned = turn === 0 ? '' : ` transform="rotate(${n(turn)} ${n(x)} ${n(y)})"`;
    return `<text x="${n(x)}" y="${n(y)}" font-size="${n(size * k)}"${turned}>${escaped(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${[box.left, box.top, widthOf(box), heightOf(box)].map(n).join(' ')}">
<g fill="none" stroke="black" stroke-width="${n(lineWidth * k)}">${lines.join('\n')}</g>
<g text-anchor="middle">${labels.join('\n')}</g></svg>`;
}

/** The same as a DXF, y up. */
export function dxfOf(plant: Plant, look: Look): string {
  const [k, turn] = [scaleOf(look.matrix), turnOf(look.matrix)];
  const up = (p: Point): Point => {
    const [x, y] = moved(look.matrix, p);
    return [x, -y];
  };
  const lines = plant.lines.flatMap(({ points, dashed }) =>
    pieces(points, dashed, look).map((line) => {
      const vertices = line.map(up).map(([x, y]) => `10\n${n(x)}\n20\n${n(y)}`);
      const type = dashed && !look.looseDashes ? '6\nDASHED\n' : '';
      return `0\nLWPOLYLINE\n8\n0\n${type}90\n${line.length}\n70\n0\n${vertices.join('\n')}`;
    }),
  );
  const labels = plant.labels.map(({ text, at, size }) => {
    const [x, y] = up(at).map(n);
    return `0\nTEXT\n8\nTXT\n10\n${x}\n20\n${y}\n40\n${n(0.72 * size * k)}\n1\n${text}\n50\n${n(-turn)}\n72\n1\n11\n${x}\n21\n${y}`;
  });
  return `0\nSECTION\n2\nENTITIES\n${[...lines, ...labels].join('\n')}\n0\nENDSEC\n0\nEOF\n`;
}
