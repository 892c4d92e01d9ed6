import type { Static } from 'typebox';
import type { Found } from '../../../kernel/auth/access-rules.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { isFailed } from '../../../kernel/http/problem.ts';
import { nameColumns } from '../item-row.ts';
import type { TagRow } from '../tables.ts';
import type { tagUpdate } from '../tag.schema.ts';
import { changeTag } from '../tag.store.ts';
import { tagReply } from '../tag.view.ts';

/** Renames a tag, at once on every view that carries it. */
export async function updateTag(
  { resource }: Found<TagRow>,
  { displayName }: Static<typeof tagUpdate>,
  context: Context,
) {
  if (displayName === undefined) return tagReply(200, resource, context);
  const outcome = await context.write((tx) => changeTag(tx, resource.id, nameColumns(displayName)));
  return isFailed(outcome) ? outcome : tagReply(200, outcome, context);
}
