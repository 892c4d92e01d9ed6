import type { Api, Endpoint } from '../../src/kernel/http/endpoint.ts';
import type { Platform } from './platform.ts';
import type { World } from './world.ts';
import { comparedModel, comparedQuery } from './world-models.ts';
import { sceneBodies, sceneQuery } from './world-scenes.ts';
import { newAddress, smallPicture, unique } from './world-things.ts';
import { viewBodies } from './world-views.ts';

/** An operation, and where it is served below the base address. */
export interface Operation {
  readonly endpoint: Endpoint;
  readonly prefix: '' | '/auth';
}

export const operationsOf = ({ app }: Platform): Operation[] =>
  app.apis.flatMap((api: Api) =>
    api.endpoints.map((endpoint) => ({ endpoint, prefix: api.at === 'auth' ? '/auth' : '' })),
  );

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

/** For every operation with a body one that it takes, about the things of the world. */
export const bodies: Readonly<Record<string, BodyOf>> = {
  ...sceneBodies,
  ...viewBodies,
  'changedElements.createComparisonJob': comparedModel,
  'changedElements.updateTracking': async (world) => ({ enable: true, ...(await comparedModel(world)) }),
  'twins.createTwin': async ({ idOf }) => ({
    ...{ class: 'Endeavor', subClass: 'WorkPackage', displayName: 'Pier' },
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
    ...{ scope: 'twin', scopeId: await idOf('twin') },
    ...{ callbackUrl: 'https://callback.example.com/', eventTypes: ['twins.twinUpdated.v1'] },
  }),
  'webhooks.updateWebhook': constant({ eventTypes: ['twins.twinDeleted.v1'] }),
  'users.getUsersByIds': async ({ idOf }) => [await idOf('member')],
  'applications.createApplication': () => ({ ...newName(), type: 'SPA' }),
  'applications.updateApplication': newName,
  'applications.createSecret': constant({}),
  'meshExport.startExport': async ({ idOf }) => ({ modelId: await idOf('model'), exportType: '3DFT' }),
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

const queries: Readonly<Record<string, (world: World) => string | Promise<string>>> = {
  'changedElements.getTracking': comparedQuery,
  'changedElements.getChangesets': comparedQuery,
  'changedElements.getComparison': comparedQuery,
  'jobs.getJobs': ofTwin,
  'models.getModels': ofTwin,
  'meshExport.getExports': async ({ idOf }) => `?modelId=${await idOf('model')}`,
  'savedViews.getAllSavedViews': ofTwin,
  'savedViews.getAllGroups': ofTwin,
  'savedViews.getAllTags': ofTwin,
  'storage.getTopLevelFoldersAndFilesByTwin': ofTwin,
  'storage.getFoldersAndFilesInRecycleBin': ofTwin,
  'storage.searchForFoldersAndFilesInFolder': () => '?name=*',
  'users.searchUsers': () => '?$search=Ada',
};

export async function queryOf({ id }: Endpoint, world: World): Promise<string> {
  if (id.startsWith('scenes.')) return sceneQuery(id, world);
  return (await queries[id]?.(world)) ?? '';
}

/** Body and headers of a request that the operation takes. */
export async function contentOf(endpoint: Endpoint, world: World) {
  if (endpoint.body === undefined) return {};
  const bodyOf = bodies[endpoint.id];
  if (bodyOf === undefined) throw new Error(`The world has no body for ${endpoint.id}.`);
  const headers = 'raw' in endpoint.body ? { headers: { 'Content-Type': endpoint.body.types[0] ?? '' } } : {};
  return { body: await bodyOf(world), ...headers };
}
