import type { Static } from 'typebox';
import type { Found } from '../../../kernel/auth/access-rules.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { reply } from '../../../kernel/http/endpoint.ts';
import { fail, isFailed } from '../../../kernel/http/problem.ts';
import type { LocatedObject } from '../access.ts';
import { invalid, objectNotFound } from '../errors.ts';
import { wholeObjects } from '../object.store.ts';
import type { objectUpdate } from '../scene.schema.ts';
import { objectView } from '../scene.view.ts';
import { changedColumns } from './rows.ts';
import { beginWork, changeObject, referenceFault } from './work.ts';

export const invalidUpdate = invalid('update', 'sceneObject');

export async function updateObject(
  { resource, access }: Found<LocatedObject>,
  body: Static<typeof objectUpdate>,
  context: Context,
) {
  const { scene, row } = resource;
  if (Object.keys(changedColumns(row.kind, body)).length === 0) return objectReply(context.db, row.id);
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
