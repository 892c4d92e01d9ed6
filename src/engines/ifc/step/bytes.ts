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
  backslash: 0x5c,
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

/** Behind the string that begins at `from`; a quote inside is written twice, or is a sign of the upper half: `\S\'`. */
export function skipString(bytes: Uint8Array, from: number): number {
  for (let at = from + 1; at < bytes.length; at++) {
    if (bytes[at] !== byte.quote || isUpperSign(bytes, at, from)) continue;
    if (bytes[at + 1] === byte.quote) at++;
    else return at + 1;
  }
  return bytes.length;
}

/**
 * Whether the quote is the sign that `\S\` announces. Some programs write the backslashes of paths once, so that a string
 * may end with these signs: what follows tells.
 */
export function isUpperSign(bytes: Uint8Array, quote: number, from: number): boolean {
  if (quote - from < 4 || bytes[quote - 1] !== byte.backslash || (bytes[quote - 2] ?? 0) !== 0x53) return false;
  let backslashes = 0;
  while (quote - 3 - backslashes > from && bytes[quote - 3 - backslashes] === byte.backslash) backslashes++;
  return backslashes % 2 === 1 && !isBetweenArguments(bytes, quote + 1);
}

/** Whether an argument ends here: `,` and another one, or `)` and what may follow it. */
function isBetweenArguments(bytes: Uint8Array, at: number): boolean {
  const next = bytes[skipBlanks(bytes, at + 1)];
  if (bytes[at] === byte.comma) return next !== undefined && "'$#*.(-0123456789".includes(String.fromCharCode(next));
  return bytes[at] === byte.close && (next === byte.semicolon || next === byte.close || next === byte.comma);
}

function skipBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isSpace(bytes[at])) at++;
  return at;
}
