/*
 * JSON whose whole numbers keep their digits. One that a number of JavaScript does not hold exactly is a `bigint`.
 */
declare global {
  interface JSON {
    /** A text that stands in the JSON as it is. */
    rawJSON(text: string): unknown;
  }
}

const isWhole = /^-?\d+$/;

/** Reads a text. Throws a `SyntaxError` for what is no JSON. */
export const parseExactly = (text: string): unknown =>
  /\d{16}/.test(text) ? JSON.parse(text, exactly) : JSON.parse(text);

function exactly(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || context?.source === undefined) return value;
  return isWhole.test(context.source) ? BigInt(context.source) : value;
}

/** Writes a value whose whole numbers may be `bigint`. */
export const stringifyExactly = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? JSON.rawJSON(String(one)) : one));
