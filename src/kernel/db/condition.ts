import { type RawBuilder, sql } from 'kysely';
import type { Query } from './database.ts';

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

const inParentheses = (text: TemplateStringsArray, parts: readonly Part[]): RawBuilder<boolean> =>
  sql`(${sql(text, ...parts)})`;

/** Declares a fragment to keep to itself, which no type can see. */
const closedTerm = (fragment: RawBuilder<unknown>): Term => fragment as Term;

export const condition = (text: TemplateStringsArray, ...parts: readonly Part[]): Condition =>
  inParentheses(text, parts) as Condition;

export const term = (text: TemplateStringsArray, ...parts: readonly Part[]): Term =>
  closedTerm(inParentheses(text, parts));

/** A column by its name, which is quoted. */
export const column = (name: string): Term => closedTerm(sql.ref(name));

export const sign = (one: '=' | '<>' | '>' | '>=' | '<' | '<='): Term => closedTerm(sql.raw(one));

/** `(a, b, c)`, as parameters. */
export const listOf = (values: readonly (string | number)[]): Term => term`${closedTerm(sql.join([...values]))}`;

/** Holds where all of them do. */
export const allOf = (conditions: readonly Condition[]): Condition => joined(conditions, ' and ');

/** Holds where one of them does. */
export const anyOf = (conditions: readonly Condition[]): Condition => joined(conditions, ' or ');

const joined = (conditions: readonly Condition[], word: ' and ' | ' or '): Condition =>
  condition`${closedTerm(sql.join([...conditions], sql.raw(word)))}`;
