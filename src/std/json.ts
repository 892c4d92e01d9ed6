export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json | undefined };
export type JsonObject = { [name: string]: Json | undefined };

declare const written: unique symbol;

/** A text of JSON that says what it holds, so that a column and all who read it agree. */
export type JsonOf<T> = string & { readonly [written]: T };

/** Only what is written here has the type. A list is read as a new one, whoever owned the one that was written. */
export function jsonOf<T>(list: readonly T[]): JsonOf<T[]>;
export function jsonOf<T>(value: T): JsonOf<T>;
export function jsonOf<T>(value: T): JsonOf<T> {
  return JSON.stringify(value) as JsonOf<T>;
}

/** The value in a stored text. What we have written ourselves is not checked again. */
export const readJson = <T>(text: JsonOf<T>): T => JSON.parse(text);
