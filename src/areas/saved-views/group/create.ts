import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { invalidCreateGroup } from '../errors.ts';
import { newItemRow } from '../item-row.ts';
import { placeOf } from '../place.ts';
import type { groupCreate } from '../schema/group.ts';
import { insertGroup } from '../store/groups.ts';
import { groupReply } from './view.ts';

export async function createGroup(body: Static<typeof groupCreate>, context: Context) {
  const place = await placeOf(body, invalidCreateGroup, context);
  if (isFailed(place)) return place;
  const row = {
    ...newItemRow(body.displayName, place, context),
    shared: body.shared ? 1 : 0,
    read_only: body.readOnly ? 1 : 0,
  };
  const outcome = await context.write(async (tx) => void (await insertGroup(tx, row)));
  return isFailed(outcome) ? outcome : groupReply(201, row, context);
}
