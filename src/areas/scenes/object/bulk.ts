import type { Static, TSchema } from 'typebox';
import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { declaredPart } from '../../../kernel/schema/declared.ts';
import { trimmed } from '../../../kernel/schema/validator.ts';
import { objectCreate, type objectsChange, objectUpdate } from '../schema/scene.ts';
import { wholeObjects } from '../store/objects.ts';
import type { LocatedScene } from '../store/scenes.ts';
import { objectView } from '../view.ts';
import { invalidUpdate } from './update.ts';
import { addObjects, beginWork, changeObject, referenceFault, removeObjects, type Work } from './work.ts';

type Body = Static<typeof objectsChange>;
type Operation = NonNullable<Body['operations']>[number];
type Update = NonNullable<Body['objects']>[number];

/** Changes objects of a scene, all or none: updates together, or operations one after the other. */
export async function changeObjects({ resource, access }: Located<LocatedScene>, body: Body, context: Context) {
  const outcome = await context.write(async (tx) => {
    const work = await beginWork(tx, resource, access, invalidUpdate, context);
    const ids = await (body.operations ? operate(work, body.operations) : updateAll(work, body.objects ?? []));
    if (isFailed(ids)) return ids;
    const rows = await wholeObjects(tx, ids);
    return ids.flatMap((id) => rows.get(id) ?? []);
  });
  return isFailed(outcome) ? outcome : reply(200, { objects: outcome.map(objectView) });
}

/** Parents are looked at once everything is in place. Answers the ids, each once. */
async function updateAll<C extends string>(work: Work<C>, updates: readonly Update[]) {
  const placed = [];
  for (const [at, { id, ...change }] of updates.entries()) {
    const one = await changeObject(work, id.toLowerCase(), change, `objects.${at}.`);
    if (isFailed(one)) return one;
    placed.push(one);
  }
  return (await referenceFault(work, placed)) ?? [...new Set(placed.map(({ row }) => row.id))];
}

/** Answers the ids of what was made or changed and is still there, in order of first appearance. */
async function operate<C extends string>(work: Work<C>, operations: readonly Operation[]) {
  const touched = new Set<string>();
  for (const [at, operation] of operations.entries()) {
    const ids = await operateOne(work, operation, `operations.${at}.payload.`);
    if (isFailed(ids)) return ids;
    for (const id of ids) {
      if (operation.op === 'remove') touched.delete(id);
      else touched.add(id);
    }
  }
  return [...touched];
}

/** The payload as its schema declares it, which it has been checked against. */
const declaredIn = <S extends TSchema>(schema: S, payload: unknown) =>
  declaredPart(schema, trimmed(schema, payload)) as Static<S>;

async function operateOne<C extends string>(work: Work<C>, { op, id = '', payload }: Operation, path: string) {
  if (op === 'remove') return removeObjects(work, [id.toLowerCase()]);
  if (op === 'add') {
    const made = await addObjects(work, [declaredIn(objectCreate, payload)], () => path);
    return isFailed(made) ? made : made.map((row) => row.id);
  }
  const placed = await changeObject(work, id.toLowerCase(), declaredIn(objectUpdate, payload), path);
  if (isFailed(placed)) return placed;
  return (await referenceFault(work, [placed])) ?? [placed.row.id];
}
