import type { Static } from 'typebox';
import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { nameColumns } from '../item-row.ts';
import type { groupUpdate } from '../schema/group.ts';
import { changeGroup } from '../store/groups.ts';
import type { GroupRow } from '../tables.ts';
import { groupReply } from './view.ts';

export async function updateGroup(
  { resource }: Located<GroupRow>,
  { displayName, shared, readOnly }: Static<typeof groupUpdate>,
  context: Context,
) {
  const change = {
    ...(displayName === undefined ? {} : nameColumns(displayName)),
    ...(shared === undefined ? {} : { shared: shared ? 1 : 0 }),
    ...(readOnly === undefined ? {} : { read_only: readOnly ? 1 : 0 }),
  };
  if (Object.keys(change).length === 0) return groupReply(200, resource, context);
  const outcome = await context.write((tx) => changeGroup(tx, resource.id, change));
  return isFailed(outcome) ? outcome : groupReply(200, outcome, context);
}
