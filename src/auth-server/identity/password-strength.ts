import { fold } from '../../std/text.ts';

/*
 * Refuses passwords that are guessed first: those that many people have, patterns, and what everybody knows about the
 * person. The list and the estimate are those of a library, offline. It takes 30 MB, so it is loaded when the first
 * password is chosen, and never at the start.
 */

/** Powers of ten of guesses: what a patient attacker who knows the person could try over the network. */
const leastGuesses = 9;
/** Longer ones are judged by their beginning, because the work grows with the square. */
const judgedLength = 80;
/** What has to be left of a password without the words that everybody knows about the person. */
const leastUnknown = 8;
const platformWords = ['twin', 'platform', 'twinplatform', 'twin platform'];

/** What a password should not be made of: e-mail, names, organization. */
export type Personal = readonly (string | null | undefined)[];

type Estimator = InstanceType<typeof import('@zxcvbn-ts/core').ZxcvbnFactory>;
let loading: Promise<Estimator> | undefined;

async function load(): Promise<Estimator> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: judgedLength });
}

/** Why a password is too easy to guess, and what to do; undefined when it is not. */
export async function weaknessOf(password: string, personal: Personal): Promise<string | undefined> {
  const words = wordsOf([...personal, ...platformWords]);
  if (lettersWithout(password, words) < leastUnknown && words.some((word) => fold(password).includes(word))) {
    return `The password is made of your email address, your name, your organization or the name of this platform. ${advice}`;
  }
  loading ??= load();
  loading.catch(() => {
    loading = undefined;
  });
  const estimator = await loading;
  const { guessesLog10, sequence } = estimator.check(password.slice(0, judgedLength), words);
  if (guessesLog10 >= leastGuesses) return undefined;
  const isCommon = sequence.some((part) => part.pattern === 'dictionary');
  return isCommon
    ? `The password is one of those that are tried first: many people have it or one like it. ${advice}`
    : `The password repeats or runs on in a pattern that is easy to guess. ${advice}`;
}

const advice =
  'Please choose another one: four words that have nothing to do with each other are good and easy to keep.';

/** Whole texts, and the words in them of three letters and more; the longest first. */
function wordsOf(texts: Personal): string[] {
  const whole = texts.flatMap((text) => (text ? [fold(text)] : []));
  const parts = whole.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  return [...new Set([...whole, ...parts])].filter((word) => word.length > 2).sort((a, b) => b.length - a.length);
}

/** How many different letters and digits are left when those words are taken out. */
function lettersWithout(password: string, words: readonly string[]): number {
  const rest = words.reduce((text, word) => text.replaceAll(word, ' '), fold(password));
  return new Set(rest.replaceAll(/[^\p{L}\p{N}]/gu, '')).size;
}
