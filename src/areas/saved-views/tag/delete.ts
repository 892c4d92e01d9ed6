import type { Found } from '../../../kernel/auth/access-rules.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { noContent } from '../../../kernel/http/endpoint.ts';
import { type Detail, fail, isFailed } from '../../../kernel/http/problem.ts';
import { invalidDeleteTag } from '../errors.ts';
import type { TagRow } from '../tables.ts';
import { deleteTagRow, isCarried } from '../tag.store.ts';

const inUse: Detail = {
  code: 'InvalidChange',
  message: 'The tag cannot be deleted while saved views carry it. Take it off them first.',
  target: 'tagId',
};

export async function deleteTag({ resource }: Found<TagRow>, { write }: Context) {
  const outcome = await write(async (tx) => {
    if (await isCarried(tx, resource.id)) return fail(invalidDeleteTag, { details: [inUse] });
    await deleteTagRow(tx, resource.id);
  });
  return isFailed(outcome) ? outcome : noContent;
}
