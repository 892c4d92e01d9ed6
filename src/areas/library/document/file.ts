import type { Context } from '../../../api/http/context.ts';
import { fail } from '../../../api/http/problem.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { invalidDocument } from '../errors.ts';
import type { DocumentRow } from '../tables.ts';
import { documentPlace } from '../view/document.ts';
import { noFile } from './rules.ts';

const hour = 3_600_000;
const addressLifetime = 12 * hour;

type Needs = Pick<Context, 'caller' | 'now' | 'ports'>;

/** The same with a new upload in the place of a former one, whose address ends. */
export async function withUpload(
  tx: Transaction,
  row: DocumentRow,
  { caller, now, ports }: Needs,
): Promise<DocumentRow> {
  if (row.upload_id !== null) await ports.blobs.remove(tx, [row.upload_id]);
  const { userId, clientId } = caller;
  const writer = { userId, clientId, twinId: row.account_id, permission: 'library_write' };
  const { id } = await ports.blobs.openUpload(tx, documentPlace, writer);
  return { ...row, available: 0, upload_id: id, upload_due: now + addressLifetime };
}

/**
 * The same with what the asked state makes of its file: `true` takes over what was uploaded, or shows again what there
 * was; `false` hides it and opens a new upload; left out, it stays, and a lapsed upload is opened anew. A file that is
 * too large is removed with its upload, which has to be committed: so that is no refusal yet.
 */
export async function withFile(tx: Transaction, row: DocumentRow, available: boolean | undefined, needs: Needs) {
  const { now, ports } = needs;
  if (available === false) return withUpload(tx, row, needs);
  if (available === undefined) {
    const isOpen = row.available === 1 || (row.upload_id !== null && (row.upload_due ?? 0) > now);
    return isOpen ? row : withUpload(tx, row, needs);
  }
  const content = row.upload_id === null ? undefined : await ports.blobs.finishUpload(tx, row.upload_id);
  if (content === undefined || row.upload_id === null) {
    return row.blob_id === null ? fail(invalidDocument, { details: [noFile] }) : { ...row, available: 1 };
  }
  if (content.size > ports.settings.library.fileBytes) {
    await ports.blobs.remove(tx, [row.upload_id]);
    return 'tooLarge';
  }
  if (row.blob_id !== null) await ports.blobs.remove(tx, [row.blob_id], hour); // addresses were just handed out
  const file = { blob_id: row.upload_id, size: content.size, upload_id: null, upload_due: null };
  return { ...row, ...file, available: 1 };
}
