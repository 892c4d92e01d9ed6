import type { Static } from 'typebox';
import type { Found } from '../../../kernel/auth/access-rules.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { isFailed } from '../../../kernel/http/problem.ts';
import type { groupUpdate } from '../group.schema.ts';
import { changeGroup } from '../group.store.ts';
import { groupReply } from '../group.view.ts';
import { nameColumns } from '../item-row.ts';
import type { GroupRow } from '../tables.ts';

export async function updateGroup(
  { resource }: Found<GroupRow>,
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
