import { curvePoints } from '../curves.ts';
import type { Point } from '../geometry.ts';

/** The numbers that begin the steps of a path; they differ between major versions of the library. */
const steps = { moveTo: 0, lineTo: 1, curveTo: 2, quadraticCurveTo: 3, closePath: 4 } as const;

/** The lines of a path as the library writes it: a step, its coordinates, the next step, … */
export function pathOf(data: ArrayLike<number>): Point[][] {
  const lines: Point[][] = [];
  let line: Point[] = [];
  const end = () => {
    if (line.length > 1) lines.push(line);
  };
  for (let at = 0; at < data.length; ) {
    const step = data[at++];
    const point = (n: number): Point => [data[at + 2 * n] ?? 0, data[at + 2 * n + 1] ?? 0];
    const from = line.at(-1) ?? [0, 0];
    if (step === steps.moveTo) {
      end();
      line = [point(0)];
      at += 2;
    } else if (step === steps.lineTo) {
      line.push(point(0));
      at += 2;
    } else if (step === steps.curveTo) {
      line.push(...curvePoints(from, point(0), point(1), point(2)));
      at += 6;
    } else if (step === steps.quadraticCurveTo) {
      line.push(...curvePoints(from, point(0), point(1)));
      at += 4;
    } else if (step === steps.closePath) {
      const [first] = line;
      if (first) line.push(first);
      end();
      line = first ? [first] : [];
    } else return lines;
  }
  end();
  return lines;
}
