import type { Found } from '../../../kernel/auth/access-rules.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { noContent } from '../../../kernel/http/endpoint.ts';
import { isFailed } from '../../../kernel/http/problem.ts';
import { deleteGroupRow } from '../group.store.ts';
import type { GroupRow } from '../tables.ts';

export async function deleteGroup({ resource }: Found<GroupRow>, { write }: Context) {
  const outcome = await write((tx) => deleteGroupRow(tx, resource.id));
  return isFailed(outcome) ? outcome : noContent;
}
