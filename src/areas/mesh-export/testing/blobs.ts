import type { Platform } from '../../../../test/support/platform.ts';
import { tables } from '../../../kernel/db/query.ts';

const q = tables<{ blobs: { id: string; state: string } }>();

/** How many blobs belong to something. */
export async function blobsKept(p: Platform): Promise<number> {
  return (await p.app.db.all(q.selectFrom('blobs').select('id').where('state', '=', 'kept'))).length;
}
