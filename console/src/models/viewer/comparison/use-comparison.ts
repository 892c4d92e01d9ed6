import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Changeset, Model } from '../../queries.ts';
import { type Change, type Limit, within } from './changes.ts';
import { type ComparisonJob, changesQuery, comparisonQuery, forgetComparison, type Pair } from './queries.ts';

export interface Comparison {
  readonly job: ComparisonJob | undefined;
  /** What differs, once it is known, within the limit. */
  readonly changes: readonly Change[] | undefined;
  /** How many differ without it. */
  readonly all: number;
  readonly limit: Limit;
  readonly error: unknown;
  /** Tries once more. */
  readonly again: () => void;
}

const noPair: Pair = { twinId: '', modelId: '', startId: '', endId: '' };

/** The comparison of the version that is shown with an older one. `follower`: id of the changeset after the older one. */
export function useComparison(model: Model, shown: Changeset, follower: string | undefined, limit: Limit): Comparison {
  const client = useQueryClient();
  const pair = follower ? { twinId: model.twinId, modelId: model.id, startId: follower, endId: shown.id } : noPair;
  const on = follower !== undefined;
  const job = useQuery({ ...comparisonQuery(pair), enabled: on });
  const href = job.data?.comparison?.href;
  const changes = useQuery({ ...changesQuery(pair, href), enabled: on && href !== undefined });
  const limited = useMemo(() => changes.data && within(changes.data, limit), [changes.data, limit]);
  const again = async () => {
    if (job.data?.status === 'Failed') await forgetComparison(pair);
    await client.resetQueries({ queryKey: comparisonQuery(pair).queryKey });
    await changes.refetch();
  };
  return {
    job: on ? job.data : undefined,
    changes: on ? limited : undefined,
    all: changes.data?.length ?? 0,
    limit,
    error: on ? (job.error ?? changes.error) : undefined,
    again: () => void again().catch(() => {}), // what failed is shown by the queries
  };
}
