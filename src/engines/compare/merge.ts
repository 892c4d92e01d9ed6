import { numberOf } from '../snapshot/id64.ts';
import type { ElementRecord } from '../snapshot/types.ts';

/** One element as it was and as it is; at least one of them is there. */
export interface Pair {
  readonly before?: ElementRecord;
  readonly after?: ElementRecord;
}

type Records = AsyncIterator<ElementRecord>;

/** Walks through two streams of elements, both ascending by id, and holds no more than one element of each. */
export async function* pairsOf(before: Records, after: Records): AsyncGenerator<Pair, void> {
  let old = await nextOf(before);
  let now = await nextOf(after);
  while (old !== undefined || now !== undefined) {
    const order = numberIn(old) - numberIn(now);
    if (old !== undefined && now !== undefined && order === 0) {
      yield { before: old, after: now };
      [old, now] = [await nextOf(before), await nextOf(after)];
    } else if (old !== undefined && order < 0) {
      yield { before: old };
      old = await nextOf(before);
    } else if (now !== undefined) {
      yield { after: now };
      now = await nextOf(after);
    }
  }
}

const nextOf = async (records: Records): Promise<ElementRecord | undefined> => {
  const { done, value } = await records.next();
  return done ? undefined : value;
};

/** After all others where the stream has ended. */
const numberIn = (record: ElementRecord | undefined): number =>
  record === undefined ? Number.MAX_SAFE_INTEGER : numberOf(record.id);
