import assert from 'node:assert/strict';
import type { Scenario } from './run-scenarios.ts';

const text = { 'Content-Type': 'text/xml' };

const moving: readonly Scenario[] = [
  {
    name: 'a folder moves with everything in it',
    call: 'POST /storage/folders/{old}/move',
    as: 'worker',
    body: { parentFolderId: '{photos}' },
    status: 200,
    async proves({ body }, { p, old, photos, draft, worker }) {
      assert.deepEqual([body.folder.id, body.folder.parentFolderId, body.folder.path], [old, photos, 'Photos/Old']);
      assert.equal((await p.call(worker, `GET /storage/files/${draft}`)).body.file.path, 'Photos/Old/draft.bim');
    },
  },
  {
    name: 'a folder that stays where it is does not change',
    call: 'POST /storage/folders/{old}/move',
    as: 'owner',
    body: { parentFolderId: '{plans}' },
    status: 200,
    proves: ({ body }) => assert.equal(body.folder.lastModifiedDateTime, body.folder.createdDateTime),
  },
  ...['{plans}', '{old}'].map(
    (target): Scenario => ({
      name: `a folder into itself or what is in it (${target})`,
      call: 'POST /storage/folders/{plans}/move',
      as: 'owner',
      body: { parentFolderId: target },
      status: 422,
      code: 'InvalidStorageRequest',
      targets: ['parentFolderId'],
    }),
  ),
  {
    name: 'nowhere',
    call: 'POST /storage/folders/{old}/move',
    as: 'worker',
    body: {},
    status: 422,
    targets: ['parentFolderId'],
  },
  {
    name: 'the root folder',
    call: 'POST /storage/folders/{root}/move',
    as: 'worker',
    body: { parentFolderId: '{plans}' },
    status: 422,
    targets: ['folderId'],
  },
  ...['{goneFolder}', '{pier}', 'nonsense', '{strangerRoot}', '{ownerRoot}'].map(
    (target): Scenario => ({
      name: `into what the caller does not see as a folder (${target})`,
      call: 'POST /storage/folders/{old}/move',
      as: 'worker',
      body: { parentFolderId: target },
      status: 404,
      code: 'FolderNotFound',
    }),
  ),
  ...(['worker', 'owner'] as const).map(
    (as): Scenario => ({
      name: `into another twin that the ${as} sees`,
      call: 'POST /storage/folders/{old}/move',
      as,
      body: { parentFolderId: '{visitedRoot}' },
      status: 422,
      targets: ['parentFolderId'],
    }),
  ),
  {
    name: 'a folder with a file that another one holds',
    call: 'POST /storage/folders/{plans}/move',
    as: 'worker',
    body: { parentFolderId: '{photos}' },
    status: 409,
    code: 'FileLocked',
  },
  {
    name: 'a folder with a file that the caller holds',
    call: 'POST /storage/folders/{plans}/move',
    as: 'owner',
    body: { parentFolderId: '{photos}' },
    status: 200,
  },
  {
    name: 'a body of another type',
    call: 'POST /storage/folders/{old}/move',
    as: 'worker',
    body: 'x',
    headers: text,
    status: 415,
  },
];

const deleting: readonly Scenario[] = [
  {
    name: 'a folder goes to the recycle bin with everything in it',
    call: 'DELETE /storage/folders/{old}',
    as: 'worker',
    status: 204,
    async proves({ headers, body }, { p, old, draft, worker, twinId }) {
      assert.equal(headers.get('content-type'), null);
      assert.equal(body, '');
      for (const path of [`folders/${old}`, `files/${draft}`, `folders/${old}/list`]) {
        assert.equal((await p.call(worker, `GET /storage/${path}`)).status, 404);
      }
      const [entry] = (await p.call(worker, `GET /storage/recyclebin?twinId=${twinId}`)).body.items;
      assert.deepEqual([entry.id, entry.path], [old, 'Plans/Old']);
      assert.equal((await p.call(worker, `DELETE /storage/folders/${old}`)).status, 404);
    },
  },
  {
    name: 'a folder with a file that another one holds',
    call: 'DELETE /storage/folders/{plans}',
    as: 'worker',
    status: 409,
    code: 'FileLocked',
  },
  {
    name: 'a folder with a file that the caller holds: the lock ends',
    call: 'DELETE /storage/folders/{plans}',
    as: 'owner',
    status: 204,
    async proves(_, { p, plans, locked, worker }) {
      await p.call(worker, `POST /storage/recyclebin/folders/${plans}/restore`);
      const { file } = (await p.call(worker, `GET /storage/files/${locked}`)).body;
      assert.equal(file.isFileLocked, false);
    },
  },
  { name: 'the root folder', call: 'DELETE /storage/folders/{root}', as: 'owner', status: 422, targets: ['folderId'] },
  {
    name: 'a folder that changed since it was read',
    call: 'DELETE /storage/folders/{old}',
    as: 'worker',
    headers: { 'If-Match': '"9"' },
    status: 412,
  },
];

