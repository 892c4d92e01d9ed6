import { breathe } from '../../engine.ts';
import { failures } from '../failures.ts';
import type { Issues } from '../issues.ts';
import { byte, isDigit, isSpace, isWordByte, skipSpace, skipString } from './bytes.ts';
import { blanked, brokenOff, closeText, hasLostQuote } from './lost-quotes.ts';
import type { Mend } from './mends.ts';

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
const endOfSection = 'ENDSEC';

/**
 * Finds every instance of the DATA sections. What cannot be read is skipped and reported; a quote that is lost is put
 * into the bytes. `argumentsOf`: how many arguments an entity has, 0 for one that is not known.
 */
export async function scanInstances(
  bytes: Uint8Array,
  from: number,
  issues: Issues,
  mends: Mend[],
  progress: (done: number) => void,
  argumentsOf: (entity: string) => number = () => 0,
): Promise<StepIndex> {
  const columns = growingColumns(bytes.length);
  const names = entityNames(bytes);
  const file = { bytes, columns, names, issues, mends, argumentsOf };
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
    at = bytes[at] === byte.hash ? scanLine(file, at) : scanOther(file, at);
    if (at === -1) break;
  }
  return columns.finish(names.all, (number, offset) =>
    issues.add(`#${number} is there twice; the first one counts.`, { offset }),
  );
}

/** A file that is scanned, and where what is found in it goes. */
interface Scan {
  readonly bytes: Uint8Array;
  readonly columns: ReturnType<typeof growingColumns>;
  readonly names: ReturnType<typeof entityNames>;
  readonly issues: Issues;
  readonly mends: Mend[];
  argumentsOf(entity: string): number;
}

/** Reads `#123 = NAME(…);` and answers where it ends. */
function scanLine(file: Scan, start: number): number {
  const { bytes, columns, names, issues, mends } = file;
  let at = start + 1;
  let number = 0;
  for (; isDigit(bytes[at]); at++) number = number * 10 + (bytes[at] ?? 0) - 48;
  at = skipSpace(bytes, at);
  const named = bytes[at] === byte.equals ? skipSpace(bytes, at + 1) : -1;
  const wordEnd = named === -1 ? -1 : endOfWord(bytes, named);
  const open = wordEnd === -1 ? -1 : skipSpace(bytes, wordEnd);
  const flaw = { found: false };
  const end = endOfStatement(bytes, open === -1 ? at + 1 : open, flaw);
  if (end === -1) throw failures.truncated(issues.lineAt(start));
  if (bytes[end - 1] !== byte.semicolon && open !== -1 && hasLostQuote(bytes, open, end))
    return mendText(file, { start, number, named, wordEnd, open, end });
  const opened = open !== -1 && wordEnd > named && bytes[open] === byte.open;
  if (!opened || number === 0 || number >= 2 ** 32 - 1) {
    issues.add('The line is no instance and was skipped.', { offset: start });
    // the library may never come to an end with it
    mends.push({ from: start, to: end, text: '' });
    return end;
  }
  if (bytes[end - 1] !== byte.semicolon) issues.add(`There is no semicolon behind #${number}.`, { offset: start });
  const kind = names.of(named, wordEnd);
  // the library may never come to an end with a relation that cannot be read; nothing refers to one
  if (flaw.found && names.all[kind]?.startsWith('IFCREL')) mends.push({ from: start, to: end, text: '' });
  else if (bytes[end - 1] !== byte.semicolon) mends.push({ from: end, to: end, text: ';' });
  columns.add(number, open, kind);
  return end;
}

interface Line {
  readonly start: number;
  readonly number: number;
  readonly named: number;
  readonly wordEnd: number;
  readonly open: number;
  readonly end: number;
}

/** An instance whose text has lost its second quote. */
function mendText({ bytes, columns, names, issues, argumentsOf }: Scan, line: Line): number {
  const { start, number, named, wordEnd, open, end } = line;
  const kind = names.of(named, wordEnd);
  const closed = closeText(bytes, open, end, argumentsOf(names.all[kind] ?? ''));
  if (closed) columns.add(number, open, kind);
  else blanked(bytes, start, end);
  const what = closed ? 'it is read as if it had one' : `#${number} counts as absent`;
  issues.add(`A text of #${number} has no second quote; ${what}.`, { offset: start });
  return end;
}

