import type { Static } from 'typebox';
import type { Found } from '../../../kernel/auth/access-rules.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { reply } from '../../../kernel/http/endpoint.ts';
import { isFailed } from '../../../kernel/http/problem.ts';
import { invalid } from '../errors.ts';
import type { objectsCreate } from '../scene.schema.ts';
import type { LocatedScene } from '../scene.store.ts';
import { objectView } from '../scene.view.ts';
import { addObjects, beginWork } from './work.ts';

export const invalidCreate = invalid('create', 'sceneObject');

/** Adds objects to a scene, all or none. */
export async function createObjects(
  { resource, access }: Found<LocatedScene>,
  { objects }: Static<typeof objectsCreate>,
  context: Context,
) {
  const outcome = await context.write(async (tx) => {
    const work = await beginWork(tx, resource, access, invalidCreate, context);
    return addObjects(work, objects, (at) => `objects.${at}.`);
  });
  return isFailed(outcome) ? outcome : reply(201, { objects: outcome.map(objectView) });
}
