import type { Detail } from '../../../api/http/problem.ts';
import type { Column } from '../../../engines/tables/params.ts';
import { sortKey } from '../../../engines/tables/sort-key.ts';
import { valueTypeOf } from '../../../std/odata/edm.ts';
import type { SortKey } from '../../../std/odata/order.ts';
import { parseFilter } from '../../../std/odata/parse.ts';
import { type Expression, FilterFault } from '../../../std/odata/tree.ts';
import { invalidParameter, invalidValue } from '../errors.ts';
import type { EntitySet } from '../query/open-data.ts';

/** Options as texts; absent ones are undefined. */
export interface AskedOptions {
  readonly select?: string | undefined;
  readonly filter?: string | undefined;
  readonly orderby?: string | undefined;
  readonly skip?: string | undefined;
  readonly top?: string | undefined;
}

/** What the options say of a set. */
export interface Options {
  readonly select: readonly string[];
  readonly filter: Expression | null;
  readonly order: readonly SortKey[];
  readonly skip: number;
  /** The most rows over all pages. */
  readonly top: number | undefined;
}

const mostSkip = 10_000_000;
const mostSorts = 8;

/** Reads the options of a request; `prefix` stands before their names where faults are told: "$" in addresses. */
export function readOptions(asked: AskedOptions, set: EntitySet, prefix: '$' | ''): Options | readonly Detail[] {
  const faults: Detail[] = [];
  const read = <T>(name: keyof AskedOptions, absent: T, parse: (text: string, target: string) => T): T => {
    const text = asked[name];
    if (text === undefined) return absent;
    try {
      return parse(text, `${prefix}${name}`);
    } catch (error) {
      if (!(error instanceof OptionFault)) throw error;
      faults.push(error.detail);
      return absent;
    }
  };
  const all = set.columns.map(({ name }) => name);
  const options: Options = {
    select: read('select', all, (text, target) => selected(text, set, all, target)),
    filter: read<Expression | null>('filter', null, (text, target) => filterIn(text, set, target)),
    order: withKey(
      read('orderby', [], (text, target) => sorted(text, set, target)),
      set,
    ),
    skip: read('skip', 0, (text, target) => wholeNumber(text, target, mostSkip)),
    top: read<number | undefined>('top', undefined, (text, target) => wholeNumber(text, target)),
  };
  return faults.length > 0 ? faults : options;
}

class OptionFault extends Error {
  readonly detail: Detail;
  constructor(detail: Detail) {
    super(detail.message);
    this.detail = detail;
  }
}

const columnOf = ({ columns }: EntitySet, name: string): Column | undefined => columns.find((one) => one.name === name);
const unknown = (set: EntitySet, name: string): string => `${set.name} has no property '${name.slice(0, 128)}'.`;

function selected(text: string, set: EntitySet, all: readonly string[], target: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('*')) return all;
  const wrong = names.find((name) => columnOf(set, name) === undefined);
  if (wrong !== undefined) throw new OptionFault(invalidValue(target, unknown(set, wrong)));
  return [...new Set(names)];
}

function filterIn(text: string, set: EntitySet, target: string): Expression {
  const properties = Object.fromEntries(set.columns.map(({ name, type }) => [name, valueTypeOf(type)]));
  try {
    return parseFilter(text, { name: set.name, properties });
  } catch (error) {
    if (!(error instanceof FilterFault)) throw error;
    throw new OptionFault(invalidParameter(target, error.message));
  }
}

function sorted(text: string, set: EntitySet, target: string): readonly SortKey[] {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > mostSorts) {
    throw new OptionFault(invalidParameter(target, `At most ${mostSorts} properties can be sorted by.`));
  }
  const keys = new Map<string, SortKey>();
  for (const part of parts) {
    const [, name = '', direction = 'asc'] = /^(\S+)(?:\s+(asc|desc))?$/.exec(part) ?? [];
    const column = columnOf(set, name);
    if (column === undefined) {
      const message = name === '' ? `'${part.slice(0, 128)}' is no property with asc or desc.` : unknown(set, name);
      throw new OptionFault(invalidParameter(target, message));
    }
    if (!keys.has(name)) keys.set(name, sortKey(column, direction === 'desc'));
  }
  return [...keys.values()];
}

/** The key tells rows apart that are otherwise alike, so that every order is one. */
function withKey(keys: readonly SortKey[], set: EntitySet): readonly SortKey[] {
  const missing = set.key.filter((name) => !keys.some((one) => one.name === name));
  return [...keys, ...missing.flatMap((name) => columnOf(set, name) ?? []).map((column) => sortKey(column, false))];
}

function wholeNumber(text: string, target: string, most = Number.MAX_SAFE_INTEGER): number {
  const value = /^\+?\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (value <= most) return value;
  const bound = most === Number.MAX_SAFE_INTEGER ? '' : ` that does not exceed ${most}`;
  const message = `The ${target} value must be a whole number of 0 or more${bound}.`;
  throw new OptionFault(invalidParameter(target, message));
}
