import type { Context } from '../../api/http/context.ts';
import type { Access } from '../../api/ports/access.ts';
import { type ObjectRow, q, type SceneRow } from './tables.ts';

/** What one needs to see a resource of a class, beyond access to its twin: one of these permissions. */
const needed: Readonly<Record<string, readonly string[]>> = {
  models: ['models_webview', 'models_read'],
  realitydata: ['realitydata_use'],
  storage: ['storage_read'],
  forms: ['Forms_ViewAccess'],
};

type Looking = Pick<Context, 'db' | 'caller' | 'ports'>;
type Resource = Pick<ObjectRow, 'resource_twin_id' | 'resource_class'>;

/**
 * The objects of a scene that the caller must not see: resources of twins and classes out of their reach, and what
 * styles these. Usually none.
 */
export async function hiddenObjectsIn(looking: Looking, scene: SceneRow, access: Access): Promise<ReadonlySet<string>> {
  const inScene = q.selectFrom('scene_objects').where('scene_id', '=', scene.id);
  const classes = inScene.select(['resource_twin_id', 'resource_class']).distinct();
  const hidden = new Set<string>();
  const known = new Map<string, Access | undefined>([[scene.twin_id, access]]);
  for (const one of await looking.db.all(classes.where('resource_class', 'is not', null))) {
    if (!(await isReadable(one, scene, known, looking))) hidden.add(keyOf(one));
  }
  if (hidden.size === 0) return new Set();
  const columns = ['id', 'related_id', 'resource_twin_id', 'resource_class'] as const;
  const rows = await looking.db.all(inScene.select(columns));
  const resources = rows.filter((row) => row.resource_class !== null && hidden.has(keyOf(row)));
  const ids = new Set(resources.map(({ id }) => id));
  const styles = rows.filter((row) => row.related_id !== null && ids.has(row.related_id));
  return new Set([...ids, ...styles.map(({ id }) => id)]);
}

const keyOf = ({ resource_twin_id, resource_class }: Resource): string => `${resource_twin_id} ${resource_class}`;

/** `known` remembers the caller's access to twins. A resource of no twin counts as one of the scene's. */
async function isReadable(
  { resource_twin_id, resource_class }: Resource,
  scene: SceneRow,
  known: Map<string, Access | undefined>,
  { db, caller, ports }: Looking,
): Promise<boolean> {
  const twinId = resource_twin_id ?? scene.twin_id;
  if (!known.has(twinId)) known.set(twinId, await ports.access.of(db, caller, twinId));
  const access = known.get(twinId);
  if (!access?.visible) return false;
  const permissions = Object.hasOwn(needed, resource_class ?? '') ? needed[resource_class ?? ''] : undefined;
  return permissions === undefined || permissions.some((name) => access.may(name));
}
