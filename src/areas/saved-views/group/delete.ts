import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { deleteGroupRow } from '../store/groups.ts';
import type { GroupRow } from '../tables.ts';

export async function deleteGroup({ resource }: Located<GroupRow>, { write }: Context) {
  const outcome = await write((tx) => deleteGroupRow(tx, resource.id));
  return isFailed(outcome) ? outcome : noContent;
}
