import type { Static } from 'typebox';
import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { again } from '../access.ts';
import { nameTaken } from '../change.ts';
import { fileExists } from '../errors.ts';
import type { itemCreate } from '../item/schema.ts';
import { type ItemInTree, insertItem, isNameTaken, newItem } from '../item/store.ts';
import { fileKind } from '../tables.ts';
import { openUpload, uploadReply } from './upload.ts';

/** Makes a file that is seen by nobody until its upload is completed. */
export async function createFile(target: Located<ItemInTree>, body: Static<typeof itemCreate>, context: Context) {
  const { displayName: name, description } = body;
  const outcome = await context.write(async (tx) => {
    const parent = await again(tx, target.resource);
    const item = { twinId: parent.row.twin_id, parentId: parent.row.id, kind: fileKind, name, description };
    const row = newItem(item, context.caller.userId, context.now);
    if (await isNameTaken(tx, row, parent.row.id)) return nameTaken(fileExists);
    const upload = await openUpload(tx, parent.row.twin_id, context);
    const pending = { ...row, state: 'pending', ...upload } as const;
    await insertItem(tx, pending);
    return pending;
  });
  return isFailed(outcome) ? outcome : uploadReply(outcome, context);
}
