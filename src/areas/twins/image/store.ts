import type { Context } from '../../../api/http/context.ts';
import { readJson } from '../../../std/json.ts';
import type { StoredImage, TwinImage, TwinRow } from '../tables.ts';

export const imagePlace = { area: 'twins', container: 'images' } as const;

export const imageOf = (row: Pick<TwinRow, 'image'>): TwinImage | null =>
  row.image === null ? null : readJson(row.image);

/** What signing an address needs. */
export type Links = { readonly ports: Pick<Context['ports'], 'blobs'> };

/** A signed address that needs no token, valid for an hour. */
export const addressOf = (image: StoredImage, twinId: string, context: Links): string =>
  context.ports.blobs.downloadUrl(
    { id: image.blobId, ...imagePlace },
    { fileName: image.name, contentType: image.type, inline: true, owner: { twinId } },
  );
