import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import type { RawInput } from '../../../api/http/endpoint.ts';
import { type Detail, isFailed } from '../../../api/http/problem.ts';
import { membersOf } from '../../../std/records.ts';
import { checkCharacters } from '../body-rules.ts';
import { invalidCreateView } from '../errors.ts';
import { checkExtensions } from '../extension/rules.ts';
import { newItemRow } from '../item-row.ts';
import { type Place, placeOf } from '../place.ts';
import type { viewCreate } from '../schema/view.ts';
import { bytesOf, extensionRow, storeExtension } from '../store/extensions.ts';
import { insertView, readWhole, replaceTags } from '../store/views.ts';
import type { ViewRow } from '../tables.ts';
import { dataColumns } from './data.ts';
import { groupFor, tagsFor } from './references.ts';
import { wholeReply } from './reply.ts';

type Body = Static<typeof viewCreate>;

export const checkNewView = (raw: RawInput): Detail[] => [
  ...checkCharacters(raw),
  ...checkExtensions(membersOf(raw.body).extensions),
];

export async function createView(body: Body, context: Context) {
  const { caller } = context;
  const place = await placeOf(body, invalidCreateView, context);
  if (isFailed(place)) return place;
  const { access } = place;
  const { data, row, extensions } = rowsOf(body, place, context);
  const outcome = await context.write(async (tx) => {
    const naming = { view: row, access, caller, invalid: invalidCreateView };
    const group = body.groupId === undefined ? undefined : await groupFor(tx, body.groupId, naming);
    if (isFailed(group)) return group;
    const tags = await tagsFor(tx, body.tagIds ?? [], naming);
    if (isFailed(tags)) return tags;
    await insertView(tx, { ...row, group_id: group?.id ?? null }, data);
    await replaceTags(tx, row.id, tags);
    for (const one of extensions) await storeExtension(tx, one);
    return readWhole(tx, row.id);
  });
  return isFailed(outcome) ? outcome : wholeReply(201, outcome, access, context);
}

function rowsOf(body: Body, place: Place, context: Context) {
  const item = newItemRow(body.displayName, place, context);
  const { data, data_size } = dataColumns(body.savedViewData);
  const extensions = (body.extensions ?? []).map((one) => extensionRow(item.id, one, 1));
  const row: ViewRow = {
    ...item,
    group_id: null,
    shared: body.shared ? 1 : 0,
    modified: context.now,
    image: null,
    data_size,
    extensions_size: extensions.reduce((sum, one) => sum + bytesOf(one.data), 0),
  };
  return { row, data, extensions };
}
