import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { invalidCreateTag } from '../errors.ts';
import { newItemRow } from '../item-row.ts';
import { placeOf } from '../place.ts';
import type { tagCreate } from '../schema/tag.ts';
import { insertTag } from '../store/tags.ts';
import { tagReply } from './view.ts';

export async function createTag(body: Static<typeof tagCreate>, context: Context) {
  const place = await placeOf(body, invalidCreateTag, context);
  if (isFailed(place)) return place;
  const row = newItemRow(body.displayName, place, context);
  const outcome = await context.write(async (tx) => void (await insertTag(tx, row)));
  return isFailed(outcome) ? outcome : tagReply(201, row, context);
}
