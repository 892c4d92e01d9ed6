import mime from 'mime-types';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { fileAddress } from '../item/view.ts';
import type { ItemRow } from '../tables.ts';

/** How long content may wait for its completion, in milliseconds. */
const pendingFor = 24 * 3_600_000;

/** Where the content of files lies. */
export const filePlace = { area: 'storage', container: 'uploads' } as const;

/** The type that a file is served with. */
export const contentTypeOf = (name: string): string => mime.lookup(name) || 'application/octet-stream';

type Upload = { readonly upload_id: string; readonly upload_due: number };

/** Opens an upload and gives the columns that remember it. */
export async function openUpload(
  tx: Transaction,
  twinId: string,
  { ports, now, caller }: Pick<Context, 'ports' | 'now' | 'caller'>,
): Promise<Upload> {
  const { userId, clientId } = caller;
  const writer = { userId, clientId, twinId, permission: 'storage_write' };
  const { id } = await ports.blobs.openUpload(tx, filePlace, writer);
  return { upload_id: id, upload_due: now + pendingFor };
}

/** 202 with the addresses to upload to and to complete with. */
export function uploadReply(row: Pick<ItemRow, 'id' | 'name'> & Upload, { baseUrl, ports }: Context) {
  const uploadUrl = ports.blobs.uploadUrl({ id: row.upload_id, ...filePlace }, row.name);
  const completeUrl = `${fileAddress(baseUrl, row.id)}/complete`;
  return reply(202, { _links: { completeUrl: { href: completeUrl }, uploadUrl: { href: uploadUrl } } });
}
