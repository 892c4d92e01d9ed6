import assert from 'node:assert/strict';
import { blobClient, contentOf, newFile } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const text = { 'Content-Type': 'text/xml' };

const newContent: readonly Scenario[] = [
  {
    name: 'new content: the old one is served until it is completed',
    call: 'POST /storage/files/{pier}/updatecontent',
    as: 'worker',
    headers: { 'Content-Type': 'application/json' },
    status: 202,
    async proves({ body }, { p, pier, worker }) {
      await blobClient(body._links.uploadUrl.href).uploadData(Buffer.from('the new pier'));
      assert.equal(await contentOf(p, worker, pier), 'pier.bim');
      const { file } = (await p.call(worker, `POST ${body._links.completeUrl.href}`)).body;
      assert.deepEqual([file.id, file.size], [pier, 12]);
      assert.equal(await contentOf(p, worker, pier), 'the new pier');
    },
  },
  {
    name: 'a second call voids the upload of the first',
    call: 'POST /storage/files/{pier}/updateContent',
    as: 'worker',
    status: 202,
    async proves({ body }, { p, pier, worker }) {
      const first = blobClient(body._links.uploadUrl.href);
      await first.uploadData(Buffer.from('first'));
      await p.call(worker, `POST /storage/files/${pier}/updatecontent`);
      await assert.rejects(first.uploadData(Buffer.from('late')), { code: 'BlobNotFound' });
      const answer = await p.call(worker, `POST /storage/files/${pier}/complete`);
      assert.equal(answer.status, 422, 'nothing was uploaded to the second');
      assert.equal(await contentOf(p, worker, pier), 'pier.bim');
    },
  },
  {
    name: 'new content of a file that changed since it was read',
    call: 'POST /storage/files/{pier}/updatecontent',
    as: 'worker',
    headers: { 'If-Match': '"9"' },
    status: 412,
    code: 'PreconditionFailed',
  },
  {
    name: 'new content of a file that another one holds',
    call: 'POST /storage/files/{locked}/updatecontent',
    as: 'worker',
    status: 409,
    code: 'FileLocked',
  },
  {
    name: 'completing new content of a file that another one locked meanwhile',
    call: 'POST /storage/files/{pier}/updatecontent',
    as: 'worker',
    status: 202,
    async proves({ body }, { p, plans, pier, owner, worker }) {
      await blobClient(body._links.uploadUrl.href).uploadData(Buffer.from('new'));
      await p.call(owner, `POST /storage/folders/${plans}/lock`, { body: { fileIds: [pier] } });
      const answer = await p.call(worker, `POST /storage/files/${pier}/complete`);
      assert.deepEqual([answer.status, answer.body.error.code], [409, 'FileLocked']);
      assert.equal(answer.body.error.message, 'The file is locked by another user.');
      assert.equal(await contentOf(p, worker, pier), 'pier.bim');
      const { file } = (await p.call(owner, `POST /storage/files/${pier}/complete`)).body;
      assert.deepEqual([file.size, file.isFileLocked], [3, true]);
    },
  },
];

const updating: readonly Scenario[] = [
  {
    name: 'a new name without an extension, and a description',
    call: 'PATCH /storage/files/{pier}',
    as: 'owner',
    body: { displayName: 'Pier', description: 'Number 7' },
    status: 200,
    proves: ({ body }, { p, owner, twinId, worker }) => {
      const { file } = body;
      assert.deepEqual([file.displayName, file.description, file.path], ['Pier', 'Number 7', 'Plans/Pier']);
      const members = `${p.baseUrl}/accesscontrol/twins/${twinId}/members`;
      assert.equal(file._links.lastModifiedBy.href, `${members}/${owner.userId}`);
      assert.equal(file._links.createdBy.href, `${members}/${worker.userId}`);
    },
  },
  {
    name: 'the holder of the lock changes the file; null clears the description',
    call: 'PATCH /storage/files/{locked}',
    as: 'owner',
    body: { description: null },
    headers: { 'Content-Type': 'application/json-patch+json' },
    status: 200,
  },
  {
    name: 'a name that is taken',
    call: 'PATCH /storage/files/{pier}',
    as: 'worker',
    body: { displayName: 'LOCKED.bim' },
    status: 409,
    code: 'FileAlreadyExists',
  },
  {
    name: 'a file that another one holds',
    call: 'PATCH /storage/files/{locked}',
    as: 'worker',
    body: { displayName: 'x' },
    status: 409,
    code: 'FileLocked',
  },
  {
    name: 'a harmful name',
    call: 'PATCH /storage/files/{pier}',
    as: 'worker',
    body: { displayName: 'pier.bat' },
    status: 422,
    targets: ['displayName'],
  },
  {
    name: 'everything wrong at once',
    call: 'PATCH /storage/files/{pier}',
    as: 'worker',
    body: { displayName: null, description: 7 },
    status: 422,
    code: 'InvalidStorageRequest',
    targets: ['displayName', 'description'],
  },
  {
    name: 'a file that changed since it was read',
    call: 'PATCH /storage/files/{pier}',
    as: 'worker',
    body: {},
    headers: { 'If-Match': '"9"' },
    status: 412,
  },
  {
    name: 'a body of another type',
    call: 'PATCH /storage/files/{pier}',
    as: 'worker',
    body: 'x',
    headers: text,
    status: 415,
  },
  {
    name: 'a file that did not change since it was read',
    call: 'GET /storage/files/{readme}',
    as: 'worker',
    status: 200,
    async proves({ headers }, { p, readme, worker }) {
      const etag = headers.get('etag') ?? '';
      const same = await p.call(worker, `GET /storage/files/${readme}`, { headers: { 'If-None-Match': etag } });
      assert.equal(same.status, 304);
      const options = { body: {}, headers: { 'If-Match': etag } };
      assert.equal((await p.call(worker, `PATCH /storage/files/${readme}`, options)).status, 200);
    },
  },
];

