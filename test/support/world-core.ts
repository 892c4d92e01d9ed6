import type { World } from './world.ts';
import type { WorldPart } from './world-part.ts';
import { coreThings, newAddress, smallPicture, unique } from './world-things.ts';

/* The part of the areas that everything stands on: twins, their people, files, jobs, webhooks, applications. */

type BodyOf = (world: World) => unknown;
const constant =
  (body: object): BodyOf =>
  () =>
    body;
const emptyRole = async ({ idOf }: World) => ({ roleIds: [await idOf('emptyRole')] });
const toOtherFolder = async ({ idOf }: World) => ({ parentFolderId: await idOf('otherFolder') });
const oneFile = async ({ idOf }: World) => ({ fileIds: [await idOf('file')] });
const newName = () => ({ displayName: unique('New') });
const description = constant({ description: 'Another one' });

const bodies: Required<WorldPart>['bodies'] = {
  'twins.createTwin': async ({ idOf }) => ({
    class: 'Endeavor',
    subClass: 'WorkPackage',
    displayName: 'Pier',
    parentId: await idOf('twin'),
  }),
  'twins.updateTwin': constant({ displayName: 'Renamed' }),
  'twins.uploadTwinImage': () => smallPicture(),
  'twins.createTwinRepository': () => {
    const uri = `https://maps.example.com/${unique('map')}`;
    return { class: 'GeographicInformationSystem', subClass: 'WebMapService', displayName: unique('Map'), uri };
  },
  'twins.updateTwinRepository': newName,
  'twins.createRepositoryResource': () => ({ id: unique('id'), displayName: 'Rivers' }),
  'twins.createExport': constant({ outputFormat: 'Csv' }),
  'accessControl.createTwinRole': constant({ displayName: 'Role', description: 'A role' }),
  'accessControl.updateTwinRole': description,
  'accessControl.addTwinUserMembers': async (world) => ({
    members: [{ email: newAddress(), ...(await emptyRole(world)) }],
  }),
  'accessControl.updateTwinUserMember': emptyRole,
  'accessControl.addTwinOwnerMember': () => ({ email: newAddress() }),
  'accessControl.addTwinGroupMembers': async (world) => ({
    members: [{ groupId: await world.idOf('otherGroup'), ...(await emptyRole(world)) }],
  }),
  'accessControl.updateTwinGroupMember': emptyRole,
  'accessControl.createTwinGroup': () => ({ name: unique('Group'), description: 'A group' }),
  'accessControl.updateTwinGroup': description,
  'accessControl.createTwinShare': constant({}),
  'accessControl.createTwinJob': async (world) => ({
    actions: { assignRoles: [{ email: newAddress(), ...(await emptyRole(world)) }] },
  }),
  'webhooks.createWebhook': async ({ idOf }) => ({
    scope: 'twin',
    scopeId: await idOf('twin'),
    callbackUrl: 'https://callback.example.com/',
    eventTypes: ['twins.twinUpdated.v1'],
  }),
  'webhooks.updateWebhook': constant({ eventTypes: ['twins.twinDeleted.v1'] }),
  'users.getUsersByIds': async ({ idOf }) => [await idOf('member')],
  'applications.createApplication': () => ({ ...newName(), type: 'SPA' }),
  'applications.updateApplication': newName,
  'applications.createSecret': constant({}),
  'storage.createFolder': newName,
  'storage.createFile': newName,
  'storage.updateFolder': description,
  'storage.updateFile': description,
  'storage.moveFolder': toOtherFolder,
  'storage.moveFile': toOtherFolder,
  'storage.moveFileLegacy': toOtherFolder,
  'storage.lockFilesInFolder': oneFile,
  'storage.unlockFilesInFolder': oneFile,
};

const ofTwin = async ({ idOf }: World) => `?twinId=${await idOf('twin')}`;

const queries: Required<WorldPart>['queries'] = {
  'jobs.getJobs': ofTwin,
  'storage.getTopLevelFoldersAndFilesByTwin': ofTwin,
  'storage.getFoldersAndFilesInRecycleBin': ofTwin,
  'storage.searchForFoldersAndFilesInFolder': () => '?name=*',
  'users.searchUsers': () => '?$search=Ada',
};

/** Parameter names do not tell everything: `{id}` may be a twin, an account or an export. */
function thingOf(path: string, name: string): string | undefined {
  const below = (part: string) => path.includes(part);
  const things: Record<string, () => string> = {
    id() {
      if (below('/exports/')) return 'export';
      return below('/groups/{groupId}/invitations') ? 'account' : 'twin';
    },
    twinId: () => 'twin',
    roleId: () => 'role',
    memberId: () => (below('/owners/') ? 'coOwner' : 'member'),
    groupId() {
      if (below('/members/groups/')) return 'groupMember';
      return below('/invitations') ? 'accountGroup' : 'group';
    },
    invitationId: () => (below('/groups/') ? 'groupInvitation' : 'invitation'),
    shareId: () => 'share',
    jobId() {
      return below('/accesscontrol/') ? 'accessJob' : 'job';
    },
    repositoryId: () => 'repository',
    resourceId: () => 'resource',
    webhookId: () => 'webhook',
    deliveryId: () => 'delivery',
    clientId: () => (below('/consents/') ? 'consent' : 'application'),
    folderId: () => (below('/recyclebin/') ? 'recycledFolder' : 'folder'),
    fileId() {
      if (below('/recyclebin/')) return 'recycledFile';
      return below('/complete') ? 'uploadedFile' : 'file';
    },
  };
  return things[name]?.();
}

const shared = ['account', 'accountGroup', 'groupInvitation', 'application', 'consent'];

export const core: WorldPart = { things: coreThings, thingOf, bodies, queries, shared };
