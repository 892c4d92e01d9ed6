import type { Static } from 'typebox';
import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { nameColumns } from '../item-row.ts';
import type { tagUpdate } from '../schema/tag.ts';
import { changeTag } from '../store/tags.ts';
import type { TagRow } from '../tables.ts';
import { tagReply } from './view.ts';

/** Renames a tag, at once on every view that carries it. */
export async function updateTag(
  { resource }: Located<TagRow>,
  { displayName }: Static<typeof tagUpdate>,
  context: Context,
) {
  if (displayName === undefined) return tagReply(200, resource, context);
  const outcome = await context.write((tx) => changeTag(tx, resource.id, nameColumns(displayName)));
  return isFailed(outcome) ? outcome : tagReply(200, outcome, context);
}
