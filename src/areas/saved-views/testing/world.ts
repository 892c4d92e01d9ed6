import { randomUUID } from 'node:crypto';
import { ofMembers } from '../../../../test/support/verdicts.ts';
import type { World } from '../../../../test/support/world.ts';
import type { Exception, Making, WorldPart } from '../../../../test/support/world-part.ts';
import { smallPicture, unique } from '../../../../test/support/world-things.ts';

const camera = { twin3dView: { origin: [0, 0, 0], extents: [10, 10, 10] } };
const newExtensionName = (): string => `Extension${randomUUID().slice(0, 8)}`;
const pictureUrl = async () => ({ image: `data:image/png;base64,${(await smallPicture()).toString('base64')}` });

const inTwin = async ({ idOf }: Pick<Making, 'idOf'>) => ({ twinId: await idOf('twin'), displayName: unique('Item') });
const newView = async (m: Pick<Making, 'idOf'>) => ({ ...(await inTwin(m)), shared: true, savedViewData: camera });
const newGroup = async (m: Pick<Making, 'idOf'>) => ({ ...(await inTwin(m)), shared: true });

/** Saved views with what belongs to them; all are shared, so that everybody in the twin sees them. */
const things: Required<WorldPart>['things'] = {
  savedView: async (m) => (await m.make('POST /savedviews', await newView(m))).savedView.id,
  viewGroup: async (m) => (await m.make('POST /savedviews/groups', await newGroup(m))).group.id,
  viewTag: async (m) => (await m.make('POST /savedviews/tags', await inTwin(m))).tag.id,
  async viewExtension(m) {
    const extensionName = newExtensionName();
    const body = { extensionName, data: '{}' };
    await m.make(`PUT /savedviews/${await m.idOf('savedView')}/extensions`, body);
    return extensionName;
  },
  async viewImage(m) {
    const image = `/savedviews/${await m.idOf('savedView')}/image`;
    await m.make(`PUT ${image}`, await pictureUrl());
    return new URL((await m.make(`GET ${image}`)).href).pathname.split('/').at(-1) ?? '';
  },
};

const bodies: Required<WorldPart>['bodies'] = {
  'savedViews.createSavedView': async (world) => ({
    ...(await newView(world)),
    groupId: await world.idOf('viewGroup'),
    tagIds: [await world.idOf('viewTag')],
    extensions: [{ extensionName: newExtensionName(), data: '[]' }],
  }),
  'savedViews.updateSavedView': async ({ idOf }) => ({
    displayName: unique('View'),
    savedViewData: camera,
    groupId: await idOf('viewGroup'),
    tagIds: [await idOf('viewTag')],
  }),
  'savedViews.updateImage': pictureUrl,
  'savedViews.createExtension': () => ({ extensionName: newExtensionName(), data: '{"a":[1]}' }),
  'savedViews.createGroup': newGroup,
  'savedViews.updateGroup': () => ({ displayName: unique('Group'), shared: true }),
  'savedViews.createTag': inTwin,
  'savedViews.updateTag': () => ({ displayName: unique('Tag') }),
};

const ofTwin = async ({ idOf }: World) => `?twinId=${await idOf('twin')}`;

const inMembersTwin: Exception = {
  row: [403, 'passes', 'passes', 'passes', 'passes', 403],
  because: 'creating operations know no 404: an unknown twin of the body is 403 (saved-views.md section 3.0)',
};

export const world: WorldPart = {
  things,
  thingOf(path, parameter) {
    if (!path.startsWith('/savedviews/')) return undefined;
    return { savedViewId: 'savedView', groupId: 'viewGroup', tagId: 'viewTag', extensionName: 'viewExtension' }[
      parameter
    ];
  },
  bodies,
  queries: {
    'savedViews.getAllSavedViews': ofTwin,
    'savedViews.getAllGroups': ofTwin,
    'savedViews.getAllTags': ofTwin,
  },
  exceptions: {
    'savedViews.getAllSavedViews': ofMembers,
    'savedViews.getAllGroups': ofMembers,
    'savedViews.getAllTags': ofMembers,
    'savedViews.createSavedView': inMembersTwin,
    'savedViews.createGroup': inMembersTwin,
    'savedViews.createTag': inMembersTwin,
  },
  stated: {
    // creating operations know no 404; group and tags of the body are looked up in the view's own twin
    'savedViews.createSavedView': { all: 403 },
    'savedViews.createGroup': { all: 403 },
    'savedViews.createTag': { all: 403 },
    'savedViews.updateSavedView': { body: 422 },
  },
};
