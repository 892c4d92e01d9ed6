import type { Static } from 'typebox';
import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import { again } from '../access.ts';
import { nameTaken } from '../change.ts';
import { folderExists, invalidCreateFolder } from '../errors.ts';
import type { itemCreate } from '../item/schema.ts';
import { type ItemInTree, insertItem, newItem, within } from '../item/store.ts';
import { deepest, tooDeep } from '../rules.ts';
import { folderKind } from '../tables.ts';
import { folderReply } from './reply.ts';

export async function createFolder(target: Located<ItemInTree>, body: Static<typeof itemCreate>, context: Context) {
  const { displayName: name, description } = body;
  const outcome = await context.write(async (tx) => {
    const parent = await again(tx, target.resource);
    if (parent.above.length >= deepest) return fail(invalidCreateFolder, { details: [tooDeep('folderId')] });
    const item = { twinId: parent.row.twin_id, parentId: parent.row.id, kind: folderKind, name, description };
    const row = newItem(item, context.caller.userId, context.now);
    if (!(await insertItem(tx, row))) return nameTaken(folderExists);
    return { row, above: within(parent) };
  });
  return isFailed(outcome) ? outcome : folderReply(201, { resource: outcome, access: target.access }, context);
}
