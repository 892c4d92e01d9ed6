import type { Shown } from './looks-of.ts';
import type { Box, Point, Pose } from './view-data.ts';

/** What an address keeps of a picture, as texts. */
export interface LookSearch {
  /** Eye, target and angle of view, metres and degrees. */
  readonly camera?: string;
  /** Two corners of the section box. */
  readonly section?: string;
  /** Hidden elements. */
  readonly hidden?: string;
  /** Elements that are shown alone. */
  readonly only?: string;
}

export const lookNames = ['camera', 'section', 'hidden', 'only'] as const;

/** More of a list of elements does not go into an address: servers and mail programs cut it off. */
const mostText = 4000;

export const cameraText = ({ eye, target, fov }: Pose): string => numbersText([...eye, ...target, fov]);

export function cameraIn(text: string | undefined): Pose | undefined {
  const numbers = numbersIn(text, 7);
  if (!numbers) return undefined;
  const fov = numbers[6] ?? 0;
  return fov > 1 && fov < 170 ? { eye: pointOf(numbers), target: pointOf(numbers.slice(3)), fov } : undefined;
}

export const sectionText = (section: Box | undefined): string | undefined =>
  section && numbersText([...section.low, ...section.high]);

export function sectionIn(text: string | undefined): Box | undefined {
  const numbers = numbersIn(text, 6);
  return numbers && { low: pointOf(numbers), high: pointOf(numbers.slice(3)) };
}

/** To the millimetre. */
const numbersText = (values: readonly number[]): string => values.map((value) => Number(value.toFixed(3))).join(',');

function numbersIn(text: string | undefined, count: number): number[] | undefined {
  const numbers = (text ?? '').split(',').map((one) => (one === '' ? Number.NaN : Number(one)));
  return numbers.length === count && numbers.every(Number.isFinite) ? numbers : undefined;
}

const pointOf = ([x = 0, y = 0, z = 0]: readonly number[]): Point => [x, y, z];

/** How ids of elements are written. */
export interface IdCodec {
  readonly textOf: (ids: ReadonlySet<string>) => string;
  readonly idsIn: (text: string) => readonly string[];
}

/** What is hidden and shown alone; undefined for the one that is too long for an address. */
export function shownTexts({ hidden, only }: Shown, codec: IdCodec) {
  const [hiddenText, onlyText] = [codec.textOf(hidden), only && (codec.textOf(only) || 'none')];
  return {
    hidden: hiddenText && hiddenText.length <= mostText ? hiddenText : undefined,
    only: onlyText && onlyText.length <= mostText ? onlyText : undefined,
    isWhole: hiddenText.length <= mostText && (onlyText?.length ?? 0) <= mostText,
  };
}

export const shownIn = ({ hidden, only }: LookSearch, codec: IdCodec): Shown => ({
  hidden: new Set(hidden === undefined ? [] : codec.idsIn(hidden)),
  ...(only === undefined ? {} : { only: new Set(only === 'none' ? [] : codec.idsIn(only)) }),
});

const base = 36;

/**
 * Ids of a model (`0x1000`) as runs: how far each begins after the one before, and how long it is. Neighbours in a file
 * are neighbours in ids, so a storey is short.
 */
export const modelIds: IdCodec = {
  textOf(ids) {
    const numbers = [...ids]
      .map(Number)
      .filter(Number.isSafeInteger)
      .sort((a, b) => a - b);
    const runs: { from: number; length: number }[] = [];
    for (const number of numbers) {
      const last = runs.at(-1);
      if (last && number === last.from + last.length) last.length++;
      else if (!last || number > last.from) runs.push({ from: number, length: 1 });
    }
    let end = 0;
    const texts = runs.map(({ from, length }) => {
      const gap = (from - end).toString(base);
      end = from + length;
      return length === 1 ? gap : `${gap}.${length.toString(base)}`;
    });
    return texts.join('_');
  },
  idsIn(text) {
    const ids: string[] = [];
    let end = 0;
    for (const run of text.split('_')) {
      const [gap = Number.NaN, length = 1] = run.split('.').map((one) => Number.parseInt(one, base));
      if (!Number.isSafeInteger(gap) || !(length > 0 && length <= mostInRun)) return ids;
      for (let n = 0; n < length; n++) ids.push(`0x${(end + gap + n).toString(16)}`);
      end += gap + length;
    }
    return ids;
  },
};

/** A longer run is nonsense that would only fill the memory. */
const mostInRun = 5_000_000;
