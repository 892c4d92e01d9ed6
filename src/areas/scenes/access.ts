import { type Located, permission, type Requirement } from '../../api/auth/access-rules.ts';
import type { Context } from '../../api/http/context.ts';
import type { AccessRule } from '../../api/http/endpoint.ts';
import { type Failed, fail, isFailed, type Problem, problems, rejectAsNotFound } from '../../api/http/problem.ts';
import type { Access } from '../../api/ports/access.ts';
import { objectNotFound, sceneNotFound, tagNotFound } from './errors.ts';
import { hiddenObjectsIn } from './hidden-objects.ts';
import { findObject } from './store/objects.ts';
import { findScene, type LocatedScene } from './store/scenes.ts';
import { findTag } from './store/tags.ts';
import type { ObjectRow, TagRow } from './tables.ts';

export const read = permission('scenes_read');
export const write = permission('scenes_write');
const remove = permission('scenes_delete');

const { insufficientPermissions } = problems;

/** The caller's access to the twin that the query names; where they have none, it is not told apart from unknown. */
async function askedTwin(context: Context, notVisible: Problem): Promise<Access | Failed<never>> {
  const { db, caller, ports, query } = context;
  const access = await ports.access.of(db, caller, String(query.twinId).toLowerCase());
  return access?.visible ? access : rejectAsNotFound(notVisible);
}

/** A twin of which scenes or tags are listed or made: 403 for who has no access to it. */
export const inTwin = (need: Requirement): AccessRule<unknown, Access> => ({
  permit: need.permit,
  problems: [insufficientPermissions],
  changes: 'inTwin',
  byQuery: true,
  async resolve(_params, context) {
    const access = await askedTwin(context, insufficientPermissions);
    if (isFailed(access)) return access;
    return need.allows(access, context.caller) ? access : fail(insufficientPermissions);
  },
});

type SceneParams = { readonly sceneId: string };

/** A scene of the twin that the query names. `own`: what its creator needs instead. */
function sceneRule(need: Requirement, own: Requirement = need): AccessRule<SceneParams, Located<LocatedScene>> {
  return {
    permit: need.permit,
    problems: [sceneNotFound, insufficientPermissions],
    changes: 'inTwin',
    byQuery: true,
    async resolve({ sceneId }, context) {
      const access = await askedTwin(context, sceneNotFound);
      if (isFailed(access)) return access;
      const resource = await findScene(context.db, sceneId.toLowerCase());
      if (resource?.row.twin_id !== access.twin.id) return fail(sceneNotFound);
      const needed = resource.row.created_by === context.caller.userId ? own : need;
      return needed.allows(access, context.caller) || need.allows(access, context.caller)
        ? { resource, access }
        : fail(insufficientPermissions);
    },
  };
}

export const onScene = (need: Requirement): AccessRule<SceneParams, Located<LocatedScene>> => sceneRule(need);

export const onSceneToDelete: AccessRule<SceneParams, Located<LocatedScene>> = {
  ...sceneRule(remove, write),
  permit: { ...remove.permit, text: 'Permission scenes_delete in the twin; scenes_write for who made the scene.' },
};

/** Where a scene with this id is to be: it may be there already. */
export interface ScenePlace {
  readonly access: Access;
  readonly id: string;
  /** The scene, if the twin has it. */
  readonly scene: LocatedScene | undefined;
}

export const onScenePlace: AccessRule<SceneParams, ScenePlace> = {
  permit: write.permit,
  problems: [sceneNotFound, insufficientPermissions],
  changes: 'inTwin',
  byQuery: true,
  async resolve({ sceneId }, context) {
    const access = await askedTwin(context, sceneNotFound);
    if (isFailed(access)) return access;
    if (!write.allows(access, context.caller)) return fail(insufficientPermissions);
    const id = sceneId.toLowerCase();
    const scene = await findScene(context.db, id);
    return { access, id, scene: scene?.row.twin_id === access.twin.id ? scene : undefined };
  },
};

/** An object with its scene. */
export interface LocatedObject {
  readonly scene: LocatedScene;
  readonly row: ObjectRow;
}

/** An object of a scene; one that the caller must not see is not there. */
export function onObject(
  need: Requirement,
): AccessRule<SceneParams & { readonly objectId: string }, Located<LocatedObject>> {
  const inScene = onScene(need);
  return {
    ...inScene,
    problems: [...inScene.problems, objectNotFound],
    changes: 'inTwin',
    async resolve(params, context) {
      const found = await inScene.resolve(params, context);
      if (isFailed(found)) return found;
      const { resource: scene, access } = found;
      const row = await findObject(context.db, scene.row.id, params.objectId.toLowerCase());
      if (row === undefined) return fail(objectNotFound);
      const withheld = await hiddenObjectsIn(context, scene.row, access);
      return withheld.has(row.id) ? fail(objectNotFound) : { resource: { scene, row }, access };
    },
  };
}

export const onTag = (need: Requirement): AccessRule<{ readonly tagId: string }, Located<TagRow>> => ({
  permit: need.permit,
  problems: [tagNotFound, insufficientPermissions],
  changes: 'inTwin',
  byQuery: true,
  async resolve({ tagId }, context) {
    const access = await askedTwin(context, tagNotFound);
    if (isFailed(access)) return access;
    const resource = await findTag(context.db, tagId.toLowerCase());
    if (resource?.twin_id !== access.twin.id) return fail(tagNotFound);
    return need.allows(access, context.caller) ? { resource, access } : fail(insufficientPermissions);
  },
});
