import type { Matrix, Point } from '../../geometry.ts';
import { combined, inverse, moved, scaleOf, unmoved } from '../../geometry.ts';
import type { RealSheet } from './sheet.ts';

export interface RealFile {
  readonly content: string;
  /** From units of the file to millimetres of the sheet. */
  readonly toSheet: Matrix;
}

const n = (value: number): string => value.toFixed(3);
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** As SVG, three units a millimetre; `view`: how it is turned, mirrored and scaled besides. Letters are never mirrored. */
export function realSvg({ size: [w, h], drawn }: RealSheet, view: Matrix = unmoved): RealFile {
  const matrix = combined(view, [3, 0, 0, 3, 0, 0]);
  const k = scaleOf(matrix);
  const [a, b, c, d] = matrix;
  const side = a * d - b * c < 0 ? -1 : 1;
  const lay = (p: Point) => moved(matrix, p);
  const corners = [lay([0, 0]), lay([w, 0]), lay([w, h]), lay([0, h])];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const lines = drawn.lines.map(({ points, width, dash, filled }) => {
    const list = points.map((p) => lay(p).map(n).join(',')).join(' ');
    const dashes = dash ? ` stroke-dasharray="${dash.map((one) => n(one * k)).join(',')}"` : '';
    return `<polyline points="${list}" stroke-width="${n(width * k)}"${dashes}${filled ? ' fill="black"' : ''}/>`;
  });
  const letters = drawn.letters.map(({ text, at, height, upright, anchor }) => {
    const [x, y] = lay(at);
    const turn = (Math.atan2(side * b, side * a) * 180) / Math.PI - (upright ? 90 : 0);
    const turned = Math.abs(turn) < 0.01 ? '' : ` transform="rotate(${n(turn)} ${n(x)} ${n(y)})"`;
    // a mirrored text would begin where it ends
    const from = anchor === 'start' && side < 0 ? 'end' : anchor;
    const place = `x="${n(x)}" y="${n(y)}" font-size="${n((height * k) / 0.72)}" text-anchor="${from}"`;
    return `<text ${place}${turned}>${escaped(text)}</text>`;
  });
  const box = [left, top, Math.max(...xs) - left, Math.max(...ys) - top].map(n).join(' ');
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><g fill="none" stroke="black">`;
  return { content: `${open}${lines.join('')}</g><g>${letters.join('')}</g></svg>`, toSheet: inverse(matrix) };
}
