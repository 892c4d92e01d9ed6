import type { Static } from 'typebox';
import type { file, folder } from './item/schema.ts';

const base = 'https://twins.example';
const twinId = '3f8c2b54-7a1e-4d0b-9c65-2d1f6a90be41';
const member = `${base}/accesscontrol/twins/${twinId}/members/7c0d5a0e-51f4-4f0e-8a35-0f4d6c1e9a12`;
const rootId = 'VCuMPx56C02cZS0fapC-QQ4nE2WeJjdNsqdN5FLmtDg';
const folderId = 'VCuMPx56C02cZS0fapC-QSQIP9KLEjNPjFx_0KajpFA';
const fileId = 'VCuMPx56C02cZS0fapC-QV2YMZWdXfhJmBjoEYkvkCs';

const linksIn = (parent: string) => ({
  createdBy: { href: member },
  lastModifiedBy: { href: member },
  parentFolder: { href: `${base}/storage/folders/${parent}` },
});

export const folderExample: Static<typeof folder> = {
  type: 'folder',
  id: folderId,
  displayName: 'Structures',
  description: null,
  path: 'Structures',
  lastModifiedByDisplayName: 'Ada Larsen',
  createdDateTime: '2025-03-04T09:10:02.018Z',
  lastModifiedDateTime: '2025-03-04T09:10:02.018Z',
  parentFolderId: rootId,
  _links: linksIn(rootId),
};

export const fileExample: Static<typeof file> = {
  type: 'file',
  id: fileId,
  displayName: 'pier-07.ifc',
  description: 'Pier 7, as built',
  path: 'Structures/pier-07.ifc',
  size: 18231044,
  isFileLocked: false,
  lastModifiedByDisplayName: 'Ada Larsen',
  createdDateTime: '2025-03-04T09:12:44.120Z',
  lastModifiedDateTime: '2025-03-06T15:40:02.771Z',
  parentFolderId: folderId,
  _links: linksIn(folderId),
};

export const uploadExample = {
  _links: {
    completeUrl: { href: `${base}/storage/files/${fileId}/complete` },
    uploadUrl: {
      href: `${base}/blobs/storage/uploads/9531985d-5d9d-49f8-9818-e811892f902b?sv=2021-08-06&sr=b&sp=rw&se=2025-03-04T21%3A12%3A44Z&rscd=attachment%3B%20filename%3D%22pier-07.ifc%22&sig=mRkP`,
    },
  },
};

export const pageLinksExample = (list: 'folders' | 'files' | 'list') => ({
  self: { href: `${base}/storage/folders/${folderId}/${list}?$skip=0&$top=1000` },
});
