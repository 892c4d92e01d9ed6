import type { Static } from 'typebox';
import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import type { RawInput } from '../../../api/http/endpoint.ts';
import { type Detail, isFailed } from '../../../api/http/problem.ts';
import { membersOf } from '../../../std/records.ts';
import { again } from '../access.ts';
import { updateNames } from '../change.ts';
import { folderExists } from '../errors.ts';
import type { itemUpdate } from '../item/schema.ts';
import type { ItemInTree } from '../item/store.ts';
import { rootFault } from '../rules.ts';
import { folderReply } from './reply.ts';

/** The root folder is called like its twin. */
export function checkRename({ body }: RawInput, { resource, access }: Located<ItemInTree>): Detail[] {
  const name = membersOf(body).displayName;
  const renamesRoot = resource.row.parent_id === null && name !== undefined && name !== access.twin.displayName;
  return renamesRoot ? [rootFault('renamed', 'displayName')] : [];
}

export async function updateFolder(target: Located<ItemInTree>, body: Static<typeof itemUpdate>, context: Context) {
  const outcome = await context.write(async (tx) => {
    const { row, above } = await again(tx, target.resource);
    const given = row.parent_id === null ? { ...body, displayName: row.name } : body;
    const updated = await updateNames(tx, row, given, folderExists, context);
    return isFailed(updated) ? updated : { row: updated, above };
  });
  return isFailed(outcome) ? outcome : folderReply(200, { resource: outcome, access: target.access }, context);
}
