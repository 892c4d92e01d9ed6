import { useQuery } from '@tanstack/react-query';
import { allRealityQuery, conversionsQuery, type Look, lookOf } from '../../reality/queries.ts';
import { type Drawable, drawableQuery } from '../../ui/stage/reality/source.ts';
import type { Data } from '../wants.ts';

type Job = Parameters<typeof lookOf>[1][number];

export interface Backdrop {
  readonly data: Data | undefined;
  /** Undefined until it is known. */
  readonly look: Look | undefined;
  readonly drawable: Drawable | null | undefined;
  readonly error: unknown;
}

/** How data can be shown behind what was found in it: itself, or the tiles that were made of it. */
export function useBackdrop(dataId: string | undefined, twinId: string): Backdrop {
  const all = useQuery({ ...allRealityQuery(twinId), enabled: dataId !== undefined });
  const jobs = useQuery({ ...conversionsQuery(twinId), enabled: dataId !== undefined });
  const data = all.data?.find(({ id }) => id === dataId);
  const look = data && jobs.data ? lookOf(data, jobs.data, idsOf(all.data, jobs.data)) : undefined;
  const shown = look?.is === 'ready' ? look.dataId : undefined;
  const drawable = useQuery({ ...drawableQuery(shown ?? '', twinId), enabled: shown !== undefined });
  const isGone = dataId === undefined || (all.data !== undefined && data === undefined);
  return {
    data,
    look: isGone ? { is: 'impossible' } : look,
    drawable: shown === undefined ? (isGone || look ? null : undefined) : drawable.data,
    error: all.error ?? jobs.error ?? drawable.error,
  };
}

/** What is there; tiles that were just made may not be listed yet. */
const idsOf = (all: readonly Data[] = [], jobs: readonly Job[] = []): ReadonlySet<string> =>
  new Set([
    ...all.map(({ id }) => id),
    ...jobs.flatMap(({ state, outputs }) => (state === 'success' ? outputs.flatMap(({ id }) => id ?? []) : [])),
  ]);
