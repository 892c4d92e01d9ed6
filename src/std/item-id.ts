import { guidOf, mixedEndian } from './guid.ts';
import { newId } from './ids.ts';

/*
 * Ids of 43 characters, of things in a twin: base64url of the twin's GUID and a GUID of their own, each in the
 * mixed-endian layout, so all ids of one twin begin with the same 21 characters.
 */

/** The two GUIDs of an id, in lower case. */
export interface ItemIdParts {
  readonly twinId: string;
  readonly guid: string;
}

export const itemIdOf = ({ twinId, guid }: ItemIdParts): string =>
  Buffer.from(mixedEndian(twinId) + mixedEndian(guid), 'hex').toString('base64url');

/**
 * An id for a new item. Its GUID begins with the time, so that new rows lie side by side in the index: with random ids
 * each of them changes a page of its own.
 */
export const newItemId = (twinId: string, now: number): string =>
  Buffer.from(mixedEndian(twinId) + orderedGuid(now), 'hex').toString('base64url');

/** The parts of an id; undefined for any text but the one spelling that `itemIdOf` gives. */
export function partsOfItemId(id: string): ItemIdParts | undefined {
  const bytes = Buffer.from(id, 'base64url');
  if (bytes.length !== 32 || bytes.toString('base64url') !== id) return undefined;
  return { twinId: guidOf(bytes.subarray(0, 16)), guid: guidOf(bytes.subarray(16)) };
}

/** Hex digits, in mixed-endian layout, of a GUID that clients take for one of version 4: 48 bits of time, 74 random. */
function orderedGuid(now: number): string {
  const random = newId();
  const time = now.toString(16).padStart(12, '0');
  return `${time}${random.slice(0, 2)}4${random.slice(2, 3)}${random.slice(19, 23)}${random.slice(24)}`;
}
