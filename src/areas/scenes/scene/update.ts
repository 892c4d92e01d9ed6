import type { Static } from 'typebox';
import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { invalid } from '../errors.ts';
import type { sceneUpdate } from '../schema/scene.ts';
import { again, type LocatedScene, updateScene } from '../store/scenes.ts';
import { linkedScene, versionOf } from '../view.ts';
import { linkScene } from './links.ts';

export const invalidUpdate = invalid('update', 'scene');

/** An answer with a scene whose objects are behind a link. */
export const linkedReply = (scene: LocatedScene, { baseUrl }: Context) =>
  reply(200, { scene: linkedScene(scene, baseUrl) }, { version: versionOf(scene) });

export async function changeScene(
  { resource }: Located<LocatedScene>,
  { displayName, description, parentId, tagIds }: Static<typeof sceneUpdate>,
  context: Context,
) {
  const change = {
    ...(displayName === undefined ? {} : { name: displayName }),
    ...(description === undefined ? {} : { description }),
    ...(parentId === undefined ? {} : { parent_id: parentId?.toLowerCase() ?? null }),
  };
  if (tagIds === undefined && Object.keys(change).length === 0) return linkedReply(resource, context);
  const outcome = await context.write(async (tx) => {
    const { row } = await again(tx, resource.row.id);
    const changed = { ...row, ...change, modified: context.now, version: row.version + 1 };
    await updateScene(tx, row.id, changed);
    const checked = parentId === undefined ? { ...changed, parent_id: null } : changed;
    return (await linkScene(tx, checked, tagIds, invalidUpdate)) ?? again(tx, row.id);
  });
  return isFailed(outcome) ? outcome : linkedReply(outcome, context);
}
