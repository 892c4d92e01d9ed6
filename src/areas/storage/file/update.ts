import type { Static } from 'typebox';
import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { again } from '../access.ts';
import { lockedFor, updateNames } from '../change.ts';
import { fileExists } from '../errors.ts';
import { tellSubscribers } from '../events.ts';
import type { itemUpdate } from '../item/schema.ts';
import type { ItemInTree } from '../item/store.ts';
import { tellName } from '../tell-listeners.ts';
import { fileReply } from './reply.ts';

export async function updateFile(target: Located<ItemInTree>, body: Static<typeof itemUpdate>, context: Context) {
  const outcome = await context.write(async (tx) => {
    const { row, above } = await again(tx, target.resource);
    const updated = lockedFor(row, context) ?? (await updateNames(tx, row, body, fileExists, context));
    if (isFailed(updated)) return updated;
    if (updated.name !== row.name) {
      await tellName(tx, updated, context.ports);
      await tellSubscribers(tx, 'storage.fileUpdated.v1', updated, context.caller.userId, context.ports);
    }
    return { row: updated, above };
  });
  return isFailed(outcome) ? outcome : fileReply({ resource: outcome, access: target.access }, context);
}
