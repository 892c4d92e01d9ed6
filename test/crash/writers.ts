import type { Chance } from '../support/chance.ts';
import { change, type Ledger, note } from './ledger.ts';
import { aboutFolder, upload } from './uploads.ts';
import { Broken, expect, nameOrStatus, type User, type World } from './world.ts';

/** A twin of one writer, with what the writer has made in it. */
export interface OwnTwin {
  readonly id: string;
  readonly roles: string[];
  /** Users that are members, with the ids of their roles. */
  readonly members: Map<User, readonly string[]>;
  /** Ids of folders, the root first. */
  readonly folders: string[];
  files: number;
}

/** A client that writes one thing after the other, and knows what it was told. */
export interface Writer {
  readonly name: string;
  readonly ledger: Ledger;
  readonly twins: OwnTwin[];
  readonly random: Chance;
  made: number;
}

type Step = (writer: Writer, world: World) => Promise<void>;

/** One of them, if there is any. */
const oneOf = <T>(random: Chance, list: readonly T[]): T | undefined =>
  list.length === 0 ? undefined : random.pick(list);

/** Writes until the connection breaks. Any answer but the expected one is an error. */
export async function writeOn(writer: Writer, world: World): Promise<void> {
  try {
    for (;;) {
      const step = writer.twins.length < 2 ? addTwin : writer.random.pick(steps);
      await step(writer, world);
    }
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
  }
}

const addTwin: Step = async (writer, world) => {
  const displayName = `${writer.name} ${writer.made++}`;
  const body = { class: 'Endeavor', subClass: 'Project', displayName };
  const { twin } = await expect(201, world.call('POST', '/twins/', body));
  const id: string = twin.id;
  writer.twins.push({ id, roles: [], members: new Map(), folders: [], files: 0 });
  const see = async () => nameOrStatus(await world.call('GET', `/twins/${id}`), 'twin');
  const events = [`twins.twinCreated.v1 ${id}`, `accessControl.memberAdded.v1 ${id}`];
  note(writer.ledger, { what: `twin ${id}`, see, allowed: [displayName] }, events);
};

const renameTwin: Step = async ({ ledger, twins, random, name, ...writer }, world) => {
  const twin = oneOf(random, twins);
  const fact = ledger.facts.get(`twin ${twin?.id}`);
  if (twin === undefined || fact === undefined) return;
  const displayName = `${name} renamed ${random.whole(0, 1e9)} ${writer.made}`;
  const act = () => expect(200, world.call('PATCH', `/twins/${twin.id}`, { displayName }));
  await change(ledger, fact, displayName, act, [`twins.twinUpdated.v1 ${twin.id}`]);
};

const deleteTwin: Step = async ({ ledger, twins, random }, world) => {
  if (twins.length < 6) return;
  const [twin] = twins.splice(random.whole(0, twins.length - 1), 1);
  const fact = ledger.facts.get(`twin ${twin?.id}`);
  if (twin === undefined || fact === undefined) return;
  for (const what of [...ledger.facts.keys()]) if (what.includes(` of ${twin.id}`)) ledger.facts.delete(what);
  const cancelled = ledger.events.get(`accessControl.roleAssigned.v1 ${twin.id}`);
  if (cancelled) cancelled.least = 0; // its jobs end with it
  const act = () => expect(204, world.call('DELETE', `/twins/${twin.id}`));
  await change(ledger, fact, '404', act, [`twins.twinDeleted.v1 ${twin.id}`]);
};

const addRole: Step = async (writer, world) => {
  const twin = oneOf(writer.random, writer.twins);
  if (twin === undefined || twin.roles.length >= 5) return;
  const displayName = `Role ${writer.made++}`;
  const body = { displayName, description: 'Made in a storm.', permissions: ['storage_read'] };
  const { role } = await expect(201, world.call('POST', `/accesscontrol/twins/${twin.id}/roles`, body));
  twin.roles.push(role.id);
  const path = `/accesscontrol/twins/${twin.id}/roles/${role.id}`;
  const see = async () => nameOrStatus(await world.call('GET', path), 'role');
  note(writer.ledger, { what: `role ${role.id} of ${twin.id}`, see, allowed: [displayName] });
};

const rolesText = (ids: readonly string[]): string => [...ids].sort().join(' ');

