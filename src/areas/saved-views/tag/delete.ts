import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { type Detail, fail, isFailed } from '../../../api/http/problem.ts';
import { invalidDeleteTag } from '../errors.ts';
import { deleteTagRow, isCarried } from '../store/tags.ts';
import type { TagRow } from '../tables.ts';

const inUse: Detail = {
  code: 'InvalidChange',
  message: 'The tag cannot be deleted while saved views carry it. Take it off them first.',
  target: 'tagId',
};

export async function deleteTag({ resource }: Located<TagRow>, { write }: Context) {
  const outcome = await write(async (tx) => {
    if (await isCarried(tx, resource.id)) return fail(invalidDeleteTag, { details: [inUse] });
    await deleteTagRow(tx, resource.id);
  });
  return isFailed(outcome) ? outcome : noContent;
}
