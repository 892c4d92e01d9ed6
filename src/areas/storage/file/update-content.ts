import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { again } from '../access.ts';
import { lockedFor } from '../change.ts';
import { type ItemInTree, updateItem } from '../item/store.ts';
import { openUpload, uploadReply } from './upload.ts';

/** Opens an upload of new content; the old one is served until it is completed. A former upload is void. */
export async function updateContent(target: Located<ItemInTree>, context: Context) {
  const outcome = await context.write(async (tx) => {
    const { row } = await again(tx, target.resource);
    const refusal = lockedFor(row, context);
    if (refusal) return refusal;
    if (row.upload_id !== null) await context.ports.blobs.remove(tx, [row.upload_id]);
    const upload = await openUpload(tx, row.twin_id, context);
    await updateItem(tx, row.id, upload);
    return { ...row, ...upload };
  });
  return isFailed(outcome) ? outcome : uploadReply(outcome, context);
}
