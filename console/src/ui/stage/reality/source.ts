import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@twin-platform/client';
import { answerOf, platform } from '../../../platform/client.ts';
import { Problem } from '../../../platform/problem.ts';
import { type MeshFiles, meshFiles } from '../mesh-files.ts';
import type { TileMapJson } from '../scene/tile-map.ts';
import { isDrawable, isMap } from './drawable.ts';
import type { Standing } from './place.ts';

export type RealityData = Schemas['realityData']['RealityData'];

/** The coordinates that reality data was measured in. */
export interface System {
  /** "EPSG:25832+7837" */
  readonly id: string;
  /** For proj4; absent: only its name is known. */
  readonly definition?: string;
}

/** Reality data that can be drawn. */
export interface Drawable extends Standing {
  readonly data: RealityData;
  readonly files: MeshFiles;
  readonly system?: System;
  /** Of a cloud, where it is told. */
  readonly points?: number;
  /** It is a map of pictures; absent: a tileset. */
  readonly map?: TileMapJson;
}

const ofData = (id: string, twinId: string) => ({ params: { path: { id }, query: { twinId } } });
const root = '/reality-management/reality-data';

export const dataQuery = (id: string, twinId: string) =>
  queryOptions({
    queryKey: ['reality', twinId, 'one', id],
    queryFn: async () => (await answerOf(platform.realityData.GET(`${root}/{id}`, ofData(id, twinId)))).realityData,
  });

/** The signed address of its files, to read them; for an hour. */
export async function readLink(id: string, twinId: string): Promise<string> {
  const call = platform.realityData.GET(`${root}/{id}/readaccess`, ofData(id, twinId));
  return (await answerOf(call))._links.containerUrl.href;
}

/** What is needed to draw reality data; null of what cannot be drawn. */
export const drawableQuery = (id: string, twinId: string) =>
  queryOptions({
    queryKey: ['drawable', id, twinId],
    staleTime: Number.POSITIVE_INFINITY, // its links are renewed where they are used
    gcTime: 30 * 60_000,
    async queryFn({ client }): Promise<Drawable | null> {
      const data = await client.fetchQuery({ ...dataQuery(id, twinId), staleTime: 0 });
      return isDrawable(data) ? drawableOf(data, twinId) : null;
    },
  });

async function drawableOf(data: RealityData, twinId: string): Promise<Drawable> {
  const link = await readLink(data.id, twinId);
  const files = meshFiles(link, () => readLink(data.id, twinId), undefined, data.rootDocument);
  const answer = await files.fetch(files.tileset);
  if (!answer.ok) {
    const message = `Its file ${data.rootDocument} cannot be read.`;
    throw new Problem(answer.status, { code: String(answer.status), message });
  }
  const json = await answer.json();
  const { standingOf, standingOfMap } = await import('./place.ts'); // with the library that draws
  if (isMap(data)) return { ...standingOfMap(json.bounds), data, files, map: json };
  return { ...standingOf(json), ...told(json.asset?.extras), data, files };
}

/** What our own tilesets say of their input. */
function told(extras: unknown): Pick<Drawable, 'system' | 'points'> {
  const of = (name: string): unknown => (typeof extras === 'object' && extras ? Reflect.get(extras, name) : undefined);
  const [id, definition, points] = [of('crs'), of('definition'), of('points')];
  return {
    ...(typeof id === 'string' ? { system: { id, ...(typeof definition === 'string' ? { definition } : {}) } } : {}),
    ...(typeof points === 'number' ? { points } : {}),
  };
}
