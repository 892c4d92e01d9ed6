import { readJson } from '../../../std/json.ts';
import type { ViewImage, ViewRow } from '../tables.ts';

export const imagePlace = { area: 'saved-views', container: 'images' } as const;

export const imageOf = ({ image }: Pick<ViewRow, 'image'>): ViewImage | undefined =>
  image === null ? undefined : readJson(image);

export function blobsOf(row: Pick<ViewRow, 'image'>): string[] {
  const image = imageOf(row);
  return image ? [image.full, image.thumbnail] : [];
}
