import type { ViewRow } from './tables.ts';

/** The picture of a view, as its row holds it. */
export interface ViewImage {
  readonly type: 'image/png' | 'image/jpeg';
  /** Blobs by size. */
  readonly full: string;
  readonly thumbnail: string;
}

export const imagePlace = { area: 'saved-views', container: 'images' } as const;

export const imageOf = ({ image }: Pick<ViewRow, 'image'>): ViewImage | undefined =>
  image === null ? undefined : (JSON.parse(image) as ViewImage);

export function blobsOf(row: Pick<ViewRow, 'image'>): string[] {
  const image = imageOf(row);
  return image ? [image.full, image.thumbnail] : [];
}
