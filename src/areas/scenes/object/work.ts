import type { Context } from '../../../api/http/context.ts';
import { type Failed, fail, type Problem } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { newId } from '../../../std/ids.ts';
import { jsonOf } from '../../../std/json.ts';
import { fault } from '../body/rules.ts';
import { inCycles } from '../cycles.ts';
import { objectExists, objectNotFound } from '../errors.ts';
import { hiddenObjectsIn } from '../hidden-objects.ts';
import { kindOf } from '../kinds/kinds.ts';
import {
  countObjects,
  deleteObjects,
  findObject,
  insertObject,
  kindsById,
  updateObjectRow,
  type WholeObject,
} from '../store/objects.ts';
import { again, type LocatedScene, updateScene } from '../store/scenes.ts';
import type { ObjectRow, SceneRow } from '../tables.ts';
import { changedColumns, changesNothing, type NewObject, type ObjectChange } from './rows.ts';
import { dataFaults } from './rules.ts';

const mostObjects = 10_000;

/** A change of a scene's objects under way. */
export interface Work<C extends string> {
  readonly tx: Transaction;
  /** With the version and time of this change. */
  readonly scene: SceneRow;
  /** What the caller must not see, and so cannot change or refer to. */
  readonly withheld: ReadonlySet<string>;
  readonly userId: string;
  readonly invalid: Problem<C>;
}

/** Looks at the scene again and gives it the version and the time of this change. */
export async function beginWork<C extends string>(
  tx: Transaction,
  { row }: LocatedScene,
  access: Access,
  invalid: Problem<C>,
  context: Context,
): Promise<Work<C>> {
  const { caller, ports, now } = context;
  const scene = (await again(tx, row.id)).row;
  const change = { modified: now, version: scene.version + 1 };
  await updateScene(tx, scene.id, change);
  const withheld = await hiddenObjectsIn({ db: tx, caller, ports }, scene, access);
  return { tx, scene: { ...scene, ...change }, withheld, userId: caller.userId, invalid };
}

/** An object that was made or changed, and where the request says so. */
interface Placed {
  readonly row: Pick<ObjectRow, 'id' | 'parent_id' | 'related_id'>;
  readonly path: string;
}

/** Adds objects, which may refer to each other in any order. `former` are those of the scene that they replace. */
export async function addObjects<C extends string>(
  work: Work<C>,
  given: readonly NewObject[],
  path: (at: number) => string,
  former: ReadonlyMap<string, ObjectRow> = new Map(),
): Promise<WholeObject[] | Failed<C | 'SceneObjectExists'>> {
  const { tx, scene, invalid } = work;
  if ((await countObjects(tx, scene.id)) + given.length > mostObjects) {
    const demand = `must not make more than ${mostObjects} objects of the scene`;
    return fail(invalid, { details: [fault('objects', demand)] });
  }
  const rows = given.map((one) => newRow(work, one, former));
  for (const row of rows) if (!(await insertObject(tx, row))) return fail(objectExists);
  const wrong = await referenceFault(
    work,
    rows.map((row, at) => ({ row, path: path(at) })),
  );
  return wrong ?? rows;
}

function newRow(
  { scene, userId }: Work<string>,
  given: NewObject,
  former: ReadonlyMap<string, ObjectRow>,
): WholeObject {
  const { kind, version, relatedId } = given;
  const id = given.id?.toLowerCase() ?? newId();
  const before = former.get(id);
  return {
    id,
    scene_id: scene.id,
    kind,
    schema_version: version,
    name: null,
    name_folded: null,
    place: null,
    display_order: null,
    visible: null,
    parent_id: null,
    related_id: relatedId?.toLowerCase() ?? null,
    resource_twin_id: null,
    resource_class: null,
    created: before?.created ?? scene.modified,
    created_by: before?.created_by ?? userId,
    modified: scene.modified,
    version: scene.version,
    data: jsonOf({}),
    data_size: 2,
    ...changedColumns(kind, given),
  };
}

/** Changes an object; whether its new parent is right is for `referenceFault`, once everything is in place. */
export async function changeObject<C extends string>(
  { tx, scene, withheld, invalid }: Work<C>,
  id: string,
  change: ObjectChange,
  path: string,
): Promise<Placed | Failed<C | 'SceneObjectNotFound'>> {
  const row = withheld.has(id) ? undefined : await findObject(tx, scene.id, id);
  if (row === undefined) return fail(objectNotFound);
  const kind = kindOf(row.kind);
  const details = change.data && kind ? await dataFaults(kind, change.data, `${path}data`) : [];
  if (details.length > 0) return fail(invalid, { details });
  if (changesNothing(change)) return { row: { ...row, parent_id: null, related_id: null }, path };
  const columns = changedColumns(row.kind, change);
  await updateObjectRow(tx, id, { ...columns, modified: scene.modified, version: scene.version });
  return { row: { id, parent_id: columns.parent_id ?? null, related_id: null }, path };
}

/** Removes objects with what styles them; answers the ids of all that are gone. */
export async function removeObjects(
  { tx, scene, withheld }: Work<string>,
  ids: readonly string[],
): Promise<string[] | Failed<'SceneObjectNotFound'>> {
  const known = await kindsById(tx, scene.id, ids);
  if (ids.some((id) => !known.has(id) || withheld.has(id))) return fail(objectNotFound);
  return deleteObjects(tx, scene.id, ids, { modified: scene.modified, version: scene.version });
}

/** The refusal of parents and related objects that are not in the scene, or that the caller must not see. */
export async function referenceFault<C extends string>(work: Work<C>, placed: readonly Placed[]) {
  const { tx, scene, withheld, invalid } = work;
  const named = placed.flatMap(({ row }) => [row.parent_id, row.related_id].filter((id) => id !== null));
  const kinds = await kindsById(tx, scene.id, [...new Set(named)]);
  const children = placed.filter(({ row }) => row.parent_id !== null).map(({ row }) => row.id);
  const circular = await inCycles(tx, 'scene_objects', children);
  const details = placed.flatMap(({ row, path }) => {
    const { parent_id: parent, related_id: related } = row;
    const known = (id: string) => kinds.has(id) && !withheld.has(id);
    const isResource = (id: string) => kindOf(kinds.get(id) ?? '')?.resource === true;
    return [
      ...(parent && !known(parent) ? [fault(`${path}parentId`, 'must be an object of the same scene')] : []),
      ...(circular.has(row.id) ? [fault(`${path}parentId`, 'must not be below the object itself')] : []),
      ...(related && !(known(related) && isResource(related))
        ? [fault(`${path}relatedId`, 'must be a resource or repository object of the same scene')]
        : []),
    ];
  });
  return details.length > 0 ? fail(invalid, { details }) : undefined;
}