const locking: readonly Scenario[] = [
  {
    name: 'a file is locked',
    call: 'POST /storage/folders/{plans}/lock',
    as: 'worker',
    body: { fileIds: ['{pier}', '{pier}'] },
    status: 200,
    async proves({ body }, { p, plans, pier, worker }) {
      assert.deepEqual(
        body.files.map((file: { id: string }) => file.id),
        [pier],
      );
      assert.equal(body.files[0].isFileLocked, true);
      assert.equal(body._links.self.href, `${p.baseUrl}/storage/folders/${plans}/files?$skip=0&$top=1000`);
      const again = await p.call(worker, `POST /storage/folders/${plans}/lock`, { body: { fileIds: [pier] } });
      assert.deepEqual(again.body, body, 'once more changes nothing');
    },
  },
  {
    name: 'all files are locked by a request without a body',
    call: 'POST /storage/folders/{old}/lock',
    as: 'worker',
    headers: { 'Content-Type': 'application/json' },
    status: 200,
    proves: ({ body }, { draft }) => assert.deepEqual([body.files.length, body.files[0].id], [1, draft]),
  },
  {
    name: 'no file of an empty folder',
    call: 'POST /storage/folders/{photos}/lock',
    as: 'worker',
    body: { fileIds: null },
    status: 200,
    proves: ({ body }) => assert.deepEqual(body.files, []),
  },
  {
    name: 'anyone who may write unlocks',
    call: 'POST /storage/folders/{plans}/unlock',
    as: 'worker',
    body: {},
    status: 200,
    proves: ({ body }) =>
      assert.deepEqual(
        body.files.map((file: { isFileLocked: boolean }) => file.isFileLocked),
        [false, false],
      ),
  },
  {
    name: 'a file that another one holds, and nothing changes',
    call: 'POST /storage/folders/{plans}/lock',
    as: 'worker',
    body: {},
    status: 409,
    code: 'FileLocked',
    async proves(_, { p, pier, worker }) {
      assert.equal((await p.call(worker, `GET /storage/files/${pier}`)).body.file.isFileLocked, false);
    },
  },
  ...(['lock', 'unlock'] as const).flatMap((verb): Scenario[] => [
    ...['{draft}', '{old}', '{begun}', '{goneFile}', 'nonsense'].map(
      (id): Scenario => ({
        name: `${verb}: what is no file directly in the folder (${id})`,
        call: `POST /storage/folders/{plans}/${verb}`,
        as: 'owner',
        body: { fileIds: ['{pier}', id] },
        status: 404,
        code: 'FileNotFound',
      }),
    ),
    {
      name: `${verb}: nothing named`,
      call: `POST /storage/folders/{plans}/${verb}`,
      as: 'worker',
      body: { fileIds: [] },
      status: 422,
      targets: ['fileIds'],
    },
    {
      name: `${verb}: too many named`,
      call: `POST /storage/folders/{plans}/${verb}`,
      as: 'worker',
      body: { fileIds: Array.from({ length: 1001 }, (_, index) => `id-${index}`) },
      status: 422,
      targets: ['fileIds'],
    },
    {
      name: `${verb}: a body of another type`,
      call: `POST /storage/folders/{plans}/${verb}`,
      as: 'worker',
      body: 'x',
      headers: text,
      status: 415,
    },
  ]),
];

export const folderChangeScenarios: readonly Scenario[] = [
  ...moving,
  {
    name: 'a name that is taken in the target',
    call: 'POST /storage/folders/{photos}/move',
    as: 'worker',
    body: { parentFolderId: '{plans}' },
    status: 200,
    async proves(_, { p, photos, plans, root, worker }) {
      const other = await p.call(worker, `POST /storage/folders/${root}/folders`, { body: { displayName: 'PHOTOS' } });
      const move = `POST /storage/folders/${other.body.folder.id}/move`;
      const answer = await p.call(worker, move, { body: { parentFolderId: plans } });
      assert.equal(answer.status, 409);
      assert.equal(answer.body.error.code, 'FolderAlreadyExists');
      const back = await p.call(worker, `POST /storage/folders/${photos}/move`, { body: { parentFolderId: root } });
      assert.equal(back.status, 409);
    },
  },
  ...deleting,
  ...locking,
];
