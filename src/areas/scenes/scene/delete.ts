import type { Found } from '../../../kernel/auth/access-rules.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { noContent } from '../../../kernel/http/endpoint.ts';
import { isFailed } from '../../../kernel/http/problem.ts';
import { deleteSceneRows, type LocatedScene } from '../scene.store.ts';

export async function deleteScene({ resource }: Found<LocatedScene>, { write, now }: Context) {
  const outcome = await write((tx) => deleteSceneRows(tx, resource.row.id, now));
  return isFailed(outcome) ? outcome : noContent;
}
