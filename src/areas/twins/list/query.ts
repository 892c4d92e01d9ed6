import { sql } from 'kysely';
import type { AccessControl } from '../../../api/ports/access.ts';
import { statuses, subClasses } from '../../../api/ports/twin-shape.ts';
import { isFilterFault, parseFilter } from '../../../api/query/filter-parser.ts';
import { filterSql } from '../../../api/query/filter-sql.ts';
import type { Caller } from '../../../kernel/callers/people.ts';
import { allOf, type Condition, condition, listOf } from '../../../kernel/db/condition.ts';
import { fold, likeLiteral } from '../../../std/text.ts';
import { q, type TwinRow } from '../tables.ts';
import { parseOrder } from './order.ts';
import { filterProperties } from './properties.ts';
import { findEnum, namesStatus, scopes } from './rules.ts';

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

/** Sandboxes in test mode, all others but those else; Accounts either way. */
const ofMode = ({ mode }: Caller): Condition =>
  mode === 'Test' ? condition`sandbox_id is not null or class = 'Account'` : condition`sandbox_id is null`;

/** Twins the caller belongs to, and the accounts of the own organization (or the personal one). */
const ownTwins = (caller: Caller, memberTwins: AccessControl['memberTwins']): Condition =>
  memberOr(condition`class = 'Account' and ${ofOwnAccount(caller)}`, caller, memberTwins);

/** Twins the caller belongs to, and those of a condition. A union: for an `or` PostgreSQL would read all twins. */
const memberOr = (further: Condition, caller: Caller, memberTwins: AccessControl['memberTwins']): Condition =>
  condition`id in (select twin_id from ${memberTwins(caller)} as mine union all select id from twins where ${further})`;

/** All twins of the accounts that the caller administers. */
const ofOwnAccount = (caller: Caller): Condition =>
  caller.organizationId === null
    ? condition`owner_user_id = ${caller.userId}`
    : condition`owner_organization_id = ${caller.organizationId}`;

export const isAdministrator = (caller: Caller): boolean =>
  caller.organizationId === null || caller.organizationAdministrator;

/** Which twins a query scope covers; undefined where the caller may not use it. */
export function scopeCondition(
  scope: string | undefined,
  caller: Caller,
  memberTwins: AccessControl['memberTwins'],
): Condition | undefined {
  const asked = findEnum(scopes, scope ?? 'MemberOftwin');
  const own = ownTwins(caller, memberTwins);
  const administered = isAdministrator(caller) ? ofOwnAccount(caller) : undefined;
  if (asked === 'OrganizationAdmin') return administered && allOf([administered, ofMode(caller)]);
  const seen = asked === 'all' && administered ? memberOr(administered, caller, memberTwins) : own;
  return allOf([seen, ofMode(caller)]);
}

/** What the caller sees now: own twins, and all of the administered accounts. */
export function visibleCondition(caller: Caller, memberTwins: AccessControl['memberTwins']): Condition {
  return scopeCondition('all', caller, memberTwins) ?? allOf([ownTwins(caller, memberTwins), ofMode(caller)]);
}

export function parameterConditions(given: ListParameters): Condition[] {
  const found: Condition[] = [condition`deleted is null`];
  const add = (one: Condition) => void found.push(one);
  const wanted = given.subClass?.map((one) => findEnum(subClasses, one) ?? one) ?? [];
  if (wanted.length > 0) add(condition`sub_class in ${listOf(wanted)}`);
  if (given.status) add(condition`status = ${findEnum(statuses, given.status) ?? given.status}`);
  else if (!given.includeInactive && !(given.$filter && namesStatus(given.$filter))) {
    add(condition`status <> 'Inactive'`);
  }
  if (given.type !== undefined) add(condition`type_folded = ${fold(given.type)}`);
  if (given.number !== undefined) add(condition`number_folded = ${fold(given.number)}`);
  if (given.displayName !== undefined) add(condition`display_name_folded = ${fold(given.displayName)}`);
  if (given.parentId) add(condition`parent_id = ${given.parentId.toLowerCase()}`);
  if (given.twinAccountId) add(condition`account_id = ${given.twinAccountId.toLowerCase()}`);
  if (given.$search) {
    const pattern = `%${likeLiteral(fold(given.$search))}%`;
    add(condition`number_folded like ${pattern} escape '\\' or display_name_folded like ${pattern} escape '\\'`);
  }
  if (given.$filter) add(filterCondition(given.$filter));
  return found;
}

function filterCondition(text: string): Condition {
  const filter = parseFilter(text);
  const found = isFilterFault(filter) ? undefined : filterSql(filter, filterProperties);
  if (found === undefined || typeof found === 'string') throw new Error('A filter was not validated.');
  return found;
}

const summaryColumns = ['id', 'class', 'sub_class', 'type', 'number', 'display_name', 'status'] as const;

/** Twins under all conditions, in the asked order, then by id; of a summary only its own columns are filled. */
export function selectTwins(conditions: readonly Condition[], orderBy: string | undefined, what: 'all' | 'summary') {
  const from = q.selectFrom('twins');
  let query = what === 'all' ? from.selectAll() : from.select(summaryColumns).$castTo<TwinRow>();
  query = query.where(allOf(conditions));
  const order = parseOrder(orderBy ?? 'displayName');
  for (const step of 'steps' in order ? order.steps : []) {
    const direction = step.descending ? sql`desc nulls last` : sql`asc nulls first`;
    query = query.orderBy(sql`${sql.ref(step.column)} ${direction}`);
  }
  return query.orderBy('id');
}
