import type { Described } from './definition.ts';
import { likeness } from './likeness.ts';

/** One of our operations and the one of theirs that does the same. */
export interface Match {
  readonly ours: Described;
  readonly theirs: Described;
}

export interface Matches {
  readonly found: readonly Match[];
  /** Operations of theirs for which there is none of ours, or more than one. */
  readonly left: readonly Described[];
}

const isPlaceholder = (segment: string): boolean => segment.startsWith('{');
const rounds = 4;

/**
 * Matches operations by method and shape of the path: as many segments, placeholders at the same places, and literals that
 * are the same or were found to be the same word before. Each round learns words from the matches of the one before.
 */
export function matchOperations(ours: readonly Described[], theirs: readonly Described[]): Matches {
  const words = new Map<string, Map<string, number>>();
  let found: readonly Match[] = [];
  for (let round = 0; round < rounds; round++) {
    const known = leading(words);
    found = theirs.flatMap((one) => {
      const best = bestOf(one, ours, known);
      return best === undefined ? [] : [{ ours: best, theirs: one }];
    });
    words.clear();
    for (const match of found) learn(match, words);
  }
  const matched = new Set(found.map((one) => one.theirs));
  return { found, left: theirs.filter((one) => !matched.has(one)) };
}

type Words = ReadonlyMap<string, string>;

/** Each word of theirs with the word of ours that it stands for most often. */
function leading(words: ReadonlyMap<string, ReadonlyMap<string, number>>): Words {
  const best = [...words].map(([theirs, counts]) => {
    const [first] = [...counts].toSorted(([, one], [, other]) => other - one);
    return [theirs, first?.[0] ?? ''] as const;
  });
  return new Map(best);
}

/** The one operation of ours that is nearest; undefined where two are as near, or none is near at all. */
function bestOf(one: Described, ours: readonly Described[], words: Words): Described | undefined {
  const scored = ours
    .map((other) => [other, nearness(other, one, words)] as const)
    .filter(([, score]) => score > 0)
    .toSorted(([, first], [, second]) => second - first);
  const [first, second] = scored;
  return first !== undefined && first[1] !== second?.[1] ? first[0] : undefined;
}

/** How much two paths have in common; 0: they are of other shapes, or there is no common word. */
function nearness(ours: Described, theirs: Described, words: Words): number {
  if (ours.method !== theirs.method || ours.segments.length !== theirs.segments.length) return 0;
  let score = 0;
  for (const [at, segment] of ours.segments.entries()) {
    const other = theirs.segments[at] ?? '';
    if (isPlaceholder(segment) !== isPlaceholder(other)) return 0;
    if (isPlaceholder(segment)) continue;
    if (segment.toLowerCase() === other.toLowerCase()) score += 4;
    else if (words.get(other.toLowerCase()) === segment.toLowerCase()) score += 3;
    else score -= 1 - likeness(segment, other) / (segment.length + 1);
  }
  return score > 0 && ours.version === theirs.version ? score + 0.5 : score;
}

function learn({ ours, theirs }: Match, words: Map<string, Map<string, number>>): void {
  for (const [at, segment] of ours.segments.entries()) {
    const other = theirs.segments[at]?.toLowerCase() ?? '';
    const own = segment.toLowerCase();
    if (isPlaceholder(segment) || own === other) continue;
    const counts = words.get(other) ?? new Map<string, number>();
    counts.set(own, (counts.get(own) ?? 0) + 1);
    words.set(other, counts);
  }
}

/** The beginning of our path up to the last segment that differs, and that of theirs; undefined where none differs. */
export function changedBeginning({ ours, theirs }: Match): readonly [string, string] | undefined {
  const last = ours.segments.findLastIndex((segment, at) => {
    const other = theirs.segments[at] ?? '';
    return !isPlaceholder(segment) && segment.toLowerCase() !== other.toLowerCase();
  });
  if (last < 0) return undefined;
  const beginning = ({ segments }: Described) => `/${segments.slice(0, last + 1).join('/')}`;
  return [beginning(ours), beginning(theirs)];
}
