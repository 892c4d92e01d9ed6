import type { Found } from '../../../kernel/auth/access-rules.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { noContent } from '../../../kernel/http/endpoint.ts';
import { isFailed } from '../../../kernel/http/problem.ts';
import type { TagRow } from '../tables.ts';
import { deleteTagRow } from '../tag.store.ts';

/** Takes the tag off all scenes, too. */
export async function deleteTag({ resource }: Found<TagRow>, { write }: Context) {
  const outcome = await write((tx) => deleteTagRow(tx, resource.id));
  return isFailed(outcome) ? outcome : noContent;
}
