import type { Context } from '../../kernel/http/context.ts';
import type { TwinRow } from './tables.ts';

/** An image as the twin's row holds it. */
export interface TwinImage {
  readonly id: string;
  readonly small: StoredImage;
  readonly large: StoredImage;
}

export interface StoredImage {
  readonly blobId: string;
  readonly name: string;
  readonly type: string;
}

export const imagePlace = { area: 'twins', container: 'images' } as const;

export const imageOf = (row: Pick<TwinRow, 'image'>): TwinImage | null =>
  row.image === null ? null : (JSON.parse(row.image) as TwinImage);

/** What signing an address needs. */
export type Links = { readonly ports: Pick<Context['ports'], 'blobs'> };

/** A signed address that needs no token, valid for an hour. */
export const addressOf = (image: StoredImage, twinId: string, context: Links): string =>
  context.ports.blobs.downloadUrl(
    { id: image.blobId, ...imagePlace },
    { fileName: image.name, contentType: image.type, inline: true, owner: { twinId } },
  );
