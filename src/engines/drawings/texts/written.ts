import { around, type Box, boxOf, distance, type Point } from '../geometry.ts';
import { cornersOf, type SheetText } from '../sheet.ts';

/** What may be a tag: a text, or two lines of one that are read as one. */
export interface Written {
  readonly label: string;
  readonly texts: readonly number[];
  readonly box: Box;
  readonly confidence: number;
}

/** Lines of a tag: as high as each other, so far apart at most, and begun or centred so alike; in heights of letters. */
const [mostTaller, mostApart, mostAside] = [1.15, 1.8, 0.6];
/** What is above the other line of a tag is short: a system. */
const longestFirst = 6;
const system = /^([A-Z]{1,2}-\d{2}|\d{1,3})$/;

/**
 * All texts, and pairs of lines under each other that make one tag as they stand or with a dash between. `fits`: whether a text
 * is a tag; `isOfPlant`: which texts count. A text that is a tag of its own, and the line below a description, stay as they are.
 */
export function writtenIn(
  texts: readonly SheetText[],
  fits: (text: string) => boolean,
  isOfPlant: (text: SheetText) => boolean,
): Written[] {
  const placed = texts.map((text, n) => ({ n, text, box: boxOf(cornersOf(text)), turn: directionOf(text) }));
  const counts = new Map<string, number>();
  for (const one of texts) if (isOfPlant(one)) counts.set(one.text, (counts.get(one.text) ?? 0) + 1);
  // a tag is there once, a system again and again
  const isSystem = (text: string) => (counts.get(text) ?? 0) > 1 && system.test(text);
  const joined = placed.flatMap((first): Written[] => {
    const { text } = first.text;
    if (text.length > longestFirst || (fits(text) && !isSystem(text))) return [];
    const next = placed.find((one) => one !== first && follows(first, one));
    if (next === undefined) return [];
    const whole = ['', '-'].map((between) => first.text.text + between + next.text.text).find(fits);
    if (whole === undefined) return [];
    const confidence = Math.min(first.text.confidence, next.text.confidence);
    return [{ label: whole, texts: [first.n, next.n], box: around(first.box, next.box), confidence }];
  });
  const used = new Set(joined.flatMap((one) => one.texts));
  const systems = new Set(joined.map(({ texts: [first = 0] }) => texts[first]?.text));
  const single = placed.flatMap(({ n, text, box }): Written[] =>
    used.has(n) || systems.has(text.text) ? [] : [{ label: text.text, texts: [n], box, confidence: text.confidence }],
  );
  return [...single, ...joined];
}

function directionOf({ start, end }: SheetText): Point {
  const length = distance(start, end) || 1;
  return [(end[0] - start[0]) / length, (end[1] - start[1]) / length];
}

interface Placed {
  readonly text: SheetText;
  readonly turn: Point;
}

/** Whether a text is the next line of a block, below as it is read. */
function follows({ text: a, turn: [ux, uy] }: Placed, { text: b, turn }: Placed): boolean {
  if (turn[0] * ux + turn[1] * uy < 0.99) return false;
  const taller = Math.max(a.height, b.height) / Math.min(a.height, b.height);
  if (taller > mostTaller) return false;
  const along = (p: Point) => p[0] * ux + p[1] * uy;
  const down = (p: Point) => p[1] * ux - p[0] * uy;
  const apart = down(b.start) - down(a.start);
  if (apart < 0.8 * a.height || apart > mostApart * a.height) return false;
  const begin = Math.abs(along(a.start) - along(b.start));
  const middle = Math.abs(along(a.start) + along(a.end) - along(b.start) - along(b.end)) / 2;
  return Math.min(begin, middle) < mostAside * a.height;
}
