import type { Static } from 'typebox';
import type { savedViewData } from './schema/data.ts';
import type { extension } from './schema/extension.ts';
import type { group } from './schema/group.ts';
import type { tag } from './schema/tag.ts';
import type { viewFull, viewMinimal } from './schema/view.ts';

const base = 'https://twins.example';
const twinId = 'b1803c36-41a1-4523-991b-20f2138d4451';
const viewId = 'ACZbDmWhULVChRcDRkoPdLaxgDw2QaFFI5kbIPITjURR9qtLXdlZQcqGX1qZ4lxW4A';
const groupId = 'AHxkOmWhULVChRcDRkoPdLaxgDw2QaFFI5kbIPITjURR9qtLXdlZQcqGX1qZ4lxW4A';
const tagId = 'ABbDr2WhULVChRcDRkoPdLaxgDw2QaFFI5kbIPITjURR9qtLXdlZQcqGX1qZ4lxW4A';

const place = {
  twin: { href: `${base}/twins/${twinId}` },
  model: { href: `${base}/models/f6ab4b5d-d959-41ca-865f-5a99e25c56e0` },
};
const links = {
  ...place,
  creator: { href: `${base}/accesscontrol/twins/${twinId}/members/9ac1a8c2-0f3e-4b7f-8a37-3c7c1f0b9e11` },
};

export const dataExample: Static<typeof savedViewData> = {
  twin3dView: {
    origin: [-23.5, 11.25, -4],
    extents: [120, 80, 60],
    angles: { yaw: 90, pitch: -15 },
    camera: { lens: 60, focusDist: 103.9, eye: [36.5, 51.2, 26] },
    models: { enabled: ['0x2'] },
    categories: { enabled: ['0x400000012'], disabled: ['0x40000001a'] },
    displayStyle: { viewflags: { renderMode: 6, shadows: true }, backgroundColor: { red: 255, green: 255, blue: 255 } },
    clipVectors: [
      {
        shape: {
          points: [
            [0, 0, 0],
            [10, 0, 0],
            [10, 10, 0],
            [0, 0, 0],
          ],
          zLow: -2,
          zHigh: 8,
        },
      },
    ],
  },
};

const name = 'PerModelCategoryVisibility';
const extensionAddress = `${base}/savedviews/${viewId}/extensions/${name}`;

export const newExtensionExample = {
  extensionName: name,
  data: '{"perModelCategoryVisibilityProps":[{"modelId":"0x2","categoryId":"0x400000012","visible":false}]}',
};

export const extensionExample: Static<typeof extension> = {
  ...newExtensionExample,
  markdownUrl: `${base}/savedviews`,
  schemaUrl: `${base}/savedviews`,
  _links: { savedView: { href: `${base}/savedviews/${viewId}` }, ...place, self: { href: extensionAddress } },
};

export const extensionListExample = { extensions: [{ extensionName: name, href: extensionAddress }] };

const view = {
  id: viewId,
  displayName: 'North facade',
  shared: true,
  creationTime: '2026-03-04T09:12:44.120Z',
  lastModified: '2026-03-05T07:00:01.000Z',
  tags: [{ id: tagId, displayName: 'review' }],
  _links: {
    ...links,
    group: { href: `${base}/savedviews/groups/${groupId}` },
    image: { href: `${base}/savedviews/${viewId}/image?size=full` },
    thumbnail: { href: `${base}/savedviews/${viewId}/image` },
  },
};

export const summaryExample: Static<typeof viewMinimal> = { ...view, ...extensionListExample };
export const viewExample: Static<typeof viewFull> = {
  ...view,
  extensions: [extensionExample],
  savedViewData: dataExample,
};

export const newViewExample = {
  twinId,
  displayName: 'North facade',
  shared: true,
  savedViewData: dataExample,
  extensions: [newExtensionExample],
};

export const viewListExample = {
  savedViews: [summaryExample],
  _links: { self: { href: `${base}/savedviews?twinId=${twinId}&$skip=0&$top=100` } },
};

export const groupExample: Static<typeof group> = {
  id: groupId,
  displayName: 'Inspection',
  shared: true,
  readOnly: false,
  _links: { ...links, savedViews: { href: `${base}/savedviews?groupId=${groupId}` } },
};

export const groupListExample = {
  groups: [groupExample],
  _links: { self: { href: `${base}/savedviews/groups?twinId=${twinId}` } },
};

export const tagExample: Static<typeof tag> = { id: tagId, displayName: 'review', _links: links };

export const tagListExample = {
  tags: [tagExample],
  _links: { self: { href: `${base}/savedviews/tags?twinId=${twinId}` } },
};

export const imageExample = {
  href: `${base}/blobs/saved-views/images/9531985d-5d9d-49f8-9818-e811892f902b?sv=2021-08-06&sr=b&sp=r&sig=mRkP`,
};
