import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@twin-platform/client';
import { answerOf, platform } from '../../../platform/client.ts';
import { Problem, problemOf } from '../../../platform/problem.ts';
import { type Change, changesOf } from './changes.ts';

export type ComparisonJob = Schemas['changedElements']['ComparisonJob'];

/** Two versions of a model. */
export interface Pair {
  readonly twinId: string;
  readonly modelId: string;
  /** The changeset that follows the older one, and the newer one. */
  readonly startId: string;
  readonly endId: string;
}

const lookEveryMs = 1000;

/** The comparison of two versions: the one that is there, or begun now. Looked at until it has ended. */
export const comparisonQuery = (pair: Pair) =>
  queryOptions({
    queryKey: ['model', pair.modelId, 'comparison', pair.startId, pair.endId],
    queryFn: () => comparisonOf(pair),
    refetchInterval: ({ state }) => (state.data && !hasEnded(state.data) ? lookEveryMs : false),
    staleTime: 50 * 60_000, // the link of its result works for an hour
    gcTime: 50 * 60_000,
  });

const hasEnded = ({ status }: ComparisonJob): boolean => status === 'Completed' || status === 'Failed';

const at = '/changedelements/comparisonjob/{jobId}/twin/{twinId}/model/{modelId}';
const pathOf = ({ twinId, modelId, startId, endId }: Pair) => ({ jobId: `${startId}-${endId}`, twinId, modelId });

async function comparisonOf(pair: Pair): Promise<ComparisonJob> {
  try {
    return (await answerOf(platform.changedElements.GET(at, { params: { path: pathOf(pair) } }))).comparisonJob;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'ComparisonNotFound') throw error;
    return create(pair);
  }
}

async function create(pair: Pair): Promise<ComparisonJob> {
  const { twinId, modelId, startId: startChangesetId, endId: endChangesetId } = pair;
  const body = { twinId, modelId, startChangesetId, endChangesetId };
  try {
    return (await answerOf(platform.changedElements.POST('/changedelements/comparisonjob', { body }))).comparisonJob;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'ComparisonExists') throw error;
    return (await answerOf(platform.changedElements.GET(at, { params: { path: pathOf(pair) } }))).comparisonJob;
  }
}

/** Takes a failed comparison away, so that it is made again. */
export async function forgetComparison(pair: Pair): Promise<void> {
  await answerOf(platform.changedElements.DELETE(at, { params: { path: pathOf(pair) } }));
}

/** What differs, out of the result of a comparison that is done. */
export const changesQuery = (pair: Pair, href: string | undefined) =>
  queryOptions({
    queryKey: ['model', pair.modelId, 'changes', pair.startId, pair.endId],
    enabled: href !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn({ signal }): Promise<readonly Change[]> {
      const response = await fetch(href ?? '', { signal });
      if (!response.ok) throw problemOf(response, undefined);
      return changesOf(await response.json());
    },
  });
