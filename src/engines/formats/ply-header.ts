import type { RandomAccess } from '../random-access.ts';
import { headOf } from './lines.ts';
import { type NumberKind, numberKinds } from './numbers.ts';
import { unreadable } from './unreadable.ts';

export interface PlyProperty {
  readonly name: string;
  readonly kind: NumberKind;
  /** Of a list: the kind of its length. */
  readonly length?: NumberKind;
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: readonly PlyProperty[];
}

export interface PlyHeader {
  readonly format: 'ascii' | 'little' | 'big';
  readonly elements: readonly PlyElement[];
  readonly comments: readonly string[];
  /** Where the first element begins. */
  readonly end: number;
}

const kinds: Readonly<Record<string, NumberKind>> = {
  char: 'int8',
  int8: 'int8',
  uchar: 'uint8',
  uint8: 'uint8',
  short: 'int16',
  int16: 'int16',
  ushort: 'uint16',
  uint16: 'uint16',
  int: 'int32',
  int32: 'int32',
  uint: 'uint32',
  uint32: 'uint32',
  float: 'float32',
  float32: 'float32',
  double: 'float64',
  float64: 'float64',
};
const formats = { ascii: 'ascii', binary_little_endian: 'little', binary_big_endian: 'big' } as const;

export async function readPlyHeader(file: RandomAccess, name: string): Promise<PlyHeader> {
  const head = await headOf(file, (line) => line.trim() === 'end_header');
  if (head?.lines[0]?.trim() !== 'ply') throw unreadable(name, 'it does not begin as a PLY file does');
  const found: Found = { format: undefined, elements: [], comments: [] };
  for (const line of head.lines.slice(1, -1)) {
    const why = readLine(line.trim().split(/\s+/), found);
    if (why !== undefined) throw unreadable(name, why);
  }
  const { format, elements, comments } = found;
  if (format === undefined) throw unreadable(name, 'its header names no format that is known');
  return { format, elements, comments, end: head.end };
}

interface Found {
  format: PlyHeader['format'] | undefined;
  readonly elements: { name: string; count: number; properties: PlyProperty[] }[];
  readonly comments: string[];
}

/** Takes in a line; answers why it cannot. */
function readLine([word = '', ...rest]: readonly string[], found: Found): string | undefined {
  if (word === 'comment' || word === 'obj_info') found.comments.push(rest.join(' '));
  else if (word === 'format') found.format = Object.entries(formats).find(([key]) => key === rest[0])?.[1];
  else if (word === 'element') {
    const count = Number(rest[1]);
    if (!Number.isSafeInteger(count) || count < 0) return 'an element of its header has no count';
    found.elements.push({ name: rest[0] ?? '', count, properties: [] });
  } else if (word === 'property') {
    const property = propertyOf(rest);
    const element = found.elements.at(-1);
    if (property === undefined || element === undefined)
      return `a property of its header is not known: ${rest.join(' ')}`;
    element.properties.push(property);
  } else if (word !== '') return `'${word}' in its header is not known`;
  return undefined;
}

function propertyOf(words: readonly string[]): PlyProperty | undefined {
  if (words[0] !== 'list') {
    const kind = kinds[words[0] ?? ''];
    return kind === undefined || words[1] === undefined ? undefined : { name: words[1], kind };
  }
  const [length, kind] = [kinds[words[1] ?? ''], kinds[words[2] ?? '']];
  if (length === undefined || kind === undefined || words[3] === undefined) return undefined;
  return { name: words[3], kind, length };
}

/** Bytes of an element without lists; undefined with one. */
export function strideOf({ properties }: PlyElement): number | undefined {
  if (properties.some(({ length }) => length !== undefined)) return undefined;
  return properties.reduce((sum, { kind }) => sum + numberKinds[kind].size, 0);
}
