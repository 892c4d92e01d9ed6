import { type Static, type TObject, type TProperties, type TSchema, type TUnsafe, Type } from 'typebox';
import type { SchemaNode } from './node.ts';

/*
 * The words in which all APIs declare their shapes. They are JSON Schema values with inferred types, plus annotations
 * that the kernel reads: `trim` (cut white space at both ends before validation), `list` (comma separated in a query) and
 * `sensitive` (a secret, which no log holds).
 */

export interface TextOptions {
  readonly min?: number;
  readonly max?: number;
  readonly description?: string;
  readonly examples?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  /** See `known`. */
  readonly known?: readonly string[];
  readonly anyCase?: boolean;
  /** Keep white space at both ends. */
  readonly untrimmed?: boolean;
}

/** One line of text: no control characters, trimmed. Lengths count UTF-16 code units. */
export const line = (options: TextOptions = {}) => textOf('line', options);

/** Text of several lines: tab and line breaks allowed. */
export const paragraphs = (options: TextOptions = {}) => textOf('paragraphs', { untrimmed: true, ...options });

function textOf(format: string, { min, max, untrimmed, examples, ...rest }: TextOptions) {
  return Type.String({
    format,
    ...(min === undefined ? {} : { minLength: min }),
    ...(max === undefined ? {} : { maxLength: max }),
    ...(untrimmed ? {} : { trim: true }),
    ...(examples ? { examples: [...examples] } : {}),
    ...rest,
  });
}

/** Any text of an answer. */
export const anyText = (description?: string) => Type.String(described(description));

export const uuid = (description?: string) => Type.String({ format: 'uuid', ...described(description) });

/** An instant in an answer: ISO 8601, UTC, `Z`. */
export const dateTime = (description?: string) => Type.String({ format: 'date-time', ...described(description) });

/** An instant in a request: any form of conventions.md section 10; `parseInstant` reads it. */
export const instant = (description?: string) =>
  line({ format: 'instant', examples: ['2024-04-24T17:03:26Z'], ...described(description) });

export const url = (description?: string) => Type.String({ format: 'uri', ...described(description) });

/** One of a fixed set of texts, compared with case. */
export function oneOf<const V extends readonly string[]>(values: V, description?: string): TUnsafe<V[number]> {
  return Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...described(description) });
}

/** What a schema says of a text that has a meaning where it is one of some values: its check is elsewhere. */
export const known = (values: readonly string[]) => ({ known: [...values] });

/** The same, compared without case. */
export const anyCase = (values: readonly string[]) => ({ known: [...values], anyCase: true });

/** The same value, or null. */
export function nullable<S extends TSchema>(schema: S): TUnsafe<Static<S> | null> {
  const plain: SchemaNode = schema;
  if (plain.type === undefined) return Type.Unsafe<Static<S> | null>({ anyOf: [schema, { type: 'null' }] });
  const values = plain.enum ? { enum: [...plain.enum, null] } : {};
  return Type.Unsafe<Static<S> | null>({ ...plain, ...values, type: [plain.type, 'null'] });
}

/** What a body may leave out, or send as null, which is the same. */
export const optionalNullable = <S extends TSchema>(schema: S) => optional(nullable<S>(schema));

export const optional = Type.Optional;

/** The same value, which is a secret: the request log never holds it. */
export const sensitive = <S extends TSchema>(schema: S): TUnsafe<Static<S>> =>
  Type.Unsafe<Static<S>>({ ...schema, sensitive: true });

/** The same value under another name; one of the two is needed, which the operation checks. */
export const otherNameOf = <S extends TSchema>(name: string, schema: S): TUnsafe<Static<S>> =>
  Type.Unsafe<Static<S>>({ ...schema, insteadOf: name });

/** An object of an answer: nothing but the declared properties may be in it. */
export const output = <P extends TProperties>(properties: P, name?: string): TObject<P> =>
  Type.Object(properties, { additionalProperties: false, ...(name ? { title: name } : {}) });

/** An object of a request: properties that are not declared never reach a handler (declared.ts). */
export const input = <P extends TProperties>(properties: P, name?: string): TObject<P> =>
  Type.Object(properties, name ? { title: name } : {});

/** An object of a request that is kept as it is given, with properties that nobody has declared. */
export const openInput = <P extends TProperties>(properties: P, name?: string): TObject<P> =>
  Type.Object(properties, { additionalProperties: true, ...(name ? { title: name } : {}) });

/** An object that has exactly one of its members; `kept` as in `openInput`. */
export const exactlyOne = <P extends TProperties>(members: P, name?: string, kept = false): TObject<P> =>
  Type.Object(members, {
    ...(kept ? { additionalProperties: true } : {}),
    oneOf: Object.keys(members).map((member) => ({ required: [member] })),
    ...(name ? { title: name } : {}),
  });

export const arrayOf = <S extends TSchema>(items: S, options: { minItems?: number; maxItems?: number } = {}) =>
  Type.Array(items, options);

export const integer = (options: { minimum?: number; maximum?: number; description?: string } = {}) =>
  Type.Integer(options);

export const number = (options: { minimum?: number; maximum?: number; description?: string } = {}) =>
  Type.Number(options);

export const boolean = (description?: string) => Type.Boolean(described(description));

/** Any JSON object, stored and returned as given. */
export const anyObject = (description?: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, ...described(description) });

/** The same, of which it is known that it has one of some shapes: which one, and whether it fits, is checked elsewhere. */
export const oneOfShapes = (shapes: readonly TSchema[], description?: string) =>
  Type.Unsafe<Record<string, unknown>>({ ...anyObject(description), shapes: [...shapes] });

/** A comma separated list in a query parameter. */
export const csv = <S extends TSchema>(items: S) => Type.Unsafe<Static<S>[]>({ type: 'array', items, list: true });

export const link = output({ href: url() }, 'Link');

/** An address that is a right in itself. */
export const signedUrl = (description?: string) => sensitive(url(description));

/** A link that is a right in itself. */
export const signedLink = output({ href: signedUrl() }, 'Link');

function described(description: string | undefined): { description?: string } {
  return description === undefined ? {} : { description };
}
