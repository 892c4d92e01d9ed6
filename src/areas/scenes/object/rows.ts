import type { Static } from 'typebox';
import { fold } from '../../../std/text.ts';
import { kindOf } from '../kinds/kinds.ts';
import { dataText } from '../kinds/picture.ts';
import type { objectCreate, objectUpdate } from '../schema/scene.ts';
import type { WholeObject } from '../store/objects.ts';

export type NewObject = Static<typeof objectCreate>;
export type ObjectChange = Static<typeof objectUpdate>;

/** Whether a change names none of the columns that can change. */
export const changesNothing = ({ displayName, order, displayOrder, visible, parentId, data }: ObjectChange): boolean =>
  [displayName, order, displayOrder, visible, parentId, data].every((value) => value === undefined);

/** What a change, or an object to be made, says of the columns that can change. */
export function changedColumns(kind: string, given: ObjectChange): Partial<WholeObject> {
  const { displayName, order, displayOrder, visible, parentId, data } = given;
  return {
    ...(displayName === undefined ? {} : { name: displayName, name_folded: displayName && fold(displayName) }),
    ...(order === undefined ? {} : { place: order }),
    ...(displayOrder === undefined ? {} : { display_order: displayOrder }),
    ...(visible === undefined ? {} : { visible: visible === null ? null : Number(visible) }),
    ...(parentId === undefined ? {} : { parent_id: parentId?.toLowerCase() ?? null }),
    ...(data === undefined ? {} : dataColumns(kind, data)),
  };
}

/** The data as JSON, and what of it decides who sees the object. */
function dataColumns(kind: string, data: Readonly<Record<string, unknown>>) {
  const text = dataText(data);
  const { twinId, class: name } = kindOf(kind)?.resource ? data : {};
  return {
    data: text,
    data_size: Buffer.byteLength(text),
    resource_twin_id: typeof twinId === 'string' ? twinId.toLowerCase() : null,
    resource_class: typeof name === 'string' ? name.toLowerCase() : null,
  };
}
