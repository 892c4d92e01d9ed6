import { type Condition, column, condition, type Term, term } from '../../../kernel/db/condition.ts';
import { parseInstant } from '../../../std/instant.ts';

/* How the query of a list is read. */

/** Degrees. */
export interface Extent {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** `west,south,east,north`. An area may lie across the antimeridian: its west is then more than its east. */
export function parseExtent(text: string): Extent | undefined {
  const parts = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [west, south, east, north] = parts;
  if (parts.length !== 4 || west === undefined || south === undefined || east === undefined || north === undefined) {
    return undefined;
  }
  const within = Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90 && south <= north;
  return within ? { west, south, east, north } : undefined;
}

/** Each of both extents may lie across the antimeridian. */
export function overlaps({ west, south, east, north }: Extent): Condition {
  const [w, e] = [column('west'), column('east')];
  const meets =
    west <= east
      ? condition`(${w} <= ${e} and ${w} <= ${east} and ${e} >= ${west}) or (${w} > ${e} and (${w} <= ${east} or ${e} >= ${west}))`
      : condition`${w} > ${e} or ${w} <= ${east} or ${e} >= ${west}`;
  return condition`${column('south')} <= ${north} and ${column('north')} >= ${south} and ${meets}`;
}

export const rangeNames = [
  'acquisitionDateTime',
  'createdDateTime',
  'modifiedDateTime',
  'lastAccessedDateTime',
] as const;

/** `start/end` in milliseconds since 1970; either may be left out. */
export function parseRange(text: string): { readonly start: number; readonly end: number } | undefined {
  const [first = '', last = '', ...more] = text.split('/').map((part) => part.trim());
  if (more.length > 0 || !text.includes('/') || (first === '' && last === '')) return undefined;
  const start = first === '' ? -8.64e15 : parseInstant(first);
  const end = last === '' ? 8.64e15 : parseInstant(last);
  return start === undefined || end === undefined || start > end ? undefined : { start, end };
}

const textColumn = (name: string): Term => term`coalesce(${column(name)}, '')`;

/** What lists are ordered by, by the property's name in lower case. */
const orders: Readonly<Record<string, Term>> = {
  id: column('id'),
  displayname: column('name_folded'),
  type: column('type'),
  classification: column('classification'),
  dataset: textColumn('dataset'),
  group: textColumn('group_name'),
  description: textColumn('description'),
  rootdocument: term`coalesce(${column('root_document')}, ${column('found_root')}, '')`,
  size: column('size_bytes'),
  authoring: column('authoring'),
  ownerid: column('owner_id'),
  createddatetime: column('created'),
  modifieddatetime: column('modified'),
  lastaccesseddatetime: column('accessed'),
};

export interface Order {
  readonly by: Term;
  readonly descending: boolean;
}

export const usualOrder: Order = { by: column('name_folded'), descending: false };

/** `<property> [asc|desc]`. */
export function parseOrder(text: string): Order | undefined {
  const [name = '', direction = 'asc', ...more] = text.trim().toLowerCase().split(/\s+/);
  const by = Object.hasOwn(orders, name) ? orders[name] : undefined;
  if (by === undefined || more.length > 0 || !['asc', 'desc'].includes(direction)) return undefined;
  return { by, descending: direction === 'desc' };
}
