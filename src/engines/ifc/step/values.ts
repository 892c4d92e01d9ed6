import { byte, isDigit, isWordByte, skipSpace, skipString } from './bytes.ts';
import { type Scanned, scanNumber } from './number.ts';
import { decodeText } from './text.ts';

/** An argument of an instance. `$` and `*` are null. */
export type StepValue = null | number | string | Ref | Enum | Typed | readonly StepValue[];
export interface Ref {
  readonly ref: number;
}
/** Enumeration, booleans too: `.T.` is `{ enum: 'T' }`. */
export interface Enum {
  readonly enum: string;
}
/** `IFCLABEL('a')`. */
export interface Typed {
  readonly type: string;
  readonly value: StepValue;
}

export class StepSyntaxError extends Error {}

const deepest = 60;

/** The arguments from their opening parenthesis on. Throws a `StepSyntaxError`. */
export function parseArguments(bytes: Uint8Array, open: number): readonly StepValue[] {
  const cursor: Cursor = { bytes, at: open, number: { value: 0, end: 0, digits: 0 } };
  return list(cursor, 0);
}

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
  readonly number: Scanned;
}

function list(cursor: Cursor, depth: number): StepValue[] {
  if (depth > deepest) throw new StepSyntaxError();
  const values: StepValue[] = [];
  const { bytes } = cursor;
  cursor.at = skipSpace(bytes, cursor.at + 1);
  if (bytes[cursor.at] === byte.close) {
    cursor.at++;
    return values;
  }
  for (;;) {
    values.push(value(cursor, depth));
    cursor.at = skipSpace(bytes, cursor.at);
    const now = bytes[cursor.at++];
    if (now === byte.close) return values;
    if (now !== byte.comma) throw new StepSyntaxError();
    cursor.at = skipSpace(bytes, cursor.at);
  }
}

function value(cursor: Cursor, depth: number): StepValue {
  const { bytes } = cursor;
  const now = bytes[cursor.at];
  switch (now) {
    case byte.dollar:
    case byte.star:
      cursor.at++;
      return null;
    case byte.open:
      return list(cursor, depth + 1);
    case byte.quote: {
      const from = cursor.at;
      cursor.at = skipString(bytes, from);
      return decodeText(bytes, from + 1, cursor.at - 1);
    }
    case byte.hash: {
      cursor.at++;
      if (!isDigit(bytes[cursor.at])) throw new StepSyntaxError();
      scanNumber(bytes, cursor.at, cursor.number);
      cursor.at = cursor.number.end;
      return { ref: cursor.number.value };
    }
    case byte.dot:
      return enumeration(cursor);
    case byte.doubleQuote:
      return binary(cursor);
  }
  if (isDigit(now) || now === 0x2d || now === 0x2b) {
    scanNumber(bytes, cursor.at, cursor.number);
    cursor.at = cursor.number.end;
    return cursor.number.value;
  }
  return typed(cursor, depth);
}

function enumeration(cursor: Cursor): Enum {
  const from = cursor.at + 1;
  for (cursor.at = from; isWordByte(cursor.bytes[cursor.at]); ) cursor.at++;
  if (cursor.bytes[cursor.at] !== byte.dot) throw new StepSyntaxError();
  return { enum: ascii(cursor.bytes, from, cursor.at++) };
}

function binary(cursor: Cursor): string {
  const from = cursor.at + 1;
  for (cursor.at = from; isWordByte(cursor.bytes[cursor.at]); ) cursor.at++;
  if (cursor.bytes[cursor.at] !== byte.doubleQuote) throw new StepSyntaxError();
  return ascii(cursor.bytes, from, cursor.at++);
}

function typed(cursor: Cursor, depth: number): Typed {
  const from = cursor.at;
  while (isWordByte(cursor.bytes[cursor.at])) cursor.at++;
  const type = ascii(cursor.bytes, from, cursor.at).toUpperCase();
  cursor.at = skipSpace(cursor.bytes, cursor.at);
  if (type === '' || cursor.bytes[cursor.at] !== byte.open) throw new StepSyntaxError();
  const [inner = null] = list(cursor, depth + 1);
  return { type, value: inner };
}

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');

export const isRef = (value: StepValue | undefined): value is Ref =>
  typeof value === 'object' && value !== null && 'ref' in value;
export const isTyped = (value: StepValue | undefined): value is Typed =>
  typeof value === 'object' && value !== null && 'type' in value;
export const isEnum = (value: StepValue | undefined): value is Enum =>
  typeof value === 'object' && value !== null && 'enum' in value;
export const isList = (value: StepValue | undefined): value is readonly StepValue[] => Array.isArray(value);