const addMember: Step = async ({ ledger, twins, random }, world) => {
  const twin = oneOf(
    random,
    twins.filter((one) => one.roles.length > 0),
  );
  const user = oneOf(
    random,
    world.users.filter((one) => !twin?.members.has(one)),
  );
  const role = oneOf(random, twin?.roles ?? []);
  if (twin === undefined || user === undefined || role === undefined) return;
  const path = `/accesscontrol/twins/${twin.id}/members/users`;
  const see = async () => {
    const { status, body } = await world.call('GET', `${path}/${user.id}`);
    return status === 200 ? rolesText(body.member.roles.map((one: { id: string }) => one.id)) : String(status);
  };
  const fact = { what: `member ${user.id} of ${twin.id}`, see, allowed: ['404'] };
  twin.members.set(user, [role]);
  const body = { members: [{ email: user.email, roleIds: [role] }] };
  const act = () => expect(201, world.call('POST', path, body));
  await change(ledger, fact, rolesText([role]), act, [`accessControl.memberAdded.v1 ${twin.id}`]);
};

/** A job in the background: its work must be done whole, whenever the server dies. */
const assignByJob: Step = async ({ ledger, twins, random }, world) => {
  const twin = oneOf(
    random,
    twins.filter((one) => one.members.size > 1 && one.roles.length > 1),
  );
  if (twin === undefined) return;
  const role = oneOf(random, twin.roles) ?? '';
  const isNew = ([user, roles]: [User, readonly string[]]) =>
    !roles.includes(role) && ledger.facts.get(`member ${user.id} of ${twin.id}`)?.allowed.join() === rolesText(roles);
  const chosen = [...twin.members].filter(isNew);
  if (chosen.length === 0) return;
  const entries = chosen.map(([user]) => ({ email: user.email, roleIds: [role] }));
  const facts = chosen.flatMap(([user, roles]) => {
    const fact = ledger.facts.get(`member ${user.id} of ${twin.id}`);
    twin.members.set(user, [...roles, role]);
    return fact ? [{ fact, to: rolesText([...roles, role]) }] : [];
  });
  const post = () => world.call('POST', `/accesscontrol/twins/${twin.id}/jobs`, { actions: { assignRoles: entries } });
  const act = facts.reduce(
    (inner, { fact, to }) =>
      () =>
        change(ledger, fact, to, inner, [`accessControl.roleAssigned.v1 ${twin.id}`]),
    async () => {
      const { id } = await expect(201, post());
      const see = async () =>
        (await world.call('GET', `/accesscontrol/twins/${twin.id}/jobs/${id}`)).body.status ?? 'not there';
      note(ledger, { what: `job ${id} of ${twin.id}`, see, allowed: ['Completed'] });
    },
  );
  await act();
};

const addWebhook: Step = async (writer, world) => {
  if (writer.made > 15) return;
  const callbackUrl = `${world.receiver.url}?${writer.name.replaceAll(' ', '')}-${writer.made++}`;
  const body = { callbackUrl, scope: 'Account', eventTypes: ['twins.twinDeleted.v1'] };
  const { id } = await expect(202, world.call('POST', '/webhooks', body)).then((answer) => answer.webhook ?? answer);
  const see = async () => {
    const answer = await world.call('GET', `/webhooks/${id}`);
    return answer.body.webhook?.callbackUrl ?? answer.body.callbackUrl ?? String(answer.status);
  };
  note(writer.ledger, { what: `webhook ${id}`, see, allowed: [callbackUrl] });
};

const addFolder: Step = async (writer, world) => {
  const twin = oneOf(writer.random, writer.twins);
  if (twin === undefined) return;
  const parent = oneOf(writer.random, twin.folders) ?? (await rootOf(twin, world));
  const displayName = `folder ${writer.made++}`;
  const { folder } = await expect(201, world.call('POST', `/storage/folders/${parent}/folders`, { displayName }));
  twin.folders.push(folder.id);
  note(writer.ledger, aboutFolder(world, twin.id, folder.id, `${parent}/${displayName}`));
};

async function rootOf(twin: OwnTwin, world: World): Promise<string> {
  const { _links } = await expect(200, world.call('GET', `/storage/?twinId=${twin.id}`));
  const id = String(_links.folder.href).split('/').at(-1) ?? '';
  twin.folders.push(id);
  return id;
}

const addFile: Step = async (writer, world) => {
  const twin = oneOf(writer.random, writer.twins);
  if (twin === undefined || twin.files >= 20) return;
  twin.files++;
  const parent = oneOf(writer.random, twin.folders) ?? (await rootOf(twin, world));
  await upload(writer, world, { twinId: twin.id, parent, displayName: `file ${writer.made++}.bin` });
};

const steps: readonly Step[] = [
  addTwin,
  renameTwin,
  renameTwin,
  deleteTwin,
  addRole,
  addRole,
  addMember,
  addMember,
  addMember,
  assignByJob,
  assignByJob,
  addWebhook,
  addFolder,
  addFolder,
  addFile,
  addFile,
  addFile,
];
