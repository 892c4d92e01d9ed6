import type { Context } from '../../api/http/context.ts';
import { fold } from '../../std/text.ts';
import { newItemId } from './item-id.ts';
import type { Place } from './place.ts';
import type { ItemRow } from './tables.ts';

export const nameColumns = (name: string) => ({ name, name_folded: fold(name) });

/** The columns that a new view, group or tag has. */
export const newItemRow = (name: string, { access, modelId }: Place, { caller, now }: Context): ItemRow => ({
  id: newItemId(access.twin.id, modelId),
  twin_id: access.twin.id,
  model_id: modelId,
  ...nameColumns(name),
  created: now,
  created_by: caller.userId,
  version: 1,
});
