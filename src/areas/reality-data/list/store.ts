import type { Static } from 'typebox';
import type { Ports } from '../../../api/ports/ports.ts';
import type { Caller } from '../../../kernel/callers/people.ts';
import { type Condition, column, condition, listOf, sign } from '../../../kernel/db/condition.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { fold, likeLiteral } from '../../../std/text.ts';
import type { listQuery } from '../schema.ts';
import { tagsOf } from '../store.ts';
import { type DataRow, q } from '../tables.ts';
import { typeNamed } from '../types.ts';
import { type Order, overlaps, parseExtent, parseRange } from './rules.ts';

export type ListQuery = Static<typeof listQuery>;

const times = [
  ['createdDateTime', 'created'],
  ['modifiedDateTime', 'modified'],
  ['lastAccessedDateTime', 'accessed'],
] as const;

/** What the rows of a list meet. */
function conditionsOf(asked: ListQuery): Condition[] {
  const found: Condition[] = [];
  const { $search, types, extent, acquisitionDateTime, ownerId, tag } = asked;
  if ($search) found.push(condition`${column('search')} like ${`%${likeLiteral(fold($search))}%`} escape '\\'`);
  if (tag !== undefined)
    found.push(condition`${column('tags')} like ${`%${likeLiteral(JSON.stringify(tag))}%`} escape '\\'`);
  if (ownerId !== undefined) found.push(condition`${column('owner_id')} = ${ownerId.toLowerCase()}`);
  const area = extent === undefined ? undefined : parseExtent(extent);
  if (area !== undefined) found.push(overlaps(area));
  const acquired = acquisitionDateTime === undefined ? undefined : parseRange(acquisitionDateTime);
  if (acquired !== undefined) {
    const last = condition`coalesce(${column('acquired_to')}, ${column('acquired_from')}) >= ${acquired.start}`;
    found.push(condition`${column('acquired_from')} <= ${acquired.end} and ${last}`);
  }
  for (const [name, of] of times) {
    const value = asked[name];
    const range = value === undefined ? undefined : parseRange(value);
    if (range === undefined) continue;
    found.push(condition`${column(of)} >= ${range.start} and ${column(of)} <= ${range.end}`);
  }
  if (types !== undefined) {
    const wanted = types.map((type) => typeNamed(type) ?? '');
    found.push(condition`${column('type')} in ${listOf(wanted)}`);
  }
  return found;
}

/** Where a page continues: behind this value of the order, and this id. */
export type Position = readonly [string | number, string];

interface Wanted {
  readonly twins: readonly string[];
  readonly asked: ListQuery;
  readonly order: Order;
  readonly after: Position | undefined;
  readonly limit: number;
}

export type Listed = DataRow & { readonly position: string | number };

/** Rows of these twins and those associated with them, whatever became of their items. */
export function listRows(db: Reader, { twins, asked, order, after, limit }: Wanted): Promise<Listed[]> {
  const associated = q.selectFrom('reality_data_twins').select('data_id as id').where('twin_id', 'in', twins);
  // a union: for an `or` PostgreSQL would read all there is
  const theirs = q.selectFrom('reality_data').select('id').where('twin_id', 'in', twins).unionAll(associated);
  let query = q
    .selectFrom('reality_data')
    .selectAll()
    .select(order.by.$castTo<string | number>().as('position'))
    .where('workspace', '=', 0)
    .where('id', 'in', theirs);
  for (const one of conditionsOf(asked)) query = query.where(one);
  if (after !== undefined) {
    const [value, id] = after;
    const beyond = condition`${order.by} ${sign(order.descending ? '<' : '>')} ${value}`;
    query = query.where(condition`${beyond} or (${order.by} = ${value} and ${column('id')} > ${id})`);
  }
  return db.all(
    query
      .orderBy(order.by, order.descending ? 'desc' : 'asc')
      .orderBy('id')
      .limit(limit),
  );
}

/** Tags are compared exactly: `like` is not on every database. */
export const hasTag = (row: DataRow, tag: string | undefined): boolean =>
  tag === undefined || tagsOf(row).includes(tag);

/** The twins with reality data of which somebody is a member. */
export async function twinsOfMember(
  db: Reader,
  caller: Caller,
  { access }: Pick<Ports, 'access'>,
): Promise<readonly string[]> {
  const mine = condition`${column('twin_id')} in ${access.memberTwins(caller)}`;
  const [own, further] = [
    await db.all(q.selectFrom('reality_data').select('twin_id').distinct().where(mine)),
    await db.all(q.selectFrom('reality_data_twins').select('twin_id').distinct().where(mine)),
  ];
  return [...new Set([...own, ...further].map((row) => row.twin_id))];
}

/** Rows of these twins whose content was not looked at since it changed. */
export const unseenRows = (db: Reader, twins: readonly string[], most: number): Promise<DataRow[]> =>
  db.all(
    q
      .selectFrom('reality_data')
      .selectAll()
      .where('twin_id', 'in', twins)
      .where('content', 'is', null)
      .orderBy('id')
      .limit(most),
  );
