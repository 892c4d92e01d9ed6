import { useQueries, useQuery } from '@tanstack/react-query';
import { allRealityQuery } from '../../reality/queries.ts';
import { byText } from '../../ui/order.ts';
import { sceneQuery } from '../contents.ts';
import type { Scene } from '../scene.ts';
import { type Data, fits, type KindName, kinds } from '../wants.ts';

/** So many scenes are looked into by themselves, the newest first, and none larger than this many kilobytes. */
const [mostScenes, mostKilobytes] = [100, 20_000];

const newest = (a: Data, b: Data): number => (b.createdDateTime ?? '').localeCompare(a.createdDateTime ?? '');

export interface Fitting {
  readonly loading: boolean;
  readonly of: (kind: KindName) => readonly Data[];
  /** What a scene holds, once one has looked. */
  readonly sceneOf: (id: string) => Scene | undefined;
}

/** The data of a twin that inputs of some kinds may be. */
export function useFitting(twinId: string, wanted: readonly KindName[]): Fitting {
  const all = useQuery(allRealityQuery(twinId));
  const there = (all.data ?? []).filter(({ authoring }) => !authoring).toSorted(newest);
  const opens = wanted.some((name) => 'scene' in kinds[name]);
  const scenes = opens ? there.filter(({ type }) => type === 'ContextScene') : [];
  const looked = scenes.filter(({ size = 0 }) => size <= mostKilobytes).slice(0, mostScenes);
  const read = useQueries({ queries: looked.map(({ id }) => ({ ...sceneQuery(id, twinId), retry: false })) });
  const known = new Map(looked.map(({ id }, n) => [id, read[n]?.isError ? null : read[n]?.data]));
  const sceneOf = (id: string): Scene | null | undefined => {
    const open = known.get(id);
    return open === undefined ? undefined : (open?.scene ?? null);
  };
  return {
    loading: all.isPending || read.some(({ isPending }) => isPending),
    // what one cannot look into is offered: the server refuses it with a reason
    of: (kind) =>
      there
        .filter((data) => fits(kind, data, sceneOf(data.id)) ?? !known.has(data.id))
        .toSorted(byText(({ displayName }) => displayName)),
    sceneOf: (id) => sceneOf(id) ?? undefined,
  };
}
