import { type BinaryBitmap, eachStretch, isInked } from '../bitmap/bitmap.ts';
import { type Component, componentsOf, type InkRun } from '../bitmap/components.ts';
import { around, type Box, heightOf, largerSide, type Point, widthOf } from '../geometry.ts';

/** A line that is neither level nor upright, by the box around it. */
export interface Slant {
  readonly box: Box;
  /** It goes up from left to right. */
  readonly rising: boolean;
}

/** Of lines that are longer than this beside letters, what goes on is no part of a symbol. */
const longest = 12;
const shortest = 0.7;
/** What is level or upright for so long, in heights of letters and in widths of lines, is none of a slant. */
const [straightLetters, straightLines] = [0.4, 3.6];
const leastSlope = 0.2;
const mostFilled = 0.45;
const leastCorrelation = 0.85;
/** The same of parts, on which a piece of a circle may hang. */
const [mostFilledPart, leastCorrelationPart] = [0.65, 0.5];
/** Of a line that something crosses: its gap, in parts of it, and how much steeper or flatter its halves may be. */
const [mostGap, mostBend] = [0.45, 1.5];

/** Slanting lines as long as those of symbols: what is left when level and upright lines are taken away. */
export function slantsOf(ink: BinaryBitmap, letterHeight: number): Slant[] {
  const limit = Math.ceil(Math.max(straightLetters * letterHeight, straightLines * ink.thickness));
  const most = longest * letterHeight;
  const halves = componentsOf(withoutStraight(ink, limit), most).flatMap((one): Part[] => {
    const [wide, high] = [widthOf(one.box), heightOf(one.box)];
    if (largerSide(one.box) < shortest * letterHeight || Math.min(wide, high) < leastSlope * Math.max(wide, high))
      return [];
    const filled = one.area / (wide * high);
    if (filled > mostFilledPart) return [];
    const together = correlation(one);
    if (Math.abs(together) < leastCorrelationPart) return [];
    return [{ box: one.box, rising: together < 0, together: Math.abs(together), filled }];
  });
  const slants = halves.filter(({ filled, together }) => filled <= mostFilled && together >= leastCorrelation);
  return [...slants, ...acrossGaps(halves, most)];
}

interface Part extends Slant {
  /** How well it is one line, from 0 to 1. */
  readonly together: number;
  /** Which part of its box it fills. */
  readonly filled: number;
}

/** Lines of which two parts are left: where a circle is as good as level, it took away the piece of the line there, too. */
function acrossGaps(slants: readonly Slant[], most: number): Slant[] {
  const fromTop = [...slants].sort((a, b) => a.box.top - b.box.top);
  return fromTop.flatMap((upper, at) => {
    const wholes: Slant[] = [];
    for (let next = at + 1; next < fromTop.length; next++) {
      const lower = fromTop[next];
      if (lower === undefined || lower.box.top - upper.box.top > most) break;
      const whole = lower.rising === upper.rising ? wholeOf(upper, lower) : undefined;
      if (whole !== undefined && largerSide(whole.box) <= most) wholes.push(whole);
    }
    return wholes;
  });
}

/** The line that two parts are of. */
function wholeOf({ box: upper, rising }: Slant, { box: lower }: Slant): Slant | undefined {
  const box = around(upper, lower);
  const [wide, high] = [widthOf(box), heightOf(box)];
  const across = rising ? upper.left - lower.right : lower.left - upper.right;
  const down = lower.top - upper.bottom;
  if (Math.abs(across) > mostGap * wide || Math.abs(down) > mostGap * high) return undefined;
  const isBent = [upper, lower].some((part) => {
    const bend = (widthOf(part) * high) / (heightOf(part) * wide);
    return bend > mostBend || bend < 1 / mostBend;
  });
  return isBent ? undefined : { box, rising };
}

/** The ink of which neither the row nor the column is inked for so long. */
function withoutStraight(ink: BinaryBitmap, limit: number): InkRun[] {
  const { height } = ink;
  const rest: InkRun[] = [];
  const far = (x: number, from: number, by: 1 | -1): number => {
    let cells = 0;
    for (let y = from + by; cells < limit && y >= 0 && y < height && isInked(ink, x, y); y += by) cells++;
    return cells;
  };
  for (let y = 0; y < height; y++) {
    eachStretch(ink, y, 'ink', (from, end) => {
      if (end - from >= limit) return;
      const middle = (from + end) >> 1;
      if (far(middle, y, -1) + far(middle, y, 1) + 1 < limit) rest.push({ y, from, to: end - 1 });
    });
  }
  return rest;
}

/** How well its cells lie on one line: 1 falling, -1 rising (y down), 0 not at all. */
function correlation({ runs, area }: Component): number {
  let [sx, sy, sxx, syy, sxy] = [0, 0, 0, 0, 0];
  for (const { y, from, to } of runs) {
    for (let x = from; x <= to; x++) {
      sx += x;
      sy += y;
      sxx += x * x;
      syy += y * y;
      sxy += x * y;
    }
  }
  const spread = Math.sqrt((sxx - (sx * sx) / area) * (syy - (sy * sy) / area));
  return spread === 0 ? 0 : (sxy - (sx * sy) / area) / spread;
}

/** The longest slant of lines that are known, when it is at least so long. */
export function slantIn(lines: readonly (readonly Point[])[], least: number): Slant | undefined {
  const slants = lines.flatMap((line) =>
    line.slice(1).flatMap((b, n): Slant[] => {
      const a = line[n] ?? b;
      const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
      const [wide, high] = [Math.abs(dx), Math.abs(dy)];
      if (Math.hypot(dx, dy) < least || Math.min(wide, high) < leastSlope * Math.max(wide, high)) return [];
      const box = { left: Math.min(a[0], b[0]), right: Math.max(a[0], b[0]), top: Math.min(a[1], b[1]) };
      return [{ box: { ...box, bottom: Math.max(a[1], b[1]) }, rising: dx * dy < 0 }];
    }),
  );
  const lengthOf = ({ box }: Slant) => Math.hypot(widthOf(box), heightOf(box));
  return slants.sort((a, b) => lengthOf(b) - lengthOf(a))[0];
}
