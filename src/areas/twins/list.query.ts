import { type RawBuilder, sql } from 'kysely';
import type { Caller, MemberTwins } from '../../kernel/ports.ts';
import { isFilterFault, parseFilter } from '../../kernel/query/filter-parser.ts';
import { filterSql } from '../../kernel/query/filter-sql.ts';
import { fold, likeLiteral } from '../../kernel/std/text.ts';
import { parseOrder } from './list.order.ts';
import { filterProperties } from './list.properties.ts';
import { findEnum, namesStatus, scopes } from './list.rules.ts';
import { q, type TwinRow } from './tables.ts';
import { statuses, subClasses } from './twin.schema.ts';

export type Condition = RawBuilder<boolean>;

/** The conditions of a list's parameters; they all hold together. */
export interface ListParameters {
  readonly subClass?: readonly string[];
  readonly status?: string;
  readonly type?: string;
  readonly number?: string;
  readonly displayName?: string;
  readonly parentId?: string;
  readonly twinAccountId?: string;
  readonly $search?: string;
  readonly $filter?: string;
  readonly includeInactive?: boolean;
}

/** Twins the caller belongs to, and the accounts of the own organization (or the personal one). */
export const ownTwins = (caller: Caller, memberTwins: MemberTwins): Condition =>
  sql<boolean>`(id in (${memberTwins(caller)}) or (class = 'Account' and ${ofOwnAccount(caller)}))`;

/** All twins of the accounts that the caller administers. */
const ofOwnAccount = (caller: Caller): Condition =>
  caller.organizationId === null
    ? sql<boolean>`owner_user_id = ${caller.userId}`
    : sql<boolean>`owner_organization_id = ${caller.organizationId}`;

export const isAdministrator = (caller: Caller): boolean =>
  caller.organizationId === null || caller.organizationAdministrator;

/** Which twins a query scope covers; undefined where the caller may not use it. */
export function scopeCondition(
  scope: string | undefined,
  caller: Caller,
  memberTwins: MemberTwins,
): Condition | undefined {
  const asked = findEnum(scopes, scope ?? 'MemberOftwin');
  const own = ownTwins(caller, memberTwins);
  const administered = isAdministrator(caller) ? ofOwnAccount(caller) : undefined;
  if (asked === 'OrganizationAdmin') return administered;
  return asked === 'all' && administered ? sql<boolean>`(${own} or ${administered})` : own;
}

/** What the caller sees now: own twins, and all of the administered accounts. */
export function visibleCondition(caller: Caller, memberTwins: MemberTwins): Condition {
  return scopeCondition('all', caller, memberTwins) ?? ownTwins(caller, memberTwins);
}

export function parameterConditions(given: ListParameters): Condition[] {
  const found: Condition[] = [sql<boolean>`deleted is null`];
  const add = (condition: Condition) => void found.push(condition);
  const wanted = given.subClass?.map((one) => findEnum(subClasses, one) ?? one) ?? [];
  if (wanted.length > 0) add(sql<boolean>`sub_class in (${sql.join(wanted)})`);
  if (given.status) add(sql<boolean>`status = ${findEnum(statuses, given.status) ?? given.status}`);
  else if (!given.includeInactive && !(given.$filter && namesStatus(given.$filter))) {
    add(sql<boolean>`status <> 'Inactive'`);
  }
  if (given.type !== undefined) add(sql<boolean>`type_folded = ${fold(given.type)}`);
  if (given.number !== undefined) add(sql<boolean>`number_folded = ${fold(given.number)}`);
  if (given.displayName !== undefined) add(sql<boolean>`display_name_folded = ${fold(given.displayName)}`);
  if (given.parentId) add(sql<boolean>`parent_id = ${given.parentId.toLowerCase()}`);
  if (given.twinAccountId) add(sql<boolean>`account_id = ${given.twinAccountId.toLowerCase()}`);
  if (given.$search) {
    const pattern = `%${likeLiteral(fold(given.$search))}%`;
    add(sql<boolean>`(number_folded like ${pattern} escape '\\' or display_name_folded like ${pattern} escape '\\')`);
  }
  if (given.$filter) add(filterCondition(given.$filter));
  return found;
}

function filterCondition(text: string): Condition {
  const filter = parseFilter(text);
  const condition = isFilterFault(filter) ? undefined : filterSql(filter, filterProperties);
  if (condition === undefined || typeof condition === 'string') throw new Error('A filter was not validated.');
  return condition;
}

const summaryColumns = ['id', 'class', 'sub_class', 'type', 'number', 'display_name', 'status'] as const;

/** Twins under all conditions, in the asked order, then by id; of a summary only its own columns are filled. */
export function selectTwins(conditions: readonly Condition[], orderBy: string | undefined, what: 'all' | 'summary') {
  const from = q.selectFrom('twins');
  let query = what === 'all' ? from.selectAll() : from.select(summaryColumns).$castTo<TwinRow>();
  for (const condition of conditions) query = query.where(condition);
  const order = parseOrder(orderBy ?? 'displayName');
  for (const step of 'steps' in order ? order.steps : []) {
    const direction = step.descending ? sql`desc nulls last` : sql`asc nulls first`;
    query = query.orderBy(sql`${sql.ref(step.column)} ${direction}`);
  }
  return query.orderBy('id');
}
