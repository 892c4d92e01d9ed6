import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, type Problem } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { newId } from '../../../std/ids.ts';
import { invalid, sceneExists } from '../errors.ts';
import { hiddenObjectsIn } from '../hidden-objects.ts';
import { addObjects } from '../object/work.ts';
import type { sceneCreate, sceneReplace } from '../schema/scene.ts';
import type { WholeObject } from '../store/objects.ts';
import { again, insertScene, type LocatedScene } from '../store/scenes.ts';
import type { ObjectRow, SceneRow } from '../tables.ts';
import { versionOf, wholeScene } from '../view.ts';
import { linkScene } from './links.ts';

export const invalidCreate = invalid('create', 'scene');
type Content = Static<typeof sceneReplace>;

/** A scene with all its objects, some of which its reader may not see. */
interface WholeScene {
  readonly scene: LocatedScene;
  readonly objects: readonly WholeObject[];
  readonly withheld: ReadonlySet<string>;
}

/** Makes a scene with its objects, or nothing. */
export async function createScene(access: Access, body: Static<typeof sceneCreate>, context: Context) {
  const row = sceneRow(body.id?.toLowerCase() ?? newId(), body, access, context);
  const outcome = await context.write(async (tx) => {
    if (!(await insertScene(tx, row))) return fail(sceneExists);
    return fillScene(tx, row, body, { access, invalid: invalidCreate, context });
  });
  return isFailed(outcome) ? outcome : wholeReply(201, outcome);
}

export const sceneRow = (
  id: string,
  { displayName, description, parentId }: Pick<Content, 'displayName' | 'description' | 'parentId'>,
  { twin }: Access,
  { caller, now }: Context,
): SceneRow => ({
  id,
  twin_id: twin.id,
  name: displayName,
  description: description ?? null,
  parent_id: parentId?.toLowerCase() ?? null,
  created: now,
  created_by: caller.userId,
  modified: now,
  version: 1,
});

interface Filling<C extends string> {
  readonly access: Access;
  readonly invalid: Problem<C>;
  readonly context: Context;
  /** Objects that were in the scene before. */
  readonly former?: ReadonlyMap<string, ObjectRow>;
}

/** Gives a scene without objects its tags and objects. */
export async function fillScene<C extends string>(
  tx: Transaction,
  row: SceneRow,
  { tagIds = [], sceneData }: Pick<Content, 'tagIds' | 'sceneData'>,
  { access, invalid: refusal, context, former }: Filling<C>,
) {
  const wrong = await linkScene(tx, row, tagIds, refusal);
  if (wrong) return wrong;
  const { caller, ports } = context;
  const work = { tx, scene: row, withheld: new Set<string>(), userId: caller.userId, invalid: refusal };
  const path = (at: number) => `sceneData.objects.${at}.`;
  const objects = await addObjects(work, sceneData?.objects ?? [], path, former);
  if (isFailed(objects)) return objects;
  const withheld = await hiddenObjectsIn({ db: tx, caller, ports }, row, access);
  return { scene: await again(tx, row.id), objects, withheld };
}

/** An answer with a scene and the objects of it that the caller may see. */
export const wholeReply = <const S extends number>(status: S, { scene, objects, withheld }: WholeScene) =>
  reply(status, { scene: wholeScene(scene, objects, withheld) }, { version: versionOf(scene) });
