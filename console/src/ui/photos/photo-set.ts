import { queryOptions } from '@tanstack/react-query';
import { type ContentFile, contentsOf } from '../stage/reality/contents.ts';
import type { RealityData } from '../stage/reality/source.ts';

/** The photos of one data set. */
export interface PhotoSet {
  readonly id: string;
  /** To its files; for an hour. */
  readonly link: string;
  /** By their names. */
  readonly photos: readonly ContentFile[];
  /** Bytes of all of them. */
  readonly size: number;
}

export const isPhotos = ({ type }: Pick<RealityData, 'type'>): boolean => type === 'CCImageCollection';
export const photoEndings = ['.jpg', '.jpeg', '.png', '.tif', '.tiff'] as const;
export const isPhoto = (name: string): boolean => /\.(jpe?g|png|tiff?)$/i.test(name);
export const pointsFile = 'control-points.csv';

export const photoSetQuery = (dataId: string, twinId: string) =>
  queryOptions({
    queryKey: ['reality', twinId, 'photos', dataId],
    staleTime: 20 * 60_000, // its link is signed for an hour; uploads make it stale
    async queryFn({ signal }): Promise<PhotoSet> {
      const { link, files } = await contentsOf(dataId, twinId, signal);
      const photos = files.filter(({ name }) => isPhoto(name));
      return { id: dataId, link, photos, size: photos.reduce((sum, { size }) => sum + size, 0) };
    },
  });

/** The last part of a name, without its folders. */
export const shortName = (name: string): string => name.split('/').at(-1) ?? name;
