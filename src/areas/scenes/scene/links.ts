import { fail, type Problem } from '../../../api/http/problem.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { fault } from '../body/rules.ts';
import { inCycles } from '../cycles.ts';
import { tagNotFound } from '../errors.ts';
import { findScene, replaceTags } from '../store/scenes.ts';
import { knownTags } from '../store/tags.ts';
import type { SceneRow } from '../tables.ts';

/** Checks the parent of a scene as it is stored, and gives the scene its tags, where these are given. */
export async function linkScene<C extends string>(
  tx: Transaction,
  scene: Pick<SceneRow, 'id' | 'twin_id' | 'parent_id'>,
  tagIds: readonly string[] | undefined,
  invalid: Problem<C>,
) {
  const demand = await parentDemand(tx, scene);
  if (demand !== undefined) return fail(invalid, { details: [fault('parentId', demand)] });
  if (tagIds === undefined) return undefined;
  const wanted = [...new Set(tagIds.map((id) => id.toLowerCase()))];
  const known = await knownTags(tx, scene.twin_id, wanted);
  if (known.length < wanted.length) return fail(tagNotFound);
  await replaceTags(tx, scene.id, wanted);
  return undefined;
}

async function parentDemand(
  tx: Transaction,
  { id, twin_id, parent_id }: Pick<SceneRow, 'id' | 'twin_id' | 'parent_id'>,
): Promise<string | undefined> {
  if (parent_id === null) return undefined;
  const parent = await findScene(tx, parent_id);
  if (parent?.row.twin_id !== twin_id) return 'must be a scene of the same twin';
  return (await inCycles(tx, 'scenes', [id])).size > 0 ? 'must not be below the scene itself' : undefined;
}
