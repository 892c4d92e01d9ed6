/*
 * Filters as OData 4.0 writes them (federation.md section 4), as trees. The Twins API has a language of its own, which
 * ignores case: api/query/filter-parser.ts.
 */

/** Whole numbers are in the form of `whole.ts`. */
export type Literal = string | number | boolean | null;

/** What a value is. `null` fits everything; a whole number (of 64 bits) is a number where one is wanted. */
export type ValueType = 'text' | 'whole' | 'number' | 'boolean' | 'date' | 'instant' | 'guid' | 'null';

export interface LiteralExpression {
  readonly kind: 'literal';
  readonly type: ValueType;
  readonly value: Literal;
}

/** `add` … `mod`, `neg` (of whole numbers, where the type is `whole`), comparisons, `and`, `or`, `not`, and functions by their names. */
export type Expression =
  | LiteralExpression
  | { readonly kind: 'property'; readonly type: ValueType; readonly name: string }
  | {
      readonly kind: 'in';
      readonly type: 'boolean';
      readonly of: Expression;
      readonly values: readonly LiteralExpression[];
    }
  | { readonly kind: 'call'; readonly type: ValueType; readonly name: string; readonly of: readonly Expression[] };

/** Why a text is no filter; the position counts from 0. */
export class FilterFault extends Error {}

/** Types of the properties that a filter may name. */
export type FilterProperties = Readonly<Record<string, ValueType>>;

export interface FilterSubject {
  /** As messages call it: "Elements". */
  readonly name: string;
  readonly properties: FilterProperties;
}

export const filterLimits = { characters: 4000, depth: 50, nodes: 2000, listed: 500 } as const;
