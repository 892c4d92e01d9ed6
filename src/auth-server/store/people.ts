import type { ManagedApplication, People, User } from '../../kernel/callers/people.ts';
import { condition } from '../../kernel/db/condition.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { prepared } from '../../kernel/db/query.ts';
import { fold, likeLiteral } from '../../std/text.ts';
import { type ApplicationRow, listOf, q, type UserRow } from '../tables.ts';
import { callerReader, subjectOf } from './caller.ts';
import { managedApplication, managedApplications } from './managed.ts';
import { organizationById, organizationIds } from './organizations.ts';

const mostFound = 100;
const mostManaged = 1000;
const idsPerQuery = 500;

const known = () =>
  q
    .selectFrom('auth_users as u')
    .leftJoin('auth_organizations as o', 'o.id', 'u.organization_id')
    .selectAll('u')
    .select('o.name as organization_name');

const byId = prepared((p: { id: string }) => known().where('u.id', '=', p.id));
const byEmail = prepared((p: { email: string }) =>
  known().where('u.email_folded', '=', p.email).where('u.state', '=', 'Active').where('u.email_proved', 'is not', null),
);

/** As the index of those few has it: a parameter would keep it from being used. */
const hasGroups = condition`groups <> '[]'`;

/** People as the areas see them. */
export const people: People = {
  async byIds(db, ids) {
    const [only] = ids;
    if (only !== undefined && ids.length === 1) return (await db.all(byId, { id: only })).map(userOf);
    const found: User[] = [];
    for (let at = 0; at < ids.length; at += idsPerQuery) {
      const rows = await db.all(known().where('u.id', 'in', ids.slice(at, at + idsPerQuery)));
      found.push(...rows.map(userOf));
    }
    return found;
  },
  async byEmail(db, email) {
    const row = await db.first(byEmail, { email: fold(email) });
    return row && userOf(row);
  },
  async search(db, organizationId, text) {
    const rows = await db.all(
      known()
        .where('u.organization_id', '=', organizationId)
        .where('u.kind', '=', 'user')
        .where('u.state', '=', 'Active')
        .where(condition`u.search_text like ${`%${likeLiteral(fold(text))}%`} escape '\\'`)
        .orderBy('u.display_name')
        .orderBy('u.id')
        .limit(mostFound),
    );
    return rows.map(userOf);
  },
  groupExists,
  async ofTestApplications(db, userIds) {
    const own = q.selectFrom('auth_applications').select('user_id').where('mode', '=', 'Test');
    const found = await db.all(own.where('user_id', 'in', [...userIds]));
    return found.flatMap(({ user_id }) => user_id ?? []);
  },
  async inGroups(db, groups) {
    const rows = await db.all(
      q.selectFrom('auth_users').select(['id', 'groups']).where(hasGroups).where('state', '=', 'Active'),
    );
    return rows.filter((row) => listOf(row.groups).some((one) => groups.includes(one))).map(({ id }) => id);
  },
  callerOf: callerReader(),
  managedApplications: async (db, manager) =>
    (await managedApplications(db, manager, { skip: 0, top: mostManaged })).slice(0, mostManaged).map(managedView),
  async managedApplication(db, manager, clientId) {
    const row = await managedApplication(db, manager, clientId);
    return row && managedView(row);
  },
  subjectOf,
  organizationIds,
  organizationName: async (db, organizationId) => (await organizationById(db, organizationId))?.name,
};

const managedView = (row: ApplicationRow): ManagedApplication => ({
  clientId: row.client_id,
  displayName: row.display_name,
  organizationId: row.organization_id,
  createdBy: row.created_by,
});

async function groupExists(db: Reader, group: string): Promise<boolean> {
  const rows = await db.all(q.selectFrom('auth_users').select('groups').distinct().where(hasGroups));
  return rows.some((row) => listOf(row.groups).includes(group));
}

const userOf = (row: UserRow & { organization_name: string | null }): User => ({
  id: row.id,
  kind: row.kind,
  email: row.email,
  givenName: row.given_name,
  surname: row.surname,
  displayName: row.display_name,
  organizationId: row.organization_id,
  organizationName: row.organization_name,
  groups: listOf(row.groups),
  country: row.country,
  language: row.language,
  created: row.created,
});
