import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { invalid } from '../errors.ts';
import type { LocatedScene } from '../store/scenes.ts';
import { beginWork, removeObjects } from './work.ts';

export const invalidDelete = invalid('delete', 'sceneObject');

/** Removes objects of a scene with what styles them, all or none. */
export async function deleteObjects(
  { resource, access }: Located<LocatedScene>,
  ids: readonly string[],
  context: Context,
) {
  const outcome = await context.write(async (tx) => {
    const work = await beginWork(tx, resource, access, invalidDelete, context);
    return removeObjects(work, [...new Set(ids.map((id) => id.toLowerCase()))]);
  });
  return isFailed(outcome) ? outcome : noContent;
}
