import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { ScenePlace } from '../access.ts';
import { invalid, sceneExists } from '../errors.ts';
import { hiddenObjectsIn } from '../hidden-objects.ts';
import type { sceneReplace } from '../schema/scene.ts';
import { takeObjects } from '../store/objects.ts';
import { findScene, insertScene, updateScene } from '../store/scenes.ts';
import { fillScene, sceneRow, wholeReply } from './create.ts';

export const invalidReplace = invalid('update', 'scene');

/**
 * Puts a scene in the place of the one with this id, or makes it. Who sees only a part of a scene cannot replace it,
 * because they would remove what they do not see. An object that stays keeps its creation.
 */
export async function replaceScene({ access, id }: ScenePlace, body: Static<typeof sceneReplace>, context: Context) {
  const { caller, ports, now } = context;
  const fresh = sceneRow(id, body, access, context);
  const outcome = await context.write(async (tx) => {
    const before = (await findScene(tx, id))?.row;
    if (before === undefined) {
      await insertScene(tx, fresh);
      const made = await fillScene(tx, fresh, body, { access, invalid: invalidReplace, context });
      return isFailed(made) ? made : { ...made, isNew: true };
    }
    if (before.twin_id !== access.twin.id) return fail(sceneExists);
    const withheld = await hiddenObjectsIn({ db: tx, caller, ports }, before, access);
    if (withheld.size > 0) return fail(problems.insufficientPermissions);
    const { created, created_by } = before;
    const row = { ...fresh, created, created_by, modified: now, version: before.version + 1 };
    await updateScene(tx, id, row);
    const former = await takeObjects(tx, id);
    const made = await fillScene(tx, row, body, { access, invalid: invalidReplace, context, former });
    return isFailed(made) ? made : { ...made, isNew: false };
  });
  if (isFailed(outcome)) return outcome;
  return outcome.isNew ? wholeReply(201, outcome) : wholeReply(200, outcome);
}
