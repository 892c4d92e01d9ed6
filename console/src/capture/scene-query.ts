import { queryOptions } from '@tanstack/react-query';
import type { Scene } from '../../../src/engines/photogrammetry/scene/scene.ts';
import { answerOf, platform } from '../platform/client.ts';
import { addressOf } from '../ui/stage/reality/contents.ts';
import { dataQuery, type RealityData, readLink } from '../ui/stage/reality/source.ts';
import type { OrientedScene } from './oriented.ts';

const sceneTypes = ['ContextScene', 'CCOrientations'] as const;
export const isScene = ({ type }: Pick<RealityData, 'type'>): boolean => sceneTypes.some((one) => one === type);
/** More are not looked through. */
const mostScenes = 20;

export const sceneQuery = (id: string, twinId: string) =>
  queryOptions({
    queryKey: ['reality', twinId, 'scene', id],
    staleTime: 60_000,
    queryFn: async ({ client }): Promise<OrientedScene> =>
      sceneOf(await client.fetchQuery({ ...dataQuery(id, twinId), staleTime: 0 }), twinId),
  });

async function sceneOf({ id, displayName, rootDocument }: RealityData, twinId: string): Promise<OrientedScene> {
  if (!rootDocument) throw new Error(`${displayName} has no file that tells of photos.`);
  const answer = await fetch(addressOf(await readLink(id, twinId), rootDocument));
  if (!answer.ok) throw new Error(`${rootDocument} of ${displayName} cannot be read just now. Try again.`);
  const { srs, cameras, photos } = await parsed(await answer.text(), rootDocument);
  const placed = photos.flatMap(({ data, name, camera: number, pose }) => {
    const camera = cameras[number];
    return camera && pose ? [{ data: data ?? id, name, camera, pose }] : [];
  });
  const sets = [...new Set(photos.map(({ data }) => data ?? id))];
  return { id, displayName, srs, photos: placed, all: photos.length, sets };
}

/** By the readers of the engine. */
async function parsed(text: string, name: string): Promise<Scene> {
  if (/contextscene\.xml$|\.json$/i.test(name)) {
    const { readContextScene } = await import('../../../src/engines/photogrammetry/scene/read-context-scene.ts');
    return readContextScene(text, name);
  }
  const { readOrientations } = await import('../../../src/engines/photogrammetry/scene/read-orientations.ts');
  return readOrientations(text, name);
}

/** The newest scenes that say where photos of a data set were taken. */
export const scenesOfQuery = (dataId: string, twinId: string) =>
  queryOptions({
    queryKey: ['reality', twinId, 'scenes of', dataId],
    staleTime: 60_000,
    async queryFn({ client }): Promise<readonly OrientedScene[]> {
      const query = { twinId, types: [...sceneTypes], $top: mostScenes, $orderBy: 'createdDateTime desc' };
      const params = { query, header: { Prefer: 'return=representation' } as const };
      const call = platform.realityData.GET('/reality-management/reality-data/', { params });
      const whole = (await answerOf(call)).realityData.filter(({ authoring }) => authoring !== true);
      const read = await Promise.allSettled(whole.map(({ id }) => client.fetchQuery(sceneQuery(id, twinId))));
      const scenes = read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      return scenes.filter(({ photos }) => photos.some(({ data }) => data === dataId));
    },
  });
