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
    const { twin_id: twinId, id: parentId } = target.resource.row;
    const row = newItem({ twinId, parentId, kind: folderKind, name, description }, context.caller.userId, context.now);
    // both on one way to the database: what is returned or thrown after it undoes the row
    const [parent, isNew] = await Promise.all([again(tx, target.resource), insertItem(tx, row)]);
    if (parent.above.length >= deepest) return fail(invalidCreateFolder, { details: [tooDeep('folderId')] });
    if (!isNew) return nameTaken(folderExists);
    return { row, above: within(parent) };
  });
  return isFailed(outcome) ? outcome : folderReply(201, { resource: outcome, access: target.access }, context);
}
