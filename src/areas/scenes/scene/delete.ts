import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { deleteSceneRows, type LocatedScene } from '../store/scenes.ts';

export async function deleteScene({ resource }: Located<LocatedScene>, { write, now }: Context) {
  const outcome = await write((tx) => deleteSceneRows(tx, resource.row.id, now));
  return isFailed(outcome) ? outcome : noContent;
}
