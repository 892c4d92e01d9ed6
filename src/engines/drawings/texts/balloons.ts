import { type Box, boxOf, centerOf, holds, type Point } from '../geometry.ts';
import { cornersOf, type SheetText } from '../sheet.ts';
import type { Tag } from './tag.ts';

/*
 * Tags of instruments: letters over a number in a balloon, and the number of the system in it, or beside it.
 */

/** A text beside a balloon that says its system: `20`, `D-20`. */
const systemPattern = /^([A-Z]{1,2}-)?\d{1,3}$/;
/** It ends at most so far from the balloon, in heights of its letters. */
const mostBeside = 1.6;
/** Of the balloons so many have one: a number beside a single one is something else. */
const leastShare = 0.4;

/** The tag of each balloon, `boxes` being what they are drawn in. */
export function balloonTags(
  boxes: readonly Box[],
  texts: readonly SheetText[],
  isOfPlant: (text: SheetText) => boolean,
): (Tag | undefined)[] {
  const middles = texts.map((text) => centerOf(boxOf(cornersOf(text))));
  const tags = boxes.map((box) => tagInside(box, texts, middles));
  const plain = boxes.flatMap((_, n) => (isWithoutSystem(tags[n]) ? [n] : []));
  const systems = new Map<number, number>();
  const numbers = texts.flatMap((text, n) => (systemPattern.test(text.text) && isOfPlant(text) ? [n] : []));
  for (const n of plain) {
    const box = boxes[n];
    const beside = box && numbers.find((of) => isBeside(box, texts[of]));
    if (beside !== undefined) systems.set(n, beside);
  }
  if (systems.size < 2 || systems.size < leastShare * plain.length) return tags;
  return tags.map((tag, n) => {
    const system = systems.get(n);
    if (tag === undefined || system === undefined) return tag;
    return { ...tag, label: `${texts[system]?.text}-${tag.label}`, texts: [system, ...tag.texts] };
  });
}

const isWithoutSystem = (tag: Tag | undefined): boolean => tag !== undefined && /^\p{L}+-/u.test(tag.label);

/** Whether a text ends right before a balloon as the text reads, or stands right above it. */
function isBeside(box: Box, text: SheetText | undefined): boolean {
  if (text === undefined) return false;
  const { start, end, height } = text;
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]) || 1;
  const [ux, uy] = [(end[0] - start[0]) / length, (end[1] - start[1]) / length];
  const [cx, cy] = centerOf(box);
  const along = (p: Point) => (p[0] - cx) * ux + (p[1] - cy) * uy;
  const down = (p: Point) => (p[1] - cy) * ux - (p[0] - cx) * uy;
  const half = (box.right - box.left) / 2;
  const gap = -half - along(end);
  const isLeft = gap > -0.6 * height && gap < mostBeside * height && Math.abs(down(end)) < half + height;
  const middle = (along(start) + along(end)) / 2;
  const above = -half - down(end);
  const isAbove = above > 0 && above < mostBeside * height && Math.abs(middle) < half;
  return isLeft || isAbove;
}

/** Letters over a number, or one text with both; with the number of a system before the letters all in their order. */
function tagInside(box: Box, texts: readonly SheetText[], middles: readonly Point[]): Tag | undefined {
  const inside: { readonly text: SheetText; readonly n: number }[] = [];
  for (let n = 0; n < texts.length; n++) {
    const text = texts[n];
    const middle = middles[n];
    if (text !== undefined && middle !== undefined && holds(box, middle)) inside.push({ text, n });
  }
  if (inside.length === 0) return undefined;
  const lower = ({ text }: (typeof inside)[number]) => below(text);
  const ordered = inside.sort((a, b) => lower(a) - lower(b) || a.n - b.n);
  const words = ordered.flatMap(({ text }) => text.text.split(/[\s-]+/)).filter((word) => word !== '');
  const letters = words.filter((word) => /^\p{L}+$/u.test(word));
  const numbers = words.filter((word) => /\d/.test(word));
  const isWhole = letters.length > 0 && numbers.length > 0;
  const kinds = words.map((word) => (/^\p{L}+$/u.test(word) ? 'a' : '1')).join('');
  const label = isWhole && !/1a+1/.test(kinds) ? [letters.join(''), ...numbers].join('-') : words.join('-');
  const confidence = Math.min(...ordered.map(({ text }) => text.confidence)) * (isWhole ? 1 : 0.6);
  return { label, texts: ordered.map(({ n }) => n), confidence };
}

/** How far down a text stands, seen in the direction in which it reads. */
function below({ start, end }: SheetText): number {
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]) || 1;
  const [ux, uy] = [(end[0] - start[0]) / length, (end[1] - start[1]) / length];
  return start[0] * -uy + start[1] * ux;
}
