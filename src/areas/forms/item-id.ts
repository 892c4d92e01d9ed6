import { isUuid } from '../../std/ids.ts';
import { itemIdOf, newItemId, partsOfItemId } from '../../std/item-id.ts';

/** The id of 43 characters and the GUID in it, by which events and some clients name a thing. */
export interface ItemIds {
  readonly id: string;
  readonly uid: string;
}

export function newIds(twinId: string, now: number): ItemIds {
  const id = newItemId(twinId, now);
  return { id, uid: guidIn(id) };
}

/** The ids of a thing whose GUID is known. */
export const idsFor = (twinId: string, uid: string): ItemIds => ({ id: itemIdOf({ twinId, guid: uid }), uid });

/** The GUID that a given id stands for, long or bare; undefined for what is neither. */
export const uidOf = (given: string): string | undefined =>
  isUuid(given) ? given.toLowerCase() : partsOfItemId(given)?.guid;

/** Whether a given id names the thing: a long one names its twin, too. */
export const names = (given: string, { id, uid }: ItemIds): boolean => given === id || given.toLowerCase() === uid;

function guidIn(id: string): string {
  const parts = partsOfItemId(id);
  if (parts === undefined) throw new Error(`${id} is no id of 43 characters.`);
  return parts.guid;
}
