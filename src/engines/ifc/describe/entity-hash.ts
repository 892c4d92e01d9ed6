import { failures } from '../failures.ts';
import { byte, isWordByte, skipSpace, skipString } from '../step/bytes.ts';
import { type Instance, type Model, refOf, refsOf, textOf } from '../step/model.ts';
import { rounded, type Scanned, scanNumber } from '../step/number.ts';

/** Two lanes of 32 bits. */
type Hash = readonly [high: number, low: number];

const tag = { open: 1, close: 2, none: 3, number: 4, ref: 5, text: 6, word: 8, missing: 9 } as const;
const deepest = 1500;

/**
 * Merkle hashes of instances: entity name and arguments, references replaced by the hashes of what they refer to, so
 * that neither the numbers of instances nor their order in the file count. Sets (the items of a representation) are
 * sorted, contexts left out, numbers rounded to 9 digits. 64 bits, kept per instance.
 */
function hashesOf(model: Model): (number: number, from: Instance) => Hash | undefined {
  const { index, schema } = model;
  const sums: Sums = { high: new Uint32Array(index.count), low: new Uint32Array(index.count) };
  const state = new Uint8Array(index.count);
  const names = index.entities.map((entity) => mixText(mixText([1, 2], entity), entity));
  const shapes = index.entities.map((entity) => schema.is(entity, 'IFCREPRESENTATION'));
  const products = index.entities.map((entity) => schema.is(entity, 'IFCPRODUCTREPRESENTATION'));

  /** Those that are begun. */
  let open: number[] = [];
  const ofPosition = (position: number, depth: number): void => {
    if (state[position] === 2) return;
    const number = index.numbers[position] ?? 0;
    if (state[position] === 1) throw failures.cyclicShape(number, model.issues.lineOf(number) ?? 1);
    if (depth > deepest) throw new TooDeep(position);
    state[position] = 1;
    open.push(position);
    const kind = index.kinds[position] ?? 0;
    const start = names[kind] ?? [0, 0];
    const special = shapes[kind]
      ? representation(number, start, depth)
      : products[kind]
        ? product(number, start, depth)
        : undefined;
    const [high, low] = special ?? tokens(index.offsets[position] ?? 0, start, depth, { number });
    sums.high[position] = finish(high);
    sums.low[position] = finish(low);
    state[position] = 2;
    open.pop();
  };
  const tokens = tokenMixer(model, sums, ofPosition);
  const ofNumber = (number: number, depth: number, from?: { readonly number: number }): Hash | undefined => {
    const position = index.find(number);
    if (position === -1) {
      model.read(number, from);
      return undefined;
    }
    ofPosition(position, depth);
    return [sums.high[position] ?? 0, sums.low[position] ?? 0];
  };
  const setOf = (start: Hash, numbers: readonly number[], depth: number, from: { readonly number: number }): Hash =>
    mixSorted(
      start,
      numbers.flatMap((number) => {
        const hash = ofNumber(number, depth + 1, from);
        return hash === undefined ? [] : [hash];
      }),
    );
  const representation = (number: number, start: Hash, depth: number): Hash | undefined => {
    const given = model.read(number);
    if (given === undefined) return undefined;
    const named = mixText(mixText(start, textOf(given.values[1]) ?? ''), textOf(given.values[2]) ?? '');
    return setOf(named, refsOf(given.values[3]), depth, given);
  };
  const product = (number: number, start: Hash, depth: number): Hash | undefined => {
    const given = model.read(number);
    return given === undefined ? undefined : setOf(start, refsOf(given.values[2]), depth, given);
  };
  const from = deepHasher(
    model,
    (position) => ofPosition(position, 0),
    () => {
      for (const position of open) state[position] = 0;
      open = [];
    },
  );
  return (number, by) => from(() => ofNumber(number, 0, by));
}

