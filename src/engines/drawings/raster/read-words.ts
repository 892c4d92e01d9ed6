import sharp from 'sharp';
import { heightOf, type Point, widthOf } from '../geometry.ts';
import type { SheetText } from '../sheet.ts';
import type { SymbolSet } from '../symbols/set.ts';
import { patternOfSet } from '../texts/pattern.ts';
import type { Word } from './letters.ts';
import type { Grey } from './picture.ts';
import type { LineReader, Reading } from './tesseract.ts';

/** Letters that texts of drawings are written with. */
const usual = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"./';
/** The library reads letters of this height best. */
const readHeight = 34;
const margin = 12;
/** What is read so surely is not read again without the letters that are usual. */
const sure = 0.8;
/** What looks like a tag is one, however unsure the library is of its letters. */
const leastOfKnown = 0.4;

/** A word as the library gets it, turned so that it may be upright. */
interface WordPicture {
  readonly turn: Turn;
  readonly png: Buffer;
}

type Turn = 0 | 90 | 270;

export interface WordReader {
  /** Of a word that runs up or down two: one of them is upright. */
  pictures(word: Word): Promise<readonly WordPicture[]>;
  /** The text of a word by its pictures; undefined for what is none. */
  read(word: Word, pictures: readonly WordPicture[]): SheetText | undefined;
}

/** Reads words of a sheet, those first that tags and line numbers look like. */
export function wordReader(grey: Grey, letter: number, reader: LineReader, set: SymbolSet): WordReader {
  const tags = set.tags.map(({ pattern }) => patternOfSet(pattern, 'whole'));
  const line = patternOfSet(set.linePattern, 'part');
  const isKnown = (text: string) => tags.some((form) => form.test(text)) || line.test(text);
  const best = (png: Buffer): Reading => {
    const first = reader.read(png, usual);
    const text = corrected(first.text, isKnown);
    if (isKnown(text)) return { text, confidence: Math.max(leastOfKnown, first.confidence) };
    if (first.confidence > sure) return { ...first, text };
    const free = reader.read(png);
    const other = corrected(free.text, isKnown);
    if (isKnown(other)) return { text: other, confidence: Math.max(leastOfKnown, free.confidence) };
    return free.confidence > first.confidence + 0.1 && /[a-km-z ]/.test(free.text) ? free : { ...first, text };
  };
  return {
    pictures(word) {
      const turns: readonly Turn[] = word.upright ? [90, 270] : [0];
      return Promise.all(turns.map(async (turn) => ({ turn, png: await picture(grey, word, letter, turn) })));
    },
    read(word, pictures) {
      const readings = pictures.map(({ turn, png }) => ({ turn, ...best(png) }));
      const { turn, text, confidence } = readings.reduce((a, b) => (b.confidence > a.confidence ? b : a));
      if (!/[\p{L}\p{N}]/u.test(text) || confidence < 0.2) return undefined;
      return { ...placeOf(word, turn), text, confidence };
    },
  };
}

/** The word alone on white, turned upright and as high as the library likes it. */
function picture(grey: Grey, { box, parts }: Word, letter: number, turn: Turn): Promise<Buffer> {
  const [width, height] = [widthOf(box) + 4, heightOf(box) + 4];
  const data = new Uint8Array(width * height).fill(255);
  for (const { y, from, to } of parts.flatMap((part) => part.runs)) {
    for (const row of [y - 1, y, y + 1]) {
      if (row < 0 || row >= grey.height) continue;
      const [first, last] = [Math.max(0, from - 1), Math.min(grey.width - 1, to + 1)];
      const at = (row - box.top + 2) * width + first - box.left + 2;
      if (at >= 0) data.set(grey.data.subarray(row * grey.width + first, row * grey.width + last + 1), at);
    }
  }
  const scaled = (cells: number) => Math.max(8, Math.round((cells * readHeight) / letter));
  const [w, h] = turn === 0 ? [scaled(width), scaled(height)] : [scaled(height), scaled(width)];
  return sharp(data, { raw: { width, height, channels: 1 } })
    .rotate(turn)
    .resize(w, h, { fit: 'fill', kernel: 'cubic' })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: 'white' })
    .toColourspace('b-w')
    .png({ compressionLevel: 0 })
    .toBuffer();
}

/** Where a word stands, by how it had to be turned to be read. */
function placeOf({ box }: Word, turn: Turn): Pick<SheetText, 'start' | 'end' | 'height'> {
  const { left, top, right, bottom } = box;
  const corners: Readonly<Record<Turn, readonly [Point, Point]>> = {
    0: [
      [left, bottom],
      [right, bottom],
    ],
    90: [
      [right, bottom],
      [right, top],
    ],
    270: [
      [left, top],
      [left, bottom],
    ],
  };
  const [start, end] = corners[turn] ?? [
    [left, bottom],
    [right, bottom],
  ];
  return { start, end, height: turn === 0 ? heightOf(box) : widthOf(box) };
}

const asDigit: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  l: '1',
  '|': '1',
  Z: '2',
  S: '5',
  B: '8',
  G: '6',
};
const asLetter: Readonly<Record<string, string>> = {
  '0': 'O',
  '1': 'I',
  '|': 'I',
  l: 'I',
  '2': 'Z',
  '5': 'S',
  '8': 'B',
  '6': 'G',
};
export const digitsOf = (text: string): string => text.replaceAll(/[^\d]/g, (sign) => asDigit[sign] ?? sign);
export const lettersOf = (text: string): string => text.replaceAll(/[^A-Za-z]/g, (sign) => asLetter[sign] ?? sign);

/** What looks like a tag or a line number but for letters that are taken for each other. */
function corrected(read: string, isKnown: (text: string) => boolean): string {
  const text = read
    .replaceAll(/[“”″]|''|‘‘|’’/g, '"')
    .replaceAll(/[–—_]/g, '-')
    .replaceAll(' ', '');
  if (isKnown(text)) return text;
  const parts = text.split('-');
  const asTag = parts.length === 2 ? `${lettersOf(parts[0] ?? '')}-${digitsOf(parts[1] ?? '')}` : text;
  if (isKnown(asTag)) return asTag;
  const [size = '', fluid = '', ...rest] = parts;
  const asLine = [`${digitsOf(size.replace(/"?$/, ''))}"`, lettersOf(fluid), ...rest.map(digitsOf)].join('-');
  return parts.length > 2 && isKnown(asLine) ? asLine : read;
}
