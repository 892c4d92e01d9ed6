import { type RawBuilder, sql } from 'kysely';
import type { Query } from '../db/database.ts';

declare const closed: unique symbol;

/** SQL that keeps to itself: in parentheses of its own, or a single name or sign. Only this file makes it. */
interface Closed<Kind extends string> {
  readonly [closed]: Kind;
}

/**
 * SQL that is true or false: whatever is written beside it, an `or` inside it cannot reach over its neighbours.
 * `test/shape` sees to it that nothing rawer is given to `where`.
 */
export type Condition = RawBuilder<boolean> & Closed<'condition'>;
/** A value, or a list of them. */
export type Term = RawBuilder<unknown> & Closed<'term'>;

/** Plain values become parameters; a query inside another gets its parentheses from the builder. */
type Part = string | number | null | Condition | Term | Query<unknown>;

const inParentheses = (text: TemplateStringsArray, parts: readonly Part[]): unknown => sql`(${sql(text, ...parts)})`;

export const condition = (text: TemplateStringsArray, ...parts: readonly Part[]): Condition =>
  inParentheses(text, parts) as Condition;

export const term = (text: TemplateStringsArray, ...parts: readonly Part[]): Term => inParentheses(text, parts) as Term;

/** A column by its name, which is quoted. */
export const column = (name: string): Term => sql.ref(name) as unknown as Term;

export const sign = (one: '=' | '<>' | '>' | '>=' | '<' | '<='): Term => sql.raw(one) as unknown as Term;

/** `(a, b, c)`, as parameters. */
export const listOf = (values: readonly (string | number)[]): Term => term`${sql.join([...values]) as unknown as Term}`;

/** Holds where all of them do. */
export const allOf = (conditions: readonly Condition[]): Condition => joined(conditions, ' and ');

/** Holds where one of them does. */
export const anyOf = (conditions: readonly Condition[]): Condition => joined(conditions, ' or ');

const joined = (conditions: readonly Condition[], word: ' and ' | ' or '): Condition =>
  condition`${sql.join([...conditions], sql.raw(word)) as unknown as Condition}`;