/** What is nested deeper than the stack is hashed from below: every time so many levels more. */
function deepHasher({ index, issues }: Model, hash: (position: number) => void, forget: () => void) {
  const fromBelow = <T>(work: () => T, tries: number): T => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof TooDeep)) throw error;
      forget();
      const number = index.numbers[error.position] ?? 0;
      if (tries === 0) throw failures.tooDeep(number, issues.lineOf(number) ?? 1);
      fromBelow(() => hash(error.position), tries - 1);
      return fromBelow(work, tries - 1);
    }
  };
  return <T>(work: () => T): T => fromBelow(work, 1 + Math.ceil(index.count / deepest));
}

/** The stack would not hold it. */
class TooDeep extends Error {
  readonly position: number;
  constructor(position: number) {
    super();
    this.position = position;
  }
}

/** The hashes of the instances by their place in the file, once they are made. */
interface Sums {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

type MixTokens = (open: number, start: Hash, depth: number, from: { readonly number: number }) => Hash;

/** Mixes the arguments of an instance as they are written, from their opening parenthesis on. */
function tokenMixer(model: Model, sums: Sums, ofPosition: (position: number, depth: number) => void): MixTokens {
  const { bytes, index } = model;
  const bits = new Float64Array(1);
  const words = new Uint32Array(bits.buffer);
  const scanned: Scanned = { value: 0, end: 0, digits: 0 };
  let high = 0;
  let low = 0;
  /** Answers 1, the length of the signs that are mixed as one word. */
  const mix = (word: number): 1 => {
    high = mixed(high, word, 0x85ebca6b);
    low = mixed(low, word, 0xc2b2ae35);
    return 1;
  };
  const mixNumber = (at: number): number => {
    scanNumber(bytes, at, scanned);
    bits[0] = scanned.digits > 9 ? rounded(scanned.value) : scanned.value;
    mix(tag.number);
    mix(words[0] ?? 0);
    mix(words[1] ?? 0);
    return scanned.end;
  };
  const mixHashAt = (position: number) => {
    mix(tag.ref);
    mix(sums.high[position] ?? 0);
    mix(sums.low[position] ?? 0);
  };
  const mixWord = (from: number): number => {
    const end = endOfToken(bytes, from);
    mix(bytes[from] === byte.quote ? tag.text : tag.word);
    for (let at = from; at < end; at++) mix(bytes[at] ?? 0);
    return end;
  };
  /** Mixes what begins at a place, and answers where the next thing begins. */
  const take: Readonly<Record<Exclude<TokenKind, 'end' | 'reference'>, Take>> = {
    space: (at) => at + 1,
    comment: (at) => Math.max(at + 1, skipSpace(bytes, at)),
    open: (at) => at + mix(tag.open),
    close: (at) => at + mix(tag.close),
    none: (at) => at + mix(tag.none),
    number: mixNumber,
    word: mixWord,
  };
  return (open, start, depth, from) => {
    [high, low] = start;
    for (let at = open, nested = 0; at < bytes.length; ) {
      const kind = kinds[bytes[at] ?? 0] ?? 'word';
      if (kind === 'end') {
        model.read(from.number); // the line ends in the middle: what follows is not its own
        break;
      }
      if (kind === 'reference') {
        scanNumber(bytes, at + 1, scanned);
        const position = index.find(scanned.value);
        at = scanned.end;
        if (position === -1) {
          mix(tag.missing);
          model.read(scanned.value, from);
          continue;
        }
        const own: Hash = [high, low]; // what it refers to is mixed in the same two lanes; no function between, for the stack
        ofPosition(position, depth + 1);
        [high, low] = own;
        mixHashAt(position);
        continue;
      }
      if (kind === 'open') nested++;
      at = take[kind](at);
      if (kind === 'close' && --nested === 0) break;
    }
    return [high, low];
  };
}

type Take = (at: number) => number;

type TokenKind = 'space' | 'open' | 'close' | 'end' | 'reference' | 'number' | 'comment' | 'none' | 'word';

/** What begins with each byte. */
const kinds: readonly TokenKind[] = Array.from({ length: 256 }, (_, now): TokenKind => {
  if (now <= 32 || now === byte.comma) return 'space';
  if ((now >= 48 && now <= 57) || now === 0x2d || now === 0x2b) return 'number';
  const signs = new Map<number, TokenKind>([
    [byte.open, 'open'],
    [byte.close, 'close'],
    [byte.semicolon, 'end'],
    [byte.hash, 'reference'],
    [byte.slash, 'comment'],
    [byte.dollar, 'none'],
    [byte.star, 'none'],
  ]);
  return signs.get(now) ?? 'word';
});

/** Behind a string or a word; always further. */
function endOfToken(bytes: Uint8Array, from: number): number {
  if (bytes[from] === byte.quote) return skipString(bytes, from);
  let at = from + 1;
  while (isWordByte(bytes[at]) || bytes[at] === byte.dot) at++;
  return at;
}

function mixed(hash: number, word: number, factor: number): number {
  const next = Math.imul(hash ^ word, factor);
  return ((next ^ (next >>> 15)) + Math.imul(hash, 0x27d4eb2f)) | 0;
}

function finish(hash: number): number {
  let value = hash;
  value = Math.imul(value ^ (value >>> 16), 0x7feb352d);
  value = Math.imul(value ^ (value >>> 15), 0x846ca68b);
  return (value ^ (value >>> 16)) >>> 0;
}

function mixText(hash: Hash, text: string): Hash {
  let [high, low] = hash;
  for (let n = 0; n < text.length; n++) {
    high = mixed(high, text.charCodeAt(n), 0x85ebca6b);
    low = mixed(low, text.charCodeAt(n), 0xc2b2ae35);
  }
  return [mixed(high, tag.text, 0x85ebca6b), mixed(low, tag.text, 0xc2b2ae35)];
}

const inOrder = (a: Hash, b: Hash): number => a[0] - b[0] || a[1] - b[1];

function mixSorted(start: Hash, hashes: readonly Hash[]): Hash {
  return [...hashes].sort(inOrder).reduce(mixHash, start);
}

const mixHash = ([high, low]: Hash, [a, b]: Hash): Hash => [
  mixed(mixed(high, a, 0x85ebca6b), b, 0x85ebca6b),
  mixed(mixed(low, a, 0xc2b2ae35), b, 0xc2b2ae35),
];

const hex = (hash: Hash): string => hash.map((word) => finish(word).toString(16).padStart(8, '0')).join('');

/** Hash of an element's shape: its representation, and its openings with their placement relative to it. */
export function geometryHasher(model: Model): (element: Instance, openings: readonly number[]) => string | null {
  const hash = hashesOf(model);
  const of = (number: number | null, from: Instance): Hash | undefined =>
    number === null ? undefined : hash(number, from);
  const openingHash = (number: number, host: number | null): Hash | undefined => {
    const opening = model.read(number);
    if (opening === undefined) return undefined;
    const shape = of(refOf(model.get(opening, 'Representation')), opening) ?? [0, 0];
    return stepsBetween(model, refOf(model.get(opening, 'ObjectPlacement')), host).reduce<Hash>(
      (sum, axes) => mixHash(sum, of(axes, opening) ?? [0, 0]),
      shape,
    );
  };
  return (element, openings) => {
    const shape = of(refOf(model.get(element, 'Representation')), element);
    const host = refOf(model.get(element, 'ObjectPlacement'));
    const voids = openings.flatMap((number) => {
      const found = openingHash(number, host);
      return found === undefined ? [] : [found];
    });
    if (shape === undefined && voids.length === 0) return null;
    return hex(mixSorted(shape ?? [0, 0], voids));
  };
}

const longestChain = 1000;

/** The relative placements from a placement up to its host's, or to the top when the host is not above. */
function stepsBetween(model: Model, placement: number | null, host: number | null): (number | null)[] {
  const steps: (number | null)[] = [];
  let now = placement;
  for (let depth = 0; now !== null && now !== host && depth < longestChain; depth++) {
    const instance = model.read(now);
    if (instance === undefined) break;
    steps.push(refOf(model.get(instance, 'RelativePlacement')));
    now = refOf(model.get(instance, 'PlacementRelTo'));
  }
  return steps;
}
