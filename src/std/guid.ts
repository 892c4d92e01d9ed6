/** Where the hex digits of the first eight bytes stand in a GUID's text, in the order of the mixed-endian layout. */
const swapped = [6, 4, 2, 0, 11, 9, 16, 14];

/** Hex digits of a GUID's 16 bytes in the mixed-endian layout: its first three fields have their bytes reversed. */
export const mixedEndian = (guid: string): string =>
  swapped.map((at) => guid.slice(at, at + 2)).join('') + guid.slice(19, 23) + guid.slice(24);

/** The GUID, in lower case, whose 16 bytes these are in the mixed-endian layout. */
export function guidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  const places = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15];
  const digits = places.map((place) => hex.slice(2 * place, 2 * place + 2)).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
