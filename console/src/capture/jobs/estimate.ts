import type { QueryClient } from '@tanstack/react-query';
import { factsQuery } from '../../ui/photos/photo-facts.ts';
import { photoSetQuery } from '../../ui/photos/photo-set.ts';
import { dataQuery } from '../../ui/stage/reality/source.ts';
import { isScene, sceneQuery } from '../scene-query.ts';
import type { Quality } from '../words.ts';

/** What a job will have to work on, as far as can be told beforehand. */
export interface Estimate {
  readonly photos: number;
  readonly gigaPixels: number;
  /** Millions of points of the cloud; 0 where none is made. */
  readonly megaPoints: number;
}

/** Pixels of the longer side of a depth map. */
const depthSide: Readonly<Record<Quality, number>> = { Draft: 400, Medium: 800, Extra: 1600 };
/** Of the pixels of depth maps that become points of their own: what several photos see is one. */
const share = 0.3;
const looked = 3;

/** Looks at the photos of the inputs: how many there are and how large the first ones are. */
export async function estimateOf(
  client: QueryClient,
  twinId: string,
  {
    inputs,
    quality,
    surface,
  }: { readonly inputs: readonly string[]; readonly quality: Quality; readonly surface: boolean },
): Promise<Estimate> {
  const parts = await Promise.all(inputs.map((id) => partOf(client, twinId, id)));
  // photos that a scene names are not counted again
  const named = new Set(parts.flatMap(({ sets }) => sets));
  const counted = parts.filter((_, n) => !named.has(inputs[n] ?? ''));
  const photos = counted.reduce((sum, part) => sum + part.photos, 0);
  const pixels = counted.reduce((sum, part) => sum + part.pixels, 0);
  const depthPixels = photos * depthSide[quality] ** 2 * 0.75;
  const points = surface ? (Math.min(pixels, depthPixels) * share) / 1e6 : 0;
  return { photos, gigaPixels: rounded(pixels / 1e9), megaPoints: rounded(points) };
}

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;

interface Part {
  readonly photos: number;
  readonly pixels: number;
  /** Of a scene: the data that its photos are in. */
  readonly sets: readonly string[];
}

async function partOf(client: QueryClient, twinId: string, id: string): Promise<Part> {
  if (isScene(await client.fetchQuery(dataQuery(id, twinId)))) {
    const { photos, all, sets } = await client.fetchQuery(sceneQuery(id, twinId));
    const pixels = photos.reduce((sum, { camera }) => sum + camera.width * camera.height, 0);
    return { photos: all, pixels: photos.length > 0 ? (pixels * all) / photos.length : 0, sets };
  }
  const set = await client.fetchQuery(photoSetQuery(id, twinId));
  const facts = await Promise.all(
    set.photos.slice(0, looked).map((photo) => client.fetchQuery(factsQuery(set, photo))),
  );
  const sizes = facts.flatMap(({ width, height }) => (width && height ? width * height : []));
  const mean = sizes.length > 0 ? sizes.reduce((sum, size) => sum + size, 0) / sizes.length : 0;
  return { photos: set.photos.length, pixels: mean * set.photos.length, sets: [] };
}
