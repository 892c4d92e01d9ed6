import { mixedEndian } from '../../kernel/std/guid.ts';
import { newId } from '../../kernel/std/ids.ts';

/**
 * An id for a new item: base64url of the twin's GUID and a GUID of its own, 43 characters. GUIDs are written in the
 * mixed-endian layout, so all ids of one twin begin with the same 21 characters. What follows begins with the time, so
 * that new rows lie side by side in the index: with random ids each of them changes a page of its own.
 */
export const newItemId = (twinId: string, now: number): string =>
  Buffer.from(mixedEndian(twinId) + orderedGuid(now), 'hex').toString('base64url');

/** Hex digits, in mixed-endian layout, of a GUID that clients take for one of version 4: 48 bits of time, 74 random. */
function orderedGuid(now: number): string {
  const random = newId();
  const time = now.toString(16).padStart(12, '0');
  return `${time}${random.slice(0, 2)}4${random.slice(2, 3)}${random.slice(19, 23)}${random.slice(24)}`;
}
