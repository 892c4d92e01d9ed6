import { randomUUID } from 'node:crypto';
import type { World } from './world.ts';
import { type Making, smallPicture, unique } from './world-things.ts';

export type ViewThing = 'savedView' | 'viewGroup' | 'viewTag' | 'viewExtension' | 'viewImage';

const camera = { twin3dView: { origin: [0, 0, 0], extents: [10, 10, 10] } };
const newExtensionName = (): string => `Extension${randomUUID().slice(0, 8)}`;
const pictureUrl = async () => ({ image: `data:image/png;base64,${(await smallPicture()).toString('base64')}` });

const inTwin = async ({ idOf }: Pick<Making, 'idOf'>) => ({ twinId: await idOf('twin'), displayName: unique('Item') });
const newView = async (m: Pick<Making, 'idOf'>) => ({ ...(await inTwin(m)), shared: true, savedViewData: camera });
const newGroup = async (m: Pick<Making, 'idOf'>) => ({ ...(await inTwin(m)), shared: true });

/** Saved views with what belongs to them; all are shared, so that everybody in the twin sees them. */
export const viewMakers: Readonly<Record<ViewThing, (m: Making) => Promise<string>>> = {
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

export const viewBodies: Readonly<Record<string, (world: World) => unknown>> = {
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
