import { formatName, nameInWords } from '../ui/result-names.ts';
import { isOfKind, type Kind } from './kinds.ts';
import type { ConversionJob, Listed } from './shapes.ts';

/** Reality data with what was, is being or could not be made of it. */
export interface Source {
  readonly data: Listed;
  readonly results: readonly Listed[];
  /** Conversions of it that run or failed last, the newest first. */
  readonly unfinished: readonly ConversionJob[];
}

/** A job that was begun again with the same wish is told by the newer one. */
const wishOf = ({ inputs, outputs, options }: ConversionJob): string =>
  JSON.stringify([inputs.map(({ id }) => id), outputs.map(({ type }) => type), options ?? {}]);

/**
 * The data of a list, results below what they were made of. Jobs come newest first; of failures the person has put away
 * those in `dismissed`.
 */
export function sourcesOf(
  all: readonly Listed[],
  jobs: readonly ConversionJob[],
  dismissed: ReadonlySet<string> = new Set(),
): Source[] {
  const there = new Map(all.map((data) => [data.id, data]));
  const sourceOf = new Map<string, string>();
  for (const { inputs, outputs } of jobs) {
    const [first] = inputs;
    if (first === undefined || !there.has(first.id)) continue;
    for (const { id } of outputs) if (id !== undefined && there.has(id) && id !== first.id) sourceOf.set(id, first.id);
  }
  const resultsOf = Map.groupBy(
    all.filter(({ id }) => sourceOf.has(id)),
    ({ id }) => rootOf(sourceOf, id),
  );
  const newest = new Map<string, ConversionJob>();
  for (const job of jobs) if (!newest.has(wishOf(job))) newest.set(wishOf(job), job);
  const open = [...newest.values()].filter(
    ({ id, state }) => state === 'active' || (state === 'failed' && !dismissed.has(id)),
  );
  const ofSource = Map.groupBy(open, ({ inputs }) => rootOf(sourceOf, inputs[0]?.id ?? ''));
  return all
    .filter(({ id }) => rootOf(sourceOf, id) === id)
    .map((data) => {
      const unfinished = ofSource.get(data.id) ?? [];
      const authored = new Set(unfinished.flatMap(({ outputs }) => outputs.map(({ id }) => id)));
      const results = (resultsOf.get(data.id) ?? []).filter(({ id }) => !authored.has(id));
      return { data, results, unfinished };
    });
}

/** What was made of a result lies below the first source, too. */
function rootOf(sourceOf: ReadonlyMap<string, string>, id: string): string {
  let at = id;
  for (let steps = 0; steps < 20; steps++) {
    const next = sourceOf.get(at);
    if (next === undefined) return at;
    at = next;
  }
  return id;
}

/** Whether a source, or something made of it, has such a name and is of such a kind. */
export function fitsSource({ data, results }: Source, find: string, kind: Kind | undefined): boolean {
  return [data, ...results].some(
    (one) => nameInWords(one.displayName).toLowerCase().includes(find) && (kind === undefined || isOfKind(one, kind)),
  );
}

/** `LAZ, E57`: what a job makes. */
export const wishText = ({ outputs }: Pick<ConversionJob, 'outputs'>): string =>
  [...new Set(outputs.map(({ type }) => formatName(type)))].join(', ');
