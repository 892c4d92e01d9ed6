import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { addDelivery } from '../../src/areas/webhooks/outbox.ts';
import { q as webhooks } from '../../src/areas/webhooks/tables.ts';
import { addConsent } from '../../src/auth-server/store/consents.ts';
import { requireSuccess } from './platform.ts';
import type { Making, WorldPart } from './world-part.ts';

export const unique = (name: string): string => `${name} ${randomUUID().slice(0, 8)}`;
export const newAddress = (): string => `newcomer-${randomUUID().slice(0, 8)}@example.com`;

const access = async ({ idOf }: Making): Promise<string> => `/accesscontrol/twins/${await idOf('twin')}`;
const twins = async ({ idOf }: Making): Promise<string> => `/twins/${await idOf('twin')}`;

async function newRole(m: Making): Promise<string> {
  const body = { displayName: 'Nothing', description: 'No permission' };
  return (await m.make(`POST ${await access(m)}/roles`, body)).role.id;
}

async function newGroup(m: Making): Promise<string> {
  const body = { name: unique('Crew'), description: 'Some people' };
  const { group } = await m.make(`POST ${await access(m)}/groups`, body);
  await m.make(`PATCH ${await access(m)}/groups/${group.id}`, { members: [m.society.colleague.email] });
  return group.id;
}

async function newFolder(m: Making): Promise<string> {
  const parent = await m.idOf('rootFolder');
  return (await m.make(`POST /storage/folders/${parent}/folders`, { displayName: unique('Folder') })).folder.id;
}

/** A file with its content uploaded, but not completed. */
async function upload(m: Making): Promise<string> {
  const parent = await m.idOf('folder');
  const body = { displayName: `${unique('Notes')}.txt` };
  const { _links } = await m.make(`POST /storage/folders/${parent}/files`, body);
  const headers = { 'x-ms-blob-type': 'BlockBlob' };
  requireSuccess(await m.p.call(undefined, `PUT ${_links.uploadUrl.href}`, { body: 'some notes', headers }));
  return _links.completeUrl.href.split('/').at(-2);
}

async function newFile(m: Making): Promise<string> {
  const id = await upload(m);
  await m.make(`POST /storage/files/${id}/complete`);
  return id;
}

/** How each thing is made through the API; answers its id. */
export const coreThings: Required<WorldPart>['things'] = {
  account: async ({ society }) => society.accountId,
  twin: async ({ p, society }) => (await p.twin(society.administrator)).id,
  role: newRole,
  emptyRole: newRole,
  group: newGroup,
  otherGroup: newGroup,
  async groupMember(m) {
    const groupId = await m.idOf('group');
    const members = [{ groupId, roleIds: [await m.idOf('emptyRole')] }];
    await m.make(`POST ${await access(m)}/members/groups`, { members });
    return groupId;
  },
  async accountGroup({ make, society }) {
    const body = { name: unique('Company'), description: 'Everybody' };
    return (await make(`POST /accesscontrol/twins/${society.accountId}/groups`, body)).group.id;
  },
  async groupInvitation({ make, society, idOf }) {
    const group = `/accesscontrol/twins/${society.accountId}/groups/${await idOf('accountGroup')}`;
    await make(`PATCH ${group}`, { members: [newAddress()] });
    return (await make(`GET ${group}/invitations`)).invitations[0].id;
  },
  async member(m) {
    const members = [{ email: m.society.colleague.email, roleIds: [await m.idOf('emptyRole')] }];
    return (await m.make(`POST ${await access(m)}/members/users`, { members })).members[0].id;
  },
  coOwner: async (m) =>
    (await m.make(`POST ${await access(m)}/members/owners`, { email: m.society.coOwner.email })).member.id,
  async invitation(m) {
    const members = [{ email: m.society.guest.email, roleIds: [await m.idOf('emptyRole')] }];
    return (await m.make(`POST ${await access(m)}/members/users`, { members })).invitations[0].id;
  },
  share: async (m) => (await m.make(`POST ${await access(m)}/shares`)).share.id,
  async accessJob(m) {
    const assignRoles = [{ email: newAddress(), roleIds: [await m.idOf('emptyRole')] }];
    return (await m.make(`POST ${await access(m)}/jobs`, { actions: { assignRoles } })).id;
  },
  async job({ make, idOf }) {
    await idOf('accessJob');
    return (await make(`GET /jobs?kind=accessControl.job&twinId=${await idOf('twin')}`)).jobs[0].id;
  },
  async repository(m) {
    const map = { class: 'GeographicInformationSystem', subClass: 'WebMapService', uri: 'https://maps.example.com/' };
    return (await m.make(`POST ${await twins(m)}/repositories`, map)).repository.id;
  },
  async resource(m) {
    const resources = `${await twins(m)}/repositories/${await m.idOf('repository')}/resources`;
    return (await m.make(`POST ${resources}`, { id: randomUUID(), displayName: 'Roads' })).resource.id;
  },
  async image(m) {
    const headers = { 'Content-Type': 'image/png' };
    const path = `${await twins(m)}/image`;
    const put = await m.p.call(m.society.administrator, `PUT ${path}`, { body: await smallPicture(), headers });
    return requireSuccess(put).image.id;
  },
  /** One may be made at a time, so one that is there serves. */
  async export({ make }) {
    const [last] = (await make('GET /twins/exports')).exports;
    return last?.id ?? (await make('POST /twins/exports', { outputFormat: 'Csv' })).export.id;
  },
  async webhook({ make, society, idOf }) {
    const scope = { scope: 'twin', scopeId: await idOf('twin') };
    const what = { callbackUrl: 'https://callback.example.com/', eventTypes: ['twins.twinUpdated.v1'] };
    return (await make('POST /webhooks', { ...scope, ...what }, society.service)).id;
  },
  /** One that has ended: nothing that runs on may change what is seen. */
  async delivery({ p, idOf }) {
    const [webhook, twin] = [await idOf('webhook'), { id: await idOf('twin') }];
    return p.app.db.write(async (tx) => {
      const id = await addDelivery(
        tx,
        { id: webhook, names: 0 },
        { type: 'webhooks.test.v1', content: { message: 'test' }, twin },
      );
      const ended = webhooks.updateTable('webhook_deliveries').set({ state: 'Delivered', due: null });
      await tx.run(ended.where('message_id', '=', id));
      return id;
    });
  },
  async application({ make }) {
    const body = { displayName: unique('Viewer'), type: 'Web', redirectUris: ['https://viewer.example.com/'] };
    return (await make('POST /auth/api/applications', body)).application.clientId;
  },
  async consent({ p, society, idOf }) {
    const clientId = await idOf('application');
    const { userId } = society.administrator;
    await p.app.db.write((tx) => addConsent(tx, { userId, clientId, scopes: ['twin-platform'] }, Date.now()));
    return clientId;
  },
  async rootFolder({ make, idOf }) {
    const { _links } = await make(`GET /storage?twinId=${await idOf('twin')}`);
    return _links.folder.href.split('/').at(-1);
  },
  folder: newFolder,
  otherFolder: newFolder,
  file: newFile,
  uploadedFile: upload,
  async recycledFolder(m) {
    const id = await newFolder(m);
    await m.make(`DELETE /storage/folders/${id}`);
    return id;
  },
  async recycledFile(m) {
    const id = await newFile(m);
    await m.make(`DELETE /storage/files/${id}`);
    return id;
  },
};

let picture: Promise<Buffer> | undefined;

export function smallPicture(): Promise<Buffer> {
  picture ??= sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  return picture;
}
