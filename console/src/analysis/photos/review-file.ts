import { isRecord, membersOf } from '../../../../src/std/records.ts';

/*
 * What people said of a result lies beside it, in `review.json`:
 * { "version": "1.0", "photos": { "<photo>": { "<object>": "accepted" | "rejected" } } }
 * Photos and objects are named as the scene names them; a label of a mask is "label-<its number>".
 */
export const reviewFile = 'review.json';

export type Verdict = 'accepted' | 'rejected';
export type Review = ReadonlyMap<string, ReadonlyMap<string, Verdict>>;

const isVerdict = (value: unknown): value is Verdict => value === 'accepted' || value === 'rejected';

/** What cannot be understood counts as not said. */
export function reviewOf(json: unknown): Review {
  const photos = Object.entries(membersOf(isRecord(json) ? json.photos : undefined));
  return new Map(
    photos.map(([photo, said]) => [
      photo,
      new Map(Object.entries(membersOf(said)).flatMap(([id, one]) => (isVerdict(one) ? [[id, one]] : []))),
    ]),
  );
}

export const reviewJson = (review: Review): object => ({
  version: '1.0',
  photos: Object.fromEntries(
    [...review].flatMap(([photo, said]) => (said.size > 0 ? [[photo, Object.fromEntries(said)]] : [])),
  ),
});

export interface Said {
  readonly photo: string;
  readonly id: string;
  /** Undefined: nothing is said any more. */
  readonly verdict: Verdict | undefined;
}

/** The review with what was said since, in its order. */
export function reviewWith(review: Review, said: readonly Said[]): Review {
  const next = new Map([...review].map(([photo, all]) => [photo, new Map(all)]));
  for (const { photo, id, verdict } of said) {
    const all = next.get(photo) ?? new Map<string, Verdict>();
    next.set(photo, all);
    if (verdict) all.set(id, verdict);
    else all.delete(id);
  }
  return next;
}

export function countsOf(review: Review): { readonly accepted: number; readonly rejected: number } {
  const all = [...review.values()].flatMap((said) => [...said.values()]);
  const accepted = all.filter((one) => one === 'accepted').length;
  return { accepted, rejected: all.length - accepted };
}
