import { breathe } from '../../engine.ts';
import type { Mend } from '../step/mends.ts';
import type { Instance, Model } from '../step/model.ts';
import { nameMend } from '../step/name-mend.ts';
import { greatestNumber } from '../step/scan.ts';

const [openParenthesis, closeParenthesis] = ['('.charCodeAt(0), ')'.charCodeAt(0)];
/** Characters of all new instances together: the library holds the file in memory. */
const mostText = 2 ** 28;
/** Instances between two looks at messages and signals. */
const batch = 200;

/** What an instance is written as instead: its entity, its arguments, and further instances behind it. */
export interface Rewritten {
  readonly entity: string;
  readonly text: string;
}

/** Writes instances of a file anew. */
export interface Rewriting {
  /** The first of so many numbers that no instance has. */
  free(count: number): number;
  each(numbers: Iterable<number>, as: (item: Instance) => Rewritten | undefined): Promise<void>;
  readonly mends: readonly Mend[];
}

export function rewriting(model: Model, signal?: AbortSignal): Rewriting {
  const mends: Mend[] = [];
  let next = greatestNumber(model.index) + 1;
  let length = 0;
  let looked = 0;
  const rewrite = (number: number, as: (item: Instance) => Rewritten | undefined) => {
    const item = model.read(number);
    const written = item && length < mostText ? as(item) : undefined;
    if (item === undefined || written === undefined) return;
    const open = model.index.offsets[model.index.find(number)] ?? 0;
    const to = endOfArguments(model.bytes, open);
    if (to === -1) return;
    length += written.text.length;
    mends.push({ from: open + 1, to, text: written.text });
    mends.push(nameMend(model.bytes, open, item.entity, written.entity));
  };
  return {
    mends,
    free(count) {
      next += count;
      return next - count;
    },
    async each(numbers, as) {
      for (const number of new Set(numbers)) {
        if (++looked % batch === 0) {
          await breathe();
          signal?.throwIfAborted();
        }
        rewrite(number, as);
      }
    },
  };
}

/** The parenthesis that closes the arguments; -1 for one that is never closed. Strings are none among them. */
function endOfArguments(bytes: Uint8Array, open: number): number {
  let depth = 0;
  for (let at = open; at < bytes.length; at++) {
    if (bytes[at] === openParenthesis) depth++;
    else if (bytes[at] === closeParenthesis && --depth === 0) return at;
  }
  return -1;
}
