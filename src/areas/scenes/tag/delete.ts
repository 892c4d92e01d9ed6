import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { deleteTagRow } from '../store/tags.ts';
import type { TagRow } from '../tables.ts';

/** Takes the tag off all scenes, too. */
export async function deleteTag({ resource }: Located<TagRow>, { write }: Context) {
  const outcome = await write((tx) => deleteTagRow(tx, resource.id));
  return isFailed(outcome) ? outcome : noContent;
}
