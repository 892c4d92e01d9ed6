import { newId } from '../../kernel/std/ids.ts';

/**
 * An id for a new item: base64url of the twin's GUID and a GUID of its own, 43 characters. GUIDs are written in the
 * mixed-endian layout, so all ids of one twin begin with the same 21 characters.
 */
export const newItemId = (twinId: string): string =>
  Buffer.concat([guidBytes(twinId), guidBytes(newId())]).toString('base64url');

function guidBytes(guid: string): Buffer {
  const bytes = Buffer.from(guid.replaceAll('-', ''), 'hex');
  bytes.subarray(0, 4).reverse();
  bytes.subarray(4, 6).reverse();
  bytes.subarray(6, 8).reverse();
  return bytes;
}
