import type { Static } from 'typebox';
import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { fail, isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import { fold } from '../../../std/text.ts';
import { tagExists } from '../errors.ts';
import type { tagUpdate } from '../schema/tag.ts';
import { findTag, isNameTaken, updateTagRow } from '../store/tags.ts';
import type { TagRow } from '../tables.ts';
import { tagReply } from './view.ts';

/** Renames a tag, at once on every scene that carries it. */
export async function updateTag(
  { resource }: Located<TagRow>,
  { displayName }: Static<typeof tagUpdate>,
  { now, write }: Context,
) {
  if (displayName === undefined) return tagReply(200, resource);
  const outcome = await write(async (tx) => {
    const row = await findTag(tx, resource.id);
    if (row === undefined) throw new NoLongerThere(`Tag ${resource.id} was deleted.`);
    const change = { name: displayName, name_folded: fold(displayName), modified: now, version: row.version + 1 };
    const renamed = { ...row, ...change };
    if (await isNameTaken(tx, renamed)) return fail(tagExists);
    await updateTagRow(tx, row.id, change);
    return renamed;
  });
  return isFailed(outcome) ? outcome : tagReply(200, outcome);
}
