import { type Filter, isFilterFault, type Literal, type Operand, parseFilter } from '../api/query/filter-parser.ts';
import { allOf, anyOf, type Condition, column, condition, sign, type Term, term } from '../kernel/db/condition.ts';
import { isUuid } from '../std/ids.ts';
import { parseInstant } from '../std/instant.ts';
import { partsOfItemId } from '../std/item-id.ts';
import type { RealityApi } from './api.ts';
import { q } from './tables.ts';

/** The filter of a list of jobs (capture.md section 0.4), and the twins that it names. */
export interface JobFilter {
  readonly where: Condition;
  /** By `eq` and `in`, in lower case. */
  readonly twins: readonly string[];
}

const mostComparisons = 50;
const operators = { eq: '=', ne: '<>', gt: '>', ge: '>=', lt: '<', le: '<=' } as const;
type Operator = (typeof operators)[keyof typeof operators];

interface Property {
  /** A literal as it is stored; undefined where it cannot be one. */
  read(value: Literal): string | number | undefined;
  compare(by: Operator, value: string | number): Condition;
}

const textOf = (value: Literal): string | undefined => (typeof value === 'string' ? value : undefined);
const uuidOf = (value: Literal): string | undefined =>
  typeof value === 'string' && isUuid(value) ? value.toLowerCase() : undefined;
/** Also of the item of Storage that the data is. */
const dataIdOf = (value: Literal): string | undefined =>
  uuidOf(value) ?? (typeof value === 'string' ? partsOfItemId(value)?.guid : undefined);
const timeOf = (value: Literal): number | undefined => (typeof value === 'string' ? parseInstant(value) : undefined);

const own = (of: Term, read: Property['read']): Property => ({
  read,
  compare: (by, value) => condition`${of} ${sign(by)} ${value}`,
});
const withoutCase = (name: string): Property =>
  own(term`lower(${column(name)})`, (value) => textOf(value)?.toLowerCase());

/** Holds where one of the inputs or outputs meets it. */
const someOf = (table: 'reality_job_inputs' | 'reality_job_outputs'): Property => ({
  read: dataIdOf,
  compare: (by, value) =>
    condition`${column('reality_jobs.id')} in ${q
      .selectFrom(table)
      .select('job_id')
      .where(condition`${column('data_id')} ${sign(by)} ${value}`)}`,
});

/** By their names in lower case. */
const properties: Readonly<Record<string, Property>> = {
  id: own(column('reality_jobs.id'), uuidOf),
  twinid: own(column('twin_id'), uuidOf),
  name: own(column('name'), textOf),
  email: own(column('email'), textOf),
  type: withoutCase('type'),
  state: withoutCase('state'),
  createddatetime: own(column('created'), timeOf),
};
const byData: typeof properties = {
  ...properties,
  inputid: someOf('reality_job_inputs'),
  outputid: someOf('reality_job_outputs'),
};

class Unsupported extends Error {}

/** Undefined: the text is no filter of these lists. */
export function parseJobFilter(text: string, api: Pick<RealityApi, 'listsByData'>): JobFilter | undefined {
  const filter = parseFilter(text, { words: true });
  if (isFilterFault(filter)) return undefined;
  const known = api.listsByData ? byData : properties;
  const twins = new Set<string>();
  let count = 0;
  const test = (name: string, by: keyof typeof operators, values: readonly Literal[]): Condition => {
    const key = name.toLowerCase();
    const property = Object.hasOwn(known, key) ? known[key] : undefined;
    count += values.length;
    if (property === undefined || count > mostComparisons) throw new Unsupported();
    return anyOf(
      values.map((value) => {
        const stored = property.read(value);
        if (stored === undefined) throw new Unsupported();
        if (key === 'twinid' && by === 'eq') twins.add(String(stored));
        return property.compare(operators[by], stored);
      }),
    );
  };
  const whole = (of: Filter): Condition => {
    if (of.kind === 'and' || of.kind === 'or') return (of.kind === 'and' ? allOf : anyOf)(of.parts.map(whole));
    if (of.kind === 'in') return test(of.property, 'eq', of.values);
    if (of.kind !== 'compare' || of.left.kind !== 'property') throw new Unsupported();
    return test(of.left.name, of.by, [literalOf(of.right)]);
  };
  try {
    const where = whole(filter);
    return { where, twins: [...twins] };
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

/** A word without quotes is a text. */
const literalOf = (of: Operand): Literal => (of.kind === 'literal' ? of.value : of.name);
