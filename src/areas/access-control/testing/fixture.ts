import type { Person, Platform } from '../../../../test/support/platform.ts';
import type { Kit } from '../../../api/area.ts';
import { silentLog } from '../../../std/log.ts';

export const managing = [
  'administration_invite_member',
  'administration_manage_groups',
  'administration_manage_roles',
  'administration_remove_member',
  'models_read',
];

/** An organization with a twin, and everybody who may or may not do something in it. */
export interface Fixture {
  readonly p: Platform;
  readonly organizationId: string;
  readonly accountId: string;
  readonly twinId: string;
  /** Another twin of the same account, of which only the administrator is a member. */
  readonly otherTwinId: string;
  /** Organization administrator, and owner of both twins because they made them. */
  readonly admin: Person;
  /** An owner who administers nothing. */
  readonly owner: Person;
  /** Holds the role Manager: all administration permissions, and models_read. */
  readonly manager: Person;
  /** Holds the role Reader: models_read only. */
  readonly reader: Person;
  /** Of the organization, but no member: sees the account, not the twin. */
  readonly colleague: Person;
  /** Of another organization; an invitation into the twin waits for them. */
  readonly guest: Person;
  /** Of another organization, with nothing to do with the twin. */
  readonly stranger: Person;
  readonly adminId: string;
  readonly ownerId: string;
  readonly managerId: string;
  readonly readerId: string;
  readonly colleagueEmail: string;
  readonly colleagueId: string;
  readonly guestEmail: string;
  readonly ownerRole: string;
  readonly managerRole: string;
  readonly readerRole: string;
  /** A role of the twin with models_write, which the manager does not hold. */
  readonly writerRole: string;
  /** A role of the account: models_read. */
  readonly accountRole: string;
  /** A role of the other twin. */
  readonly foreignRole: string;
  /** Group of the twin, a member of it as Reader. */
  readonly crew: string;
  /** Group of the account, without anybody, no member. */
  readonly accountGroup: string;
  /** The guest's, sent by the manager, with the role Reader. */
  readonly invitation: string;
}

export const base = '/accesscontrol/twins';

/** A role made through the API. */
export async function newRole(p: Platform, who: Person, twinId: string, displayName: string, permissions: string[]) {
  const body = { displayName, description: `${displayName}s`, permissions };
  const answer = await p.call(who, `POST ${base}/${twinId}/roles`, { body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.role.id as string;
}

export async function newGroup(p: Platform, who: Person, twinId: string, name: string): Promise<string> {
  const answer = await p.call(who, `POST ${base}/${twinId}/groups`, { body: { name, description: 'Some people' } });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.group.id as string;
}

export async function fixtureOf(p: Platform): Promise<Fixture> {
  const organizationId = await p.organization();
  const admin = await p.person({ organizationId, roles: ['account_administrator'] });
  const accountId: string = (await p.call(admin, 'GET /twins/myprimaryaccount')).body.twin.id;
  const [twin, otherTwin] = [await p.twin(admin), await p.twin(admin)];
  const person = () => p.person({ organizationId });
  const [owner, manager, reader, colleague] = [await person(), await person(), await person(), await person()];
  const elsewhere = await p.organization();
  const [guest, stranger] = [
    await p.person({ organizationId: elsewhere }),
    await p.person({ organizationId: elsewhere }),
  ];
  const managerRole = await newRole(p, admin, twin.id, 'Manager', managing);
  const readerRole = await newRole(p, admin, twin.id, 'Reader', ['models_read']);
  const add = { members: [memberOf(manager, managerRole), memberOf(reader, readerRole)] };
  await p.call(admin, `POST ${base}/${twin.id}/members/users`, { body: add });
  await p.call(admin, `POST ${base}/${twin.id}/members/owners`, { body: { email: owner.email } });
  const invited = { members: [memberOf(guest, readerRole)] };
  const { body } = await p.call(manager, `POST ${base}/${twin.id}/members/users`, { body: invited });
  const crew = await newGroup(p, admin, twin.id, 'Crew');
  const groups = { members: [{ groupId: crew, roleIds: [readerRole] }] };
  await p.call(admin, `POST ${base}/${twin.id}/members/groups`, { body: groups });
  const roles = await p.call(admin, `GET ${base}/${twin.id}/roles`);
  const fixture: Fixture = {
    p,
    organizationId,
    accountId,
    twinId: twin.id,
    otherTwinId: otherTwin.id,
    admin,
    owner,
    manager,
    reader,
    colleague,
    guest,
    stranger,
    adminId: admin.userId,
    ownerId: owner.userId,
    managerId: manager.userId,
    readerId: reader.userId,
    colleagueId: colleague.userId,
    colleagueEmail: colleague.email,
    guestEmail: guest.email,
    ownerRole: roles.body.roles[0].id,
    managerRole,
    readerRole,
    writerRole: await newRole(p, admin, twin.id, 'Writer', ['models_write']),
    accountRole: await newRole(p, admin, accountId, 'Account reader', ['models_read']),
    foreignRole: await newRole(p, admin, otherTwin.id, 'Foreign', []),
    crew,
    accountGroup: await newGroup(p, admin, accountId, 'Company'),
    invitation: body.invitations[0].id,
  };
  p.takeEvents();
  return fixture;
}

/** What jobs and maintenance work with, at a time of one's choice. */
export const kitOf = ({ app, baseUrl }: Platform, now: () => number = Date.now): Kit => ({
  db: app.db,
  ports: app.ports,
  baseUrl,
  log: silentLog,
  now,
});

export const memberOf = (person: Person, ...roleIds: string[]) => ({ email: person.email, roleIds });
