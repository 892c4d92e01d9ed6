import type { Static } from 'typebox';
import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { invalid } from '../errors.ts';
import type { objectsCreate } from '../schema/scene.ts';
import type { LocatedScene } from '../store/scenes.ts';
import { objectView } from '../view.ts';
import { addObjects, beginWork } from './work.ts';

export const invalidCreate = invalid('create', 'sceneObject');

/** Adds objects to a scene, all or none. */
export async function createObjects(
  { resource, access }: Located<LocatedScene>,
  { objects }: Static<typeof objectsCreate>,
  context: Context,
) {
  const outcome = await context.write(async (tx) => {
    const work = await beginWork(tx, resource, access, invalidCreate, context);
    return addObjects(work, objects, (at) => `objects.${at}.`);
  });
  return isFailed(outcome) ? outcome : reply(201, { objects: outcome.map(objectView) });
}
