import { randomUUID } from 'node:crypto';
import { type Person, type Platform, requireSuccess } from '../../../../test/support/platform.ts';
import { houseFile, imported, newModel } from '../../models/testing/files.ts';
import { rootOf } from '../../storage/testing/fixture.ts';
import { executeRole } from '../store/assignments.ts';

export interface People {
  readonly p: Platform;
  /** Administers every twin of the organization. */
  readonly owner: Person;
  /** Holds all permissions of federation and administration_manage_roles, and no package role. */
  readonly manager: Person;
  /** Holds models_read, storage_read and storage_write in a role that has the package role for every package. */
  readonly analyst: Person;
  /** A service application with the same role. */
  readonly service: Person;
  /** Has the package role, and may read nothing. */
  readonly blind: Person;
  /** Holds models_read and federation_objipexec, without a package role. */
  readonly reader: Person;
  /** Nobody in the twin. */
  readonly stranger: Person;
}

export interface Fixture extends People {
  readonly twinId: string;
  readonly root: string;
  /** Roles: of the analyst, of the blind one, and of the reader. */
  readonly analysts: string;
  readonly blinds: string;
  readonly readers: string;
  readonly executeRole: string;
  /** `house.ifc`: two walls in a storey. */
  readonly model: string;
  readonly system: string;
  readonly timer: string;
  readonly unknown: string;
}

export const packages = ['TWIN_MODELS', 'TWIN_TABLES', 'SQL_TABLES'] as const;
const federation = ['credmng', 'ilsmng', 'listmng', 'objipexec', 'projmng'].map((name) => `federation_${name}`);

export async function peopleOf(p: Platform): Promise<People> {
  const organizationId = await p.organization();
  const owner = await p.person({ organizationId, roles: ['account_administrator'] });
  const person = () => p.person({ organizationId });
  const [manager, analyst, blind, reader] = [await person(), await person(), await person(), await person()];
  const service = await p.person({ organizationId, service: true });
  return { p, owner, manager, analyst, service, blind, reader, stranger: await p.person() };
}

/** Gives people a new role with these permissions; answers its id. */
export async function newRole(
  { p, owner }: Pick<People, 'p' | 'owner'>,
  twinId: string,
  displayName: string,
  permissions: readonly string[],
  people: readonly Person[],
): Promise<string> {
  const base = `/accesscontrol/twins/${twinId}`;
  const body = { displayName, description: displayName, permissions };
  const { id } = requireSuccess(await p.call(owner, `POST ${base}/roles`, { body })).role;
  const members = people.map(({ email }) => ({ email, roleIds: [id] }));
  if (members.length > 0) requireSuccess(await p.call(owner, `POST ${base}/members/users`, { body: { members } }));
  return id;
}

export const atTwin = (twinId: string): string => `/federation/twins/${twinId}`;

/** Lets roles execute a package. */
export async function admit(
  { p, owner }: Pick<People, 'p' | 'owner'>,
  twinId: string,
  name: string,
  roles: readonly string[],
) {
  const assignments = roles.map((twinRoleId) => ({ twinRoleId, packageRoleIds: [executeRole.roleId] }));
  requireSuccess(await p.call(owner, `POST ${atTwin(twinId)}/packages/${name}/roles`, { body: { assignments } }));
}

export const newSystem = () => ({
  name: 'Asset register',
  systemId: `system ${randomUUID().slice(0, 8)}`,
  systemType: 'Federation.Sql',
  credentials: { Server: 'db.example.org', Database: 'assets', UserId: 'reader', Password: 'very secret' },
});
export const newTimer = () => ({
  name: `Walls ${randomUUID().slice(0, 8)}`,
  packageUniqueName: 'TWIN_MODELS',
  cronStr: '0 0 * * 6,0',
  parameters: [{ name: 'entitySet', value: 'Elements' }],
});

/** A twin with its roles, nothing in it. */
export async function placeOf(people: People) {
  const { p, owner, manager, analyst, service, blind, reader } = people;
  const { id: twinId } = await p.twin(owner, { displayName: 'House' });
  await newRole(people, twinId, 'Managers', [...federation, 'administration_manage_roles'], [manager]);
  const data = ['models_read', 'storage_read', 'storage_write', 'storage_delete'];
  const analysts = await newRole(people, twinId, 'Analysts', data, [analyst, service]);
  const blinds = await newRole(people, twinId, 'Blind', ['scenes_read'], [blind]);
  const readers = await newRole(people, twinId, 'Readers', ['models_read', 'federation_objipexec'], [reader]);
  for (const name of packages) await admit(people, twinId, name, [analysts, blinds]);
  return { ...people, twinId, root: await rootOf(p, analyst, twinId), analysts, blinds, readers };
}

export async function fixtureOf(people: People): Promise<Fixture> {
  const { p, analyst, manager } = people;
  const place = await placeOf(people);
  const at = atTwin(place.twinId);
  const { id: model } = await newModel(p, analyst, place.root, 'house.ifc', houseFile(5));
  await imported(p, analyst, model);
  const system = requireSuccess(await p.call(manager, `POST ${at}/systems`, { body: newSystem() })).id;
  const timer = requireSuccess(await p.call(manager, `POST ${at}/timers`, { body: newTimer() })).id;
  p.takeEvents();
  return { ...place, model, system, timer, executeRole: executeRole.roleId, unknown: randomUUID() };
}
