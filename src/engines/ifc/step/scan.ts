import { breathe } from '../../engine.ts';
import { failures } from '../failures.ts';
import type { Issues } from '../issues.ts';
import { byte, isDigit, isWordByte, skipSpace, skipString } from './bytes.ts';

/** Where every instance of a STEP file is. Columns instead of objects: a file has millions. */
export interface StepIndex {
  readonly count: number;
  /** `#123` → 123, in the order of the file. */
  readonly numbers: Uint32Array;
  /** First byte of the arguments: the opening parenthesis. */
  readonly offsets: Uint32Array;
  /** Index into `entities`. */
  readonly kinds: Uint16Array;
  /** Names of entities in upper case. */
  readonly entities: readonly string[];
  /** Position of an instance by its number; -1 for one that is not there. */
  find(number: number): number;
}

const enough = 2 ** 22;

/** Finds every instance of the DATA sections. What cannot be read is skipped and reported. */
export async function scanInstances(
  bytes: Uint8Array,
  from: number,
  issues: Issues,
  progress: (done: number) => void,
): Promise<StepIndex> {
  const columns = growingColumns(bytes.length);
  const names = entityNames(bytes);
  let at = from;
  let next = from + enough;
  for (;;) {
    at = skipSpace(bytes, at);
    if (at >= bytes.length) throw failures.truncated(issues.lineAt(bytes.length));
    if (at > next) {
      next = at + enough;
      progress(at);
      await breathe();
    }
    const start = at;
    if (bytes[at] !== byte.hash) {
      const end = endOfStatement(bytes, at);
      if (isWord(bytes, at, 'ENDSEC')) {
        const data = nextDataSection(bytes, end);
        if (data === -1) break;
        at = data;
        continue;
      }
      if (end === -1) throw failures.truncated(issues.lineAt(start));
      issues.add('These bytes are no instance and were skipped.', { offset: start });
      at = end;
      continue;
    }
    let number = 0;
    for (at++; isDigit(bytes[at]); at++) number = number * 10 + (bytes[at] ?? 0) - 48;
    at = skipSpace(bytes, at);
    const named = bytes[at] === byte.equals ? skipSpace(bytes, at + 1) : -1;
    const wordEnd = named === -1 ? -1 : endOfWord(bytes, named);
    const open = wordEnd === -1 ? -1 : skipSpace(bytes, wordEnd);
    const end = endOfStatement(bytes, at);
    if (end === -1) throw failures.truncated(issues.lineAt(start));
    const readable = open !== -1 && wordEnd > named && bytes[open] === byte.open && number > 0 && number < 2 ** 32 - 1;
    if (readable) columns.add(number, open, names.of(named, wordEnd));
    else issues.add('The line is no instance and was skipped.', { offset: start });
    at = end;
  }
  return columns.finish(names.all, (number, offset) =>
    issues.add(`#${number} is there twice; the first one counts.`, { offset }),
  );
}

/** Behind the next `;` outside of strings and comments; -1 when there is none. */
function endOfStatement(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    const now = bytes[at];
    if (now === byte.semicolon) return at + 1;
    if (now === byte.quote) {
      at = skipString(bytes, at) - 1;
    } else if (now === byte.slash && bytes[at + 1] === byte.star) at = skipSpace(bytes, at) - 1;
  }
  return -1;
}

/** Behind the `DATA;` of a further section (STEP allows several), or -1 at the end of the file. */
function nextDataSection(bytes: Uint8Array, from: number): number {
  const at = skipSpace(bytes, from);
  return isWord(bytes, at, 'DATA') ? endOfStatement(bytes, at) : -1;
}

export function isWord(bytes: Uint8Array, at: number, word: string): boolean {
  for (let n = 0; n < word.length; n++) if (((bytes[at + n] ?? 0) & 0xdf) !== word.charCodeAt(n)) return false;
  return true;
}

function endOfWord(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isWordByte(bytes[at])) at++;
  return at;
}

/** Gives every entity name a small number, comparing bytes instead of making a string each time. */
function entityNames(bytes: Uint8Array) {
  const all: string[] = [];
  const known = new Map<number, { name: string; kind: number }[]>();
  return {
    all,
    of(from: number, to: number): number {
      let hash = 0;
      for (let at = from; at < to; at++) hash = (Math.imul(hash, 31) + ((bytes[at] ?? 0) & 0xdf)) | 0;
      const alike = known.get(hash);
      const found = alike?.find(({ name }) => name.length === to - from);
      if (found !== undefined) return found.kind;
      const name = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from)
        .toString('latin1')
        .toUpperCase();
      const kind = all.push(name) - 1;
      known.set(hash, [...(alike ?? []), { name, kind }]);
      return kind;
    },
  };
}

function growingColumns(fileSize: number) {
  let room = Math.max(1024, Math.floor(fileSize / 64));
  let numbers = new Uint32Array(room);
  let offsets = new Uint32Array(room);
  let kinds = new Uint16Array(room);
  let count = 0;
  const grown = <T extends Uint32Array | Uint16Array>(old: T, fresh: T): T => {
    fresh.set(old);
    return fresh;
  };
  return {
    add(number: number, offset: number, kind: number) {
      if (count === room) {
        room *= 2;
        numbers = grown(numbers, new Uint32Array(room));
        offsets = grown(offsets, new Uint32Array(room));
        kinds = grown(kinds, new Uint16Array(room));
      }
      numbers[count] = number;
      offsets[count] = offset;
      kinds[count++] = kind;
    },
    finish(entities: readonly string[], twice: (number: number, offset: number) => void): StepIndex {
      const find = hashTable(numbers, count, (position) => twice(numbers[position] ?? 0, offsets[position] ?? 0));
      return { count, numbers, offsets, kinds, entities, find };
    },
  };
}

/** Numbers → positions, open addressing: numbers of instances may have large holes. */
function hashTable(numbers: Uint32Array, count: number, twice: (position: number) => void): (number: number) => number {
  const bits = Math.max(4, Math.ceil(Math.log2(count * 2 + 1)));
  const slots = new Int32Array(2 ** bits).fill(-1);
  const mask = slots.length - 1;
  const slotOf = (number: number): number => {
    let slot = Math.imul(number, 0x9e3779b1) >>> (32 - bits);
    for (;;) {
      const position = slots[slot] ?? -1;
      if (position === -1 || numbers[position] === number) return slot;
      slot = (slot + 1) & mask;
    }
  };
  for (let position = 0; position < count; position++) {
    const slot = slotOf(numbers[position] ?? 0);
    if (slots[slot] === -1) slots[slot] = position;
    else twice(position);
  }
  return (number) => slots[slotOf(number)] ?? -1;
}
