import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';

/*
 * All chance of the tests. A gate answers whether a change is wrong, so its cases are the same in every run; new ones are
 * looked for by `npm run explore`, and what it finds is played first in every run from then on (test/corpus).
 */

/** Settles every random case of a run. */
export const testSeed = Number(process.env.TEST_SEED ?? 20_261_127);

/** A whole number of 32 bits for a suite or a case: another one for each name, the same in every run of one seed. */
export const seedOf = (name: string): number =>
  createHash('sha256').update(`${testSeed} ${name}`).digest().readUInt32LE();

/** Random choices that a seed repeats. */
export interface Chance {
  /** A number of [0, 1). */
  next(): number;
  /** A number of [low, high). */
  between(low: number, high: number): number;
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /** True in this share of the cases. */
  happens(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  bytes(length: number): Buffer<ArrayBuffer>;
}

/** Numbers of [0, 1) that a seed repeats: Mulberry32 (Tommy Ettinger, 2017), small and good enough to spread what a test does. */
export function numbersOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function chanceOf(seed: number): Chance {
  const next = numbersOf(seed);
  const whole: Chance['whole'] = (least, most) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    whole,
    between: (low, high) => low + (high - low) * next(),
    happens: (share) => next() < share,
    pick(list) {
      const one = list[whole(0, list.length - 1)];
      if (one === undefined) throw new Error('There is nothing to pick from.');
      return one;
    },
    bytes: (length) => Buffer.from(Uint8Array.from({ length }, () => whole(0, 255))),
  };
}

/** The first in `npm test` and `.ci/run`, the second in `npm run test:full`: rounds of what chance varies, sizes of what is killed. */
export const sized = (short: number, full: number): number => (process.env.TEST_SIZE === 'full' ? full : short);

type Corpus<T> = Readonly<Record<string, readonly T[]>>;

const corpusFile = (suite: string): URL => new URL(`../corpus/${suite}.json`, import.meta.url);

function readCorpus<T>(suite: string): Corpus<T> {
  const file = corpusFile(suite);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Examples for which a property failed once: test/corpus/<suite>.json has them by the name of the property. */
export const corpusOf = <T>(suite: string, property: string): readonly T[] => readCorpus<T>(suite)[property] ?? [];

/** In `npm run explore`: adds an example to the corpus, where JSON can write it. */
export function keepFound(suite: string, property: string, example: unknown): void {
  if (process.env.TEST_KEEP_FOUND !== '1' || !isJson(example)) return;
  const corpus = readCorpus(suite);
  const known = corpus[property] ?? [];
  if (known.some((one) => isDeepStrictEqual(one, example))) return;
  mkdirSync(new URL('.', corpusFile(suite)), { recursive: true });
  writeFileSync(corpusFile(suite), `${JSON.stringify({ ...corpus, [property]: [...known, example] }, null, 2)}\n`);
}

function isJson(value: unknown): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(JSON.stringify(value)), structuredClone(value)); // clones have usual prototypes
  } catch {
    return false;
  }
}

/** A property of values that JSON can write: it is tried first with those for which it failed once. */
export async function holds<T>(
  suite: string,
  property: string,
  values: fc.Arbitrary<T>,
  check: (value: NoInfer<T>) => Promise<void> | void,
  parameters: fc.Parameters<[NoInfer<T>]> = {},
): Promise<void> {
  const known = corpusOf<T>(suite, property).map((value): [T] => [value]);
  const examples = [...known, ...(parameters.examples ?? [])];
  const numRuns = (parameters.numRuns ?? usualRuns) + known.length;
  const checked = fc.asyncProperty(values, async (value) => check(value));
  const found = await fc.check(checked, { ...parameters, examples, numRuns });
  if (found.counterexample !== null) keepFound(suite, property, found.counterexample[0]);
  if (found.failed) throw new Error(fc.defaultReportMessage(found), { cause: found.errorInstance });
}

/** How often fast-check tries a property that does not say so. */
const usualRuns = 100;

fc.configureGlobal({ seed: testSeed });

export { fc };
