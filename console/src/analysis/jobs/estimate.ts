import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { analysisCost } from '../../../../src/reality-jobs/cost.ts';
import { addressOf, contentsOf } from '../../reality/queries.ts';
import { factsQuery } from '../../ui/photos/photo-facts.ts';
import { isPhoto, photoSetQuery } from '../../ui/photos/photo-set.ts';
import { dataQuery } from '../../ui/stage/reality/source.ts';
import { linkQuery, sceneQuery } from '../contents.ts';
import type { FileRef } from '../scene.ts';
import type { kinds, Want } from '../wants.ts';
import { pointsIn } from './point-count.ts';

/** What an analysis will look at, as far as it can be told beforehand; null: not known. */
export interface Estimate {
  readonly photos: number;
  /** 0 where none are looked at. */
  readonly pixels: number | null;
  readonly points: number | null;
  /** Of what is known, in the units that an analysis tells at its end. */
  readonly cost: number;
}

/** So many photos and clouds are looked at: photos of one camera are alike. */
const looked = 3;
const headBytes = 64 * 1024;

interface Asked {
  readonly want: Want;
  readonly twinId: string;
  /** Data by the role of the input. */
  readonly inputs: Readonly<Record<string, string | null>>;
}

/** Looks at the inputs that are chosen. It asks for nothing that is not read by an analysis itself. */
export const estimateQuery = ({ want, twinId, inputs }: Asked) =>
  queryOptions({
    queryKey: ['analysis estimate', twinId, want.key, inputs],
    staleTime: 5 * 60_000,
    retry: false,
    async queryFn({ client }): Promise<Estimate> {
      const chosen = want.inputs.flatMap(({ role, kind }) => (inputs[role] ? [{ kind, id: inputs[role] }] : []));
      const parts = await Promise.all(chosen.map((one) => partOf(client, twinId, one, want)));
      const photos = Math.max(0, ...parts.map((part) => part.photos));
      const pixels = sumOf(parts.map((part) => part.pixels));
      const points = sumOf(parts.map((part) => part.points));
      const gigaPixels = (pixels ?? 0) / 1e9 + (points ?? 0) / 1e9;
      return { photos, pixels, points, cost: analysisCost({ gigaPixels, numberOfPhotos: photos }) };
    },
  });

const sumOf = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0);

type Part = Pick<Estimate, 'photos' | 'pixels' | 'points'>;
type Input = { readonly kind: keyof typeof kinds; readonly id: string };

async function partOf(client: QueryClient, twinId: string, { kind, id }: Input, want: Want): Promise<Part> {
  const { type } = await client.fetchQuery(dataQuery(id, twinId));
  const isScene = type === 'ContextScene';
  if (kind === 'model' || kind === 'classes') {
    return { photos: 0, pixels: 0, points: isScene ? null : await pointsOf(twinId, id) };
  }
  const images = isScene ? await imagesOfScene(client, twinId, id) : await imagesOf(client, twinId, id);
  const photos = kind === 'objects3D' ? 0 : images.length;
  // boxes that are placed or checked are numbers; only detectors and masks are pictures that are read
  const reads = want.detector !== undefined || kind === 'masks';
  return { photos, pixels: reads ? await pixelsOf(client, twinId, images) : 0, points: 0 };
}

type Image = Pick<FileRef, 'path'> & { readonly of: string; readonly modified: Date };

async function imagesOf(client: QueryClient, twinId: string, id: string): Promise<readonly Image[]> {
  const { photos } = await client.fetchQuery(photoSetQuery(id, twinId));
  return photos.map(({ name, modified }) => ({ of: id, path: name, modified }));
}

async function imagesOfScene(client: QueryClient, twinId: string, id: string): Promise<readonly Image[]> {
  const open = await client.fetchQuery(sceneQuery(id, twinId));
  return (open?.scene.photos ?? []).flatMap(({ image: { of, path } }) =>
    isPhoto(path) ? [{ of: of ?? id, path, modified: new Date(0) }] : [],
  );
}

/** As if all were as large as the first ones; null where these do not tell it. */
async function pixelsOf(client: QueryClient, twinId: string, images: readonly Image[]): Promise<number | null> {
  const sizes = await Promise.all(
    images.slice(0, looked).map(async ({ of, path, modified }) => {
      const link = await client.fetchQuery(linkQuery(of, twinId));
      const { width, height } = await client.fetchQuery(factsQuery({ id: of, link }, { name: path, modified }));
      return width && height ? [width * height] : [];
    }),
  );
  const known = sizes.flat();
  if (known.length === 0) return null;
  return (known.reduce((sum, size) => sum + size, 0) / known.length) * images.length;
}

/** What the heads of the files of a cloud say; null where one does not say it. */
async function pointsOf(twinId: string, id: string): Promise<number | null> {
  const { link, files } = await contentsOf(id, twinId);
  const clouds = files.filter(({ name }) => /\.(las|laz|ply|pcd|e57|xyz|txt|asc|pts|obj)$/i.test(name));
  const counts = await Promise.all(
    clouds.slice(0, looked).map(async ({ name }) => {
      const answer = await fetch(addressOf(link, name), { headers: { Range: `bytes=0-${headBytes - 1}` } });
      return answer.ok ? pointsIn(name, await answer.arrayBuffer()) : null;
    }),
  );
  const sum = sumOf(counts);
  return sum === null || clouds.length <= looked ? sum : (sum / looked) * clouds.length;
}