const moving: readonly Scenario[] = ['POST /storage/files', 'POST /storage/storage/files'].flatMap(
  (base): Scenario[] => [
    {
      name: 'a file moves',
      call: `${base}/{pier}/move`,
      as: 'worker',
      body: { parentFolderId: '{photos}' },
      status: 200,
      proves: ({ body, headers }, { pier, photos }) => {
        assert.deepEqual([body.file.id, body.file.parentFolderId, body.file.path], [pier, photos, 'Photos/pier.bim']);
        assert.equal(headers.has('deprecation'), base.includes('storage/storage'));
      },
    },
    { name: 'nowhere', call: `${base}/{pier}/move`, as: 'worker', body: {}, status: 422, targets: ['parentFolderId'] },
    {
      name: 'into an unknown folder',
      call: `${base}/{pier}/move`,
      as: 'worker',
      body: { parentFolderId: '{goneFolder}' },
      status: 404,
      code: 'FolderNotFound',
    },
    {
      name: 'into another twin',
      call: `${base}/{pier}/move`,
      as: 'worker',
      body: { parentFolderId: '{visitedRoot}' },
      status: 422,
      targets: ['parentFolderId'],
    },
    {
      name: 'a file that another one holds',
      call: `${base}/{locked}/move`,
      as: 'worker',
      body: { parentFolderId: '{photos}' },
      status: 409,
      code: 'FileLocked',
    },
    {
      name: 'a name that is taken in the target',
      call: `${base}/{pier}/move`,
      as: 'worker',
      body: { parentFolderId: '{root}' },
      status: 200,
      async proves(_, { p, plans, root, worker }) {
        const other = await newFile(p, worker, plans, 'PIER.BIM');
        const answer = await p.call(worker, `${base}/${other}/move`, { body: { parentFolderId: root } });
        assert.deepEqual([answer.status, answer.body.error.code], [409, 'FileAlreadyExists']);
      },
    },
    {
      name: 'a body of another type',
      call: `${base}/{pier}/move`,
      as: 'worker',
      body: 'x',
      headers: text,
      status: 415,
    },
  ],
);

const deleting: readonly Scenario[] = [
  {
    name: 'a file goes to the recycle bin',
    call: 'DELETE /storage/files/{pier}',
    as: 'worker',
    status: 204,
    async proves({ headers }, { p, pier, worker, twinId }) {
      assert.equal(headers.get('content-type'), null);
      assert.equal((await p.call(worker, `GET /storage/files/${pier}`)).status, 404);
      const [entry] = (await p.call(worker, `GET /storage/recyclebin?twinId=${twinId}`)).body.items;
      assert.deepEqual([entry.id, entry.path, entry.type], [pier, 'Plans/pier.bim', 'file']);
    },
  },
  {
    name: 'a file that was never completed is gone at once',
    call: 'DELETE /storage/files/{uploaded}',
    as: 'worker',
    status: 204,
    async proves(_, { p, uploaded, worker, twinId }) {
      assert.equal((await p.call(worker, `POST /storage/files/${uploaded}/complete`)).status, 404);
      const { items } = (await p.call(worker, `GET /storage/recyclebin?twinId=${twinId}`)).body;
      assert.ok(!items.some((item: { id: string }) => item.id === uploaded));
    },
  },
  {
    name: 'the holder of the lock deletes the file: the lock ends',
    call: 'DELETE /storage/files/{locked}',
    as: 'owner',
    status: 204,
    async proves(_, { p, locked, worker }) {
      await p.call(worker, `POST /storage/recyclebin/files/${locked}/restore`);
      assert.equal((await p.call(worker, `GET /storage/files/${locked}`)).body.file.isFileLocked, false);
    },
  },
  {
    name: 'a file that another one holds',
    call: 'DELETE /storage/files/{locked}',
    as: 'worker',
    status: 409,
    code: 'FileLocked',
  },
  {
    name: 'a file that changed since it was read',
    call: 'DELETE /storage/files/{pier}',
    as: 'worker',
    headers: { 'If-Match': '"9"' },
    status: 412,
  },
];

export const fileChangeScenarios: readonly Scenario[] = [...newContent, ...updating, ...moving, ...deleting];
