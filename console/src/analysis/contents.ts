import { queryOptions } from '@tanstack/react-query';
import { gateOf } from '@twin-platform/client/gate';
import { addressOf, contentsOf } from '../reality/queries.ts';
import { readLink } from '../ui/stage/reality/source.ts';
import { type Scene, sceneOf } from './scene.ts';

const atOnce = gateOf(4);
const isScene = (name: string): boolean => /(^|\/)contextscene\.json$/i.test(name);

/** A scene with the link to the files beside it. */
export interface OpenScene {
  readonly scene: Scene;
  readonly dataId: string;
  readonly link: string;
  /** Names of the files beside it. */
  readonly files: readonly string[];
}

/** The scene that data holds; null where it holds none. */
export const sceneQuery = (dataId: string, twinId: string) =>
  queryOptions({
    queryKey: ['scene of data', dataId],
    staleTime: 30 * 60_000,
    refetchInterval: 30 * 60_000, // its link works for an hour
    gcTime: 30 * 60_000,
    queryFn: ({ signal }): Promise<OpenScene | null> =>
      atOnce(async () => {
        const { link, files } = await contentsOf(dataId, twinId, signal);
        const file = files.find(({ name }) => isScene(name));
        if (!file) return null;
        const answer = await fetch(addressOf(link, file.name), { signal });
        if (!answer.ok) throw new Error('The result cannot be read just now. Try again.');
        const scene = sceneOf(JSON.parse((await answer.text()).replace(/^\uFEFF/, '')));
        return scene ? { scene, dataId, link, files: files.map(({ name }) => name) } : null;
      }),
  });

/** The signed address of the files of data, to read them. */
export const linkQuery = (dataId: string, twinId: string) =>
  queryOptions({
    queryKey: ['link of data', dataId],
    staleTime: 30 * 60_000,
    refetchInterval: 30 * 60_000, // it works for an hour
    gcTime: 30 * 60_000,
    queryFn: () => readLink(dataId, twinId),
  });
