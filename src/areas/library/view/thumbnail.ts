import type { Context } from '../../../api/http/context.ts';
import { previewPlace, thumbnailPlace } from '../place.ts';
import type { PreviewRow, ThumbnailRow } from '../tables.ts';

interface Pictured {
  readonly name: string;
  readonly account_id: string;
}

/** A picture that people have chosen goes before one that is drawn. */
export function pictureOf(
  { name, account_id }: Pictured,
  own: ThumbnailRow | undefined,
  drawn: Pick<PreviewRow, 'picture_blob'> | undefined,
  { ports }: Pick<Context, 'ports'>,
) {
  const at = (place: typeof thumbnailPlace | typeof previewPlace, id: string, format: 'png' | 'jpeg') => {
    const options = { fileName: `${name}.${format}`, contentType: `image/${format}`, inline: true };
    return { href: ports.blobs.downloadUrl({ ...place, id }, { ...options, owner: { twinId: account_id } }) };
  };
  if (own?.picture_blob != null) return at(thumbnailPlace, own.picture_blob, own.picture_format ?? 'png');
  return drawn?.picture_blob == null ? null : at(previewPlace, drawn.picture_blob, 'png');
}
