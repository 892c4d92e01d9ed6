import { distance } from '../geometry.ts';
import type { SheetText } from '../sheet.ts';

/** Gaps within a text, in heights of its letters; wider ones are between two texts. */
const closest = 0.3;
const widest = 0.75;

/** Joins the pieces into which programs cut a line of text. */
export function joinTexts(texts: readonly SheetText[]): SheetText[] {
  const joined: SheetText[] = [];
  for (const text of texts) {
    const last = joined.at(-1);
    const whole = last && joinedTo(last, text);
    if (whole) joined[joined.length - 1] = whole;
    else joined.push(text);
  }
  return joined;
}

function joinedTo(first: SheetText, next: SheetText): SheetText | undefined {
  const { height } = first;
  if (Math.abs(next.height - height) > 0.1 * height) return undefined;
  const length = distance(first.start, first.end) || 1;
  const [ux, uy] = [(first.end[0] - first.start[0]) / length, (first.end[1] - first.start[1]) / length];
  const [dx, dy] = [next.start[0] - first.end[0], next.start[1] - first.end[1]];
  const [along, aside] = [dx * ux + dy * uy, Math.abs(dx * uy - dy * ux)];
  const [nx, ny] = [next.end[0] - next.start[0], next.end[1] - next.start[1]];
  const parallel = nx * ux + ny * uy >= 0.99 * Math.hypot(nx, ny);
  if (!parallel || aside > 0.2 * height || along < -0.3 * height || along > widest * height) return undefined;
  const text = along > closest * height ? `${first.text} ${next.text}` : first.text + next.text;
  return { ...first, text, end: next.end, confidence: Math.min(first.confidence, next.confidence) };
}
