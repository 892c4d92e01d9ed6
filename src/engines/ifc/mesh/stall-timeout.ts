import { byte, isDigit, skipString } from '../step/bytes.ts';
import type { Model } from '../step/model.ts';
import type { Standing } from './heartbeat.ts';
import { opening, ownWork } from './heartbeat.ts';

/** How long the mesher may stand at one step. */
export interface Patience {
  over(standing: Standing, stuckBefore: number): boolean;
}

/** Milliseconds that may be taken for a byte of the lines of a shape, and for one of a file that is opened. */
const perByte = { shape: 0.1, file: 0.001 };
/** The shortest time for an element, however many have not ended before it, as a share of the time for the first one. */
const least = 0.2;

/**
 * `ms` for an element, and more for a large one; the more elements have not ended, the less for the next, so that a
 * damaged file takes a time that grows with its size only. `standsOn`: the instances that the shape of the element at a
 * place begins with. How large a shape is, is looked at only when it takes long.
 */
export function patienceOf(model: Model, ms: number, standsOn: (place: number) => readonly number[]): Patience {
  const known = new Map<number, number>();
  const sizeOf = (place: number): number => {
    const size = known.get(place) ?? bytesBehind(model, standsOn(place));
    known.set(place, size);
    return size;
  };
  return {
    over({ place, ms: taken }, stuckBefore) {
      if (place === ownWork) return false;
      if (place === opening) return taken > 3 * ms + perByte.file * model.bytes.length;
      const bound = ms * Math.max(least, 1 / (1 + stuckBefore));
      return taken > bound && taken > bound + perByte.shape * sizeOf(place);
    },
  };
}

/** Bytes of all lines that these instances are made of. */
export function bytesBehind({ bytes, index }: Model, numbers: readonly number[]): number {
  const seen = new Uint8Array(index.count);
  const waiting = [...numbers];
  let size = 0;
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    const position = index.find(number);
    if (position === -1 || seen[position] === 1) continue;
    seen[position] = 1;
    const start = index.offsets[position] ?? 0;
    let at = start;
    while (at < bytes.length && bytes[at] !== byte.semicolon) {
      if (bytes[at] === byte.quote) at = skipString(bytes, at);
      else if (bytes[at++] === byte.hash) {
        let referred = 0;
        for (; isDigit(bytes[at]); at++) referred = referred * 10 + (bytes[at] ?? 0) - 48;
        waiting.push(referred);
      }
    }
    size += at - start;
  }
  return size;
}
