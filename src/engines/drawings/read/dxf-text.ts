import { type Matrix, moved, type Point, scaleOf } from '../geometry.ts';
import type { Collector } from './collector.ts';
import { type Entity, numberOf, textOf } from './dxf-groups.ts';
import { placeOf } from './dxf-lines.ts';
import { textWidth } from './text-width.ts';

/** The height of a text is that of its capitals. */
const sizePerHeight = 1 / 0.72;
const lineSpacing = 5 / 3;

const signs: Readonly<Record<string, string>> = { d: '°', p: '±', c: '⌀', '%': '%' };
const plain = (text: string): string =>
  text
    .replaceAll(/%%([dpc%])/gi, (_, sign: string) => signs[sign.toLowerCase()] ?? '')
    .replaceAll(/%%[uo]/gi, '')
    .replaceAll(/\\U\+([0-9A-Fa-f]{4})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));

/** TEXT, ATTRIB and MTEXT. */
export function writeDxfText(entity: Entity, matrix: Matrix, out: Collector): void {
  const height = numberOf(entity, 40, 1);
  const [lines, across, down, place] = entity.type === 'MTEXT' ? paragraphs(entity) : single(entity);
  const angle = angleOf(entity);
  const stretch = entity.type === 'MTEXT' ? 1 : numberOf(entity, 41, 1);
  const step = height * lineSpacing;
  const tall = height + (lines.length - 1) * step;
  for (const [n, text] of lines.entries()) {
    const width = textWidth(text.trim(), height * sizePerHeight) * stretch;
    // along the text, and up from its place to the base line of this line
    const [along, up] = [-across * width, -down * tall + (lines.length - 1 - n) * step];
    const at = (x: number): Point => [
      place[0] + (along + x) * Math.cos(angle) - up * Math.sin(angle),
      place[1] + (along + x) * Math.sin(angle) + up * Math.cos(angle),
    ];
    const [start, end] = [moved(matrix, at(0)), moved(matrix, at(width))];
    out.write({ text: plain(text), start, end, height: height * scaleOf(matrix), confidence: 1 });
  }
}

/** Lines; which part of the text is left of its place, and below it; the place. */
type Laid = readonly [lines: readonly string[], across: number, down: number, place: Point];

function single(entity: Entity): Laid {
  const [h, v] = [numberOf(entity, 72), numberOf(entity, entity.type === 'ATTRIB' ? 74 : 73)];
  const lines = [textOf(entity, 1) ?? ''];
  const aligned = (h > 0 || v > 0) && h !== 3 && h !== 5 && textOf(entity, 11) !== undefined;
  if (!aligned) return [lines, 0, 0, placeOf(entity)];
  const across = h === 2 ? 1 : h === 1 || h === 4 ? 0.5 : 0;
  return [lines, across, h === 4 ? 0.5 : (downs[v] ?? 0), placeOf(entity, 11)];
}
/** Base line, bottom, middle, top. */
const downs = [0, 0, 0.5, 1];

function paragraphs(entity: Entity): Laid {
  const whole = entity.groups
    .filter(([code]) => code === 3 || code === 1)
    .map(([, value]) => value)
    .join('');
  const attachment = Math.min(9, Math.max(1, numberOf(entity, 71, 1))) - 1;
  const lines = withoutFormat(whole).split('\n');
  return [lines, (attachment % 3) / 2, 1 - Math.floor(attachment / 3) / 2, placeOf(entity)];
}

/** `\P` ends a line; `\f…;`, `\H…;` and the like, and braces, only say how letters look. */
const withoutFormat = (text: string): string =>
  text
    .replaceAll('\\P', '\n')
    .replaceAll('\\~', ' ')
    .replaceAll(/\\S([^;^/#]*)[\^/#]([^;]*);/g, '$1/$2')
    .replaceAll(/\\[fFHWAQTCcp][^;\\]*;/g, '')
    .replaceAll(/\\[LlOoKk]/g, '')
    .replaceAll(/(?<!\\)[{}]/g, '')
    .replaceAll(/\\([{}\\])/g, '$1');

function angleOf(entity: Entity): number {
  if (entity.type === 'MTEXT' && textOf(entity, 11) !== undefined) {
    const [x, y] = placeOf(entity, 11);
    if (x !== 0 || y !== 0) return Math.atan2(y, x);
  }
  return (numberOf(entity, 50) * Math.PI) / 180;
}