/** What is no instance: the end of a section, or bytes that are skipped. Where to go on; -1 at the end of the last section. */
function scanOther({ bytes, issues, mends }: Scan, start: number): number {
  const end = endOfStatement(bytes, start);
  if (isWord(bytes, start, endOfSection)) {
    const data = nextDataSection(bytes, end);
    if (data === -1) cutAfterEnd(bytes, end, issues, mends);
    return data;
  }
  if (end === -1) throw failures.truncated(issues.lineAt(start));
  issues.add('These bytes are no instance and were skipped.', { offset: start });
  mends.push({ from: start, to: end, text: '' });
  return end;
}

/**
 * Behind the next `;` outside of strings and comments, or where the next instance or the end of the section begins when
 * there is none before it; -1 at the end of the file.
 */
function endOfStatement(bytes: Uint8Array, from: number, flaw: Flaw = { found: false }): number {
  for (let at = from; at < bytes.length; at++) {
    const now = bytes[at] ?? 0;
    if (plain[now] === 1) continue;
    const end = endBefore(bytes, from, at, now);
    if (end !== -1) return end;
    if (now === byte.quote) {
      const behind = skipString(bytes, at);
      const next = brokenOff(bytes, at, behind);
      if (next !== -1) return next;
      at = behind - 1;
    } else if (now === byte.slash && bytes[at + 1] === byte.star) at = skipSpace(bytes, at) - 1;
    else if (isOdd(bytes, at, now)) flaw.found = true;
  }
  return -1;
}

/** Where the statement ends that this sign may end: `;`, or the `=` of the next one; -1 when it goes on. */
function endBefore(bytes: Uint8Array, from: number, at: number, sign: number): number {
  if (sign === byte.semicolon) {
    const section = at - endOfSection.length;
    return section > from && isWord(bytes, section, endOfSection) ? section : at + 1;
  }
  const next = sign === byte.equals ? instanceBefore(bytes, at) : -1;
  return next > from ? next : -1;
}

/** A sign that stands in no argument, or one of a reference without its number. */
const isOdd = (bytes: Uint8Array, at: number, sign: number): boolean =>
  sign === byte.hash ? !isDigit(bytes[at + 1]) : sign !== byte.doubleQuote;

/** Whether a sign was found that stands in no argument. */
interface Flaw {
  found: boolean;
}

/** Signs that are nothing but parts of arguments: they are most of a file. */
const plain = Uint8Array.from({ length: 256 }, (_, sign) =>
  sign <= 32 || isWordByte(sign) || '(),.$*+-'.includes(String.fromCharCode(sign)) ? 1 : 0,
);

/** Where `#123 =` begins whose equals sign is here; -1 when that is none. */
function instanceBefore(bytes: Uint8Array, equals: number): number {
  let at = equals - 1;
  while (isSpace(bytes[at])) at--;
  const last = at;
  while (isDigit(bytes[at])) at--;
  return at < last && bytes[at] === byte.hash ? at : -1;
}

/** What stands behind the end of the file belongs to nobody. */
function cutAfterEnd(bytes: Uint8Array, from: number, issues: Issues, mends: Mend[]): void {
  const end = Math.max(from, isWord(bytes, skipSpace(bytes, from), 'END') ? endOfStatement(bytes, from) : from);
  const more = skipSpace(bytes, end);
  if (more >= bytes.length) return;
  issues.add(`${bytes.length - more} bytes behind the end of the file were skipped.`, { offset: more });
  mends.push({ from: end, to: bytes.length, text: '' });
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

/** 0 in a file without instances. */
export function greatestNumber(index: StepIndex): number {
  let greatest = 0;
  for (let n = 0; n < index.count; n++) greatest = Math.max(greatest, index.numbers[n] ?? 0);
  return greatest;
}
