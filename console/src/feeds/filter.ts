import type { Column, ColumnType } from './columns.ts';

/** A condition as the form has it: its value is what was typed. */
export interface Condition {
  readonly column: string;
  readonly is: string;
  readonly value: string;
}

export const isCondition = (value: unknown): value is Condition =>
  typeof value === 'object' &&
  value !== null &&
  ['column', 'is', 'value'].every((name) => typeof Reflect.get(value, name) === 'string');

/** How a column can be compared: what it is called, and the filter that it makes. */
interface Comparison {
  readonly label: string;
  /** Absent where nothing is compared with. */
  readonly filter: (name: string, literal: string) => string;
  readonly alone?: true;
}

const by = (label: string, operator: string): Comparison => ({
  label,
  filter: (name, to) => `${name} ${operator} ${to}`,
});
const empty = {
  empty: { label: 'is empty', filter: (name: string) => `${name} eq null`, alone: true },
  filled: { label: 'is not empty', filter: (name: string) => `${name} ne null`, alone: true },
} as const;
const lower = (fn: string, label: string): Comparison => ({
  label,
  filter: (name, to) => `${fn}(tolower(${name}),${to.toLowerCase()})`,
});

const ofText: Readonly<Record<string, Comparison>> = {
  has: lower('contains', 'contains'),
  eq: by('is', 'eq'),
  ne: by('is not', 'ne'),
  starts: lower('startswith', 'begins with'),
  ends: lower('endswith', 'ends with'),
  ...empty,
};
const ofNumber: Readonly<Record<string, Comparison>> = {
  eq: by('=', 'eq'),
  ne: by('≠', 'ne'),
  gt: by('>', 'gt'),
  ge: by('≥', 'ge'),
  lt: by('<', 'lt'),
  le: by('≤', 'le'),
  ...empty,
};
const ofTime: Readonly<Record<string, Comparison>> = {
  ge: by('from', 'ge'),
  lt: by('before', 'lt'),
  eq: by('is', 'eq'),
  ...empty,
};
const ofId: Readonly<Record<string, Comparison>> = { eq: by('is', 'eq'), ne: by('is not', 'ne'), ...empty };
const ofTruth: Readonly<Record<string, Comparison>> = {
  yes: { label: 'is true', filter: (name) => `${name} eq true`, alone: true },
  no: { label: 'is false', filter: (name) => `${name} eq false`, alone: true },
  ...empty,
};

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const numeric = (text: string): string | undefined => (/^-?\d+(\.\d+)?$/.test(text.trim()) ? text.trim() : undefined);
/** What the browser calls a local time. */
const instant = (text: string): string | undefined => {
  const ms = Date.parse(text);
  return text === '' || Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
};

interface Kind {
  readonly comparisons: Readonly<Record<string, Comparison>>;
  readonly input: 'text' | 'date' | 'datetime-local';
  /** The value in a filter; undefined for one that is none. */
  readonly literal: (text: string) => string | undefined;
  readonly fault: string;
}

const number: Kind = { comparisons: ofNumber, input: 'text', literal: numeric, fault: 'A number, as in 12.5.' };
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const kinds: Readonly<Record<ColumnType, Kind>> = {
  'Edm.String': { comparisons: ofText, input: 'text', literal: quoted, fault: '' },
  'Edm.Int32': number,
  'Edm.Int64': number,
  'Edm.Double': number,
  'Edm.Decimal': number,
  'Edm.Boolean': { comparisons: ofTruth, input: 'text', literal: quoted, fault: '' },
  'Edm.Date': {
    comparisons: ofTime,
    input: 'date',
    literal: (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined),
    fault: 'A date.',
  },
  'Edm.DateTimeOffset': {
    comparisons: ofTime,
    input: 'datetime-local',
    literal: instant,
    fault: 'A date with a time.',
  },
  'Edm.Guid': {
    comparisons: ofId,
    input: 'text',
    literal: (text) => (uuid.test(text.trim()) ? text.trim() : undefined),
    fault: 'A whole id, as the rows show it.',
  },
};

export const kindOf = ({ type }: Pick<Column, 'type'>): Kind => kinds[type];

/** How a new condition on a column begins. */
export const firstComparison = (column: Pick<Column, 'type'>): string =>
  Object.keys(kindOf(column).comparisons)[0] ?? '';

export const takesValue = (column: Column | undefined, { is }: Condition): boolean =>
  column !== undefined && kindOf(column).comparisons[is]?.alone !== true;

/** What is wrong with a condition, in words; undefined where it can be asked. */
export function faultOf(condition: Condition, columns: readonly Column[]): string | undefined {
  const column = columns.find(({ name }) => name === condition.column);
  if (column === undefined) return 'There is no such column any more.';
  if (!takesValue(column, condition)) return undefined;
  const { literal, fault } = kindOf(column);
  return literal(condition.value) === undefined ? fault : undefined;
}

/** Conditions as a `$filter`; those that are not whole are left out. */
export function filterText(conditions: readonly Condition[], columns: readonly Column[]): string {
  const parts = conditions.flatMap((condition) => {
    const column = columns.find(({ name }) => name === condition.column);
    const comparison = column && kindOf(column).comparisons[condition.is];
    if (!comparison || faultOf(condition, columns) !== undefined) return [];
    return [comparison.filter(column.name, kindOf(column).literal(condition.value) ?? '')];
  });
  return parts.join(' and ');
}
