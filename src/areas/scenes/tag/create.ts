import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { newId } from '../../../std/ids.ts';
import { fold } from '../../../std/text.ts';
import { tagExists } from '../errors.ts';
import type { tagCreate } from '../schema/tag.ts';
import { insertTag } from '../store/tags.ts';
import { tagReply } from './view.ts';

export async function createTag({ twin }: Access, body: Static<typeof tagCreate>, { caller, now, write }: Context) {
  const row = {
    id: body.id?.toLowerCase() ?? newId(),
    twin_id: twin.id,
    name: body.displayName,
    name_folded: fold(body.displayName),
    created: now,
    created_by: caller.userId,
    modified: now,
    version: 1,
  };
  const outcome = await write(async (tx) => ((await insertTag(tx, row)) ? undefined : fail(tagExists)));
  return isFailed(outcome) ? outcome : tagReply(201, row);
}
