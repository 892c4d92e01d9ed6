import type { People } from '../../kernel/callers/people.ts';
import { prepared } from '../../kernel/db/query.ts';
import { type JsonList, listOf, q } from '../tables.ts';
import { isOrganizationRole } from './users.ts';

const listsKept = 1000;

/** User and application as they are now, in one read. */
const callerRow = prepared((p: { userId: string; clientId: string }) =>
  q
    .selectFrom('auth_users as u')
    .innerJoin('auth_applications as a', (join) => join.on('a.client_id', '=', p.clientId))
    .select([
      'u.kind',
      'u.email',
      'u.display_name',
      'u.organization_id',
      'u.roles',
      'u.groups',
      'a.organization_id as application_organization_id',
      'a.tier',
      'a.mode',
    ])
    .where('u.id', '=', p.userId)
    .where('u.state', '=', 'Active')
    .where('a.state', '=', 'Active'),
);

/** Reads user and application as they are now. */
export function callerReader(): People['callerOf'] {
  const lists = memo(listsKept, listOf);
  const administers = memo(listsKept, (roles: JsonList) => listOf(roles).some(isOrganizationRole));
  return async (db, userId, clientId) => {
    const row = await db.first(callerRow, { userId, clientId });
    if (row === undefined) return undefined;
    return {
      userId,
      kind: row.kind,
      clientId,
      email: row.email,
      displayName: row.display_name,
      organizationId: row.organization_id,
      applicationOrganizationId: row.application_organization_id,
      organizationAdministrator: row.organization_id !== null && administers(row.roles),
      groups: lists(row.groups),
      tier: row.tier,
      mode: row.mode,
      asked: undefined,
    };
  };
}

const subjectRow = prepared((p: { userId: string }) =>
  q
    .selectFrom('auth_users')
    .select(['organization_id', 'roles', 'groups'])
    .where('id', '=', p.userId)
    .where('state', '=', 'Active'),
);

/** What the rights of a user depend on, whatever application they use. */
export const subjectOf: People['subjectOf'] = async (db, userId) => {
  const row = await db.first(subjectRow, { userId });
  return (
    row && {
      userId,
      organizationId: row.organization_id,
      organizationAdministrator: row.organization_id !== null && listOf(row.roles).some(isOrganizationRole),
      groups: listOf(row.groups),
    }
  );
};

/** Remembers results by text, so that unchanged columns are parsed once. */
function memo<T>(kept: number, make: (text: JsonList) => T): (text: JsonList) => T {
  const known = new Map<JsonList, T>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) {
      value = make(text);
      if (known.size >= kept) known.clear();
      known.set(text, value);
    }
    return value;
  };
}
