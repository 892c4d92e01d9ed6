import type { Static } from 'typebox';
import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import type { LocatedObject } from '../access.ts';
import { invalid, objectNotFound } from '../errors.ts';
import type { objectUpdate } from '../schema/scene.ts';
import { wholeObjects } from '../store/objects.ts';
import { objectView } from '../view.ts';
import { changesNothing } from './rows.ts';
import { beginWork, changeObject, referenceFault } from './work.ts';

export const invalidUpdate = invalid('update', 'sceneObject');

export async function updateObject(
  { resource, access }: Located<LocatedObject>,
  body: Static<typeof objectUpdate>,
  context: Context,
) {
  const { scene, row } = resource;
  if (changesNothing(body)) return objectReply(context.db, row.id);
  return context.write(async (tx) => {
    const work = await beginWork(tx, scene, access, invalidUpdate, context);
    const placed = await changeObject(work, row.id, body, '');
    if (isFailed(placed)) return placed;
    return (await referenceFault(work, [placed])) ?? objectReply(tx, row.id);
  });
}

/** An answer with one object. */
export async function objectReply(db: Reader, id: string) {
  const row = (await wholeObjects(db, [id])).get(id);
  return row ? reply(200, { object: objectView(row) }, { version: row.version }) : fail(objectNotFound);
}
