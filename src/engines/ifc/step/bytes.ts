export const byte = {
  hash: 0x23,
  dollar: 0x24,
  quote: 0x27,
  open: 0x28,
  close: 0x29,
  star: 0x2a,
  comma: 0x2c,
  dot: 0x2e,
  slash: 0x2f,
  semicolon: 0x3b,
  equals: 0x3d,
  doubleQuote: 0x22,
} as const;

export const isDigit = (value: number | undefined): boolean => value !== undefined && value >= 48 && value <= 57;

export const isSpace = (value: number | undefined): boolean => value !== undefined && value <= 32;

/** Letters, digits, `_` and `-`. */
export const isWordByte = (value: number | undefined): boolean =>
  value !== undefined &&
  ((value >= 65 && value <= 90) ||
    (value >= 97 && value <= 122) ||
    (value >= 48 && value <= 57) ||
    value === 95 ||
    value === 45);

/** Behind white space and comments. */
export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    while (isSpace(bytes[at])) at++;
    if (bytes[at] !== byte.slash || bytes[at + 1] !== byte.star) return at;
    at += 2;
    while (at < bytes.length && !(bytes[at] === byte.star && bytes[at + 1] === byte.slash)) at++;
    at += 2;
  }
}

/** Behind the string that begins at `from`; a quote inside is written twice. */
export function skipString(bytes: Uint8Array, from: number): number {
  for (let at = from + 1; at < bytes.length; at++) {
    if (bytes[at] !== byte.quote) continue;
    if (bytes[at + 1] === byte.quote) at++;
    else return at + 1;
  }
  return bytes.length;
}
