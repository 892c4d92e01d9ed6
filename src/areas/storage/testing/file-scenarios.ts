import assert from 'node:assert/strict';
import { beginFile, blobClient, contentOf, newFolder } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const create = 'POST /storage/folders/{plans}/files';

const reading: readonly Scenario[] = [
  {
    name: 'a file',
    call: 'GET /storage/files/{pier}',
    as: 'reader',
    status: 200,
    proves: ({ body, headers }, { p, pier, plans, twinId, worker }) => {
      const { createdDateTime, lastModifiedDateTime, ...rest } = body.file;
      const member = { href: `${p.baseUrl}/accesscontrol/twins/${twinId}/members/${worker.userId}` };
      assert.deepEqual(rest, {
        type: 'file',
        id: pier,
        displayName: 'pier.bim',
        description: null,
        path: 'Plans/pier.bim',
        size: 8,
        isFileLocked: false,
        lastModifiedByDisplayName: 'Ada Larsen',
        parentFolderId: plans,
        _links: {
          createdBy: member,
          lastModifiedBy: member,
          parentFolder: { href: `${p.baseUrl}/storage/folders/${plans}` },
        },
      });
      assert.ok(createdDateTime <= lastModifiedDateTime);
      assert.match(headers.get('etag') ?? '', /^W\/"/);
    },
  },
  {
    name: 'a download is a redirect to a signed address that serves ranges',
    call: 'GET /storage/files/{pier}/download',
    as: 'reader',
    headers: { Accept: 'application/vnd.vendor.twin-platform.v1+octet-stream' },
    status: 302,
    async proves({ body, headers }) {
      assert.equal(body, '');
      assert.equal(headers.get('cache-control'), 'no-store');
      const url = headers.get('location') ?? '';
      const answer = await fetch(url, { headers: { authorization: 'Bearer of the API', range: 'bytes=1-3' } });
      assert.equal(answer.status, 206);
      assert.equal(await answer.text(), 'ier');
      assert.equal(answer.headers.get('content-type'), 'application/octet-stream');
      assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="pier.bim"');
      assert.equal((await fetch(url, { method: 'PUT', body: 'x' })).status, 403);
      const minutes = (Date.parse(new URL(url).searchParams.get('se') ?? '') - Date.now()) / 60_000;
      assert.ok(minutes > 58 && minutes <= 60);
    },
  },
  {
    name: 'a download of a type that the name tells',
    call: 'GET /storage/files/{readme}/download',
    as: 'reader',
    status: 302,
    async proves({ headers }) {
      const answer = await fetch(headers.get('location') ?? '');
      assert.equal(answer.headers.get('content-type'), 'text/plain');
      assert.equal(await answer.text(), 'readme.txt');
    },
  },
];

const creating: readonly Scenario[] = [
  {
    name: 'a new file: two addresses, and nobody sees it yet',
    call: create,
    as: 'worker',
    body: { displayName: 'deck.bim', description: 'As built' },
    status: 202,
    async proves({ body }, { p, plans, worker }) {
      const { completeUrl, uploadUrl } = body._links;
      const [, id = ''] = /^(?:.*)\/storage\/files\/([A-Za-z0-9_-]{43})\/complete$/.exec(completeUrl.href) ?? [];
      assert.equal(completeUrl.href, `${p.baseUrl}/storage/files/${id}/complete`);
      assert.ok(uploadUrl.href.startsWith(`${p.baseUrl}/blobs/storage/uploads/`));
      assert.equal((await p.call(worker, `GET /storage/files/${id}`)).status, 404);
      await blobClient(uploadUrl.href).uploadData(Buffer.from('deck'), { blockSize: 1, maxSingleShotSize: 1 });
      const { file } = (await p.call(worker, `POST ${completeUrl.href}`)).body;
      assert.deepEqual([file.id, file.displayName, file.description], [id, 'deck.bim', 'As built']);
      assert.deepEqual([file.size, file.path, file.parentFolderId], [4, 'Plans/deck.bim', plans]);
      assert.equal(await contentOf(p, worker, id), 'deck');
      await assert.rejects(blobClient(uploadUrl.href).uploadData(Buffer.from('evil')), { code: 'BlobNotFound' });
    },
  },
  {
    name: 'names of files that are not completed are free',
    call: create,
    as: 'worker',
    body: { displayName: 'uploaded.bim' },
    status: 202,
  },
  {
    name: 'a file that is called like a folder, without an extension',
    call: create,
    as: 'worker',
    body: { displayName: 'Old' },
    status: 202,
  },
  {
    name: 'a name that is taken, in other case',
    call: create,
    as: 'worker',
    body: { displayName: 'PIER.bim' },
    status: 409,
    code: 'FileAlreadyExists',
    targets: ['displayName'],
  },
  ...['setup.exe', 'SETUP.EXE', 'archive.tar.cmd', 'a/b.bim', `${'x'.repeat(252)}.bim`].map(
    (displayName): Scenario => ({
      name: `the name ${displayName.slice(-20)}`,
      call: create,
      as: 'worker',
      body: { displayName },
      status: 422,
      code: 'InvalidStorageRequest',
      targets: ['displayName'],
      proves: ({ body }) => {
        assert.equal(body.error.message, 'The request to create the file was invalid.');
        assert.equal(body.error.details[0].code, 'InvalidCreateFileRequest');
      },
    }),
  ),
  {
    name: 'an extension in the middle',
    call: create,
    as: 'worker',
    body: { displayName: 'setup.exe.txt' },
    status: 202,
  },
  { name: 'no name', call: create, as: 'worker', body: {}, status: 422, targets: ['displayName'] },
  {
    name: 'a body of another type',
    call: create,
    as: 'worker',
    body: 'x',
    headers: { 'Content-Type': 'text/xml' },
    status: 415,
  },
];

const completing: readonly Scenario[] = [
  {
    name: 'an upload is completed; once more answers the same',
    call: 'POST /storage/files/{uploaded}/complete',
    as: 'worker',
    headers: { 'Content-Type': 'application/json' },
    status: 200,
    async proves({ body }, { p, uploaded, worker }) {
      assert.deepEqual([body.file.id, body.file.size], [uploaded, 8]);
      assert.deepEqual((await p.call(worker, `POST /storage/files/${uploaded}/complete`)).body, body);
    },
  },
  {
    name: 'a body is ignored',
    call: 'POST /storage/files/{pier}/complete',
    as: 'worker',
    body: { size: 7 },
    status: 200,
    proves: ({ body }) => assert.equal(body.file.size, 8),
  },
  {
    name: 'nothing uploaded',
    call: 'POST /storage/files/{begun}/complete',
    as: 'worker',
    status: 422,
    code: 'InvalidStorageRequest',
    targets: ['fileId'],
  },
  {
    name: 'blocks that were not committed do not count, and it may be tried again',
    call: create,
    as: 'worker',
    body: { displayName: 'deck.bim' },
    status: 202,
    async proves({ body }, { p, worker }) {
      const { completeUrl, uploadUrl } = body._links;
      const id = Buffer.from('a').toString('base64');
      await blobClient(uploadUrl.href).stageBlock(id, 'deck', 4);
      assert.equal((await p.call(worker, `POST ${completeUrl.href}`)).status, 422);
      await blobClient(uploadUrl.href).commitBlockList([id]);
      assert.equal((await p.call(worker, `POST ${completeUrl.href}`)).body.file.size, 4);
    },
  },
  {
    name: 'no bytes at all are content too',
    call: create,
    as: 'worker',
    body: { displayName: 'empty.txt' },
    status: 202,
    async proves({ body }, { p, worker }) {
      await blobClient(body._links.uploadUrl.href).uploadData(Buffer.alloc(0));
      const answer = await p.call(worker, `POST ${body._links.completeUrl.href}`);
      assert.equal(answer.body.file.size, 0);
      assert.equal(await contentOf(p, worker, answer.body.file.id), '');
    },
  },
  {
    name: 'the name was taken meanwhile',
    call: create,
    as: 'worker',
    body: { displayName: 'Uploaded.bim' },
    status: 202,
    async proves({ body }, { p, uploaded, worker }) {
      await blobClient(body._links.uploadUrl.href).uploadData(Buffer.from('first'));
      await p.call(worker, `POST ${body._links.completeUrl.href}`);
      const answer = await p.call(worker, `POST /storage/files/${uploaded}/complete`);
      assert.equal(answer.status, 409);
      assert.equal(answer.body.error.code, 'FileAlreadyExists');
      assert.equal(answer.body.error.details[0].target, 'displayName');
    },
  },
  {
    name: 'the folder was recycled meanwhile, and restored',
    call: 'DELETE /storage/folders/{plans}',
    as: 'owner',
    status: 204,
    async proves(_, { p, plans, uploaded, pier, worker }) {
      for (const id of [uploaded, pier]) {
        const answer = await p.call(worker, `POST /storage/files/${id}/complete`);
        assert.deepEqual([answer.status, answer.body.error.code], [404, 'FolderNotFound']);
      }
      await p.call(worker, `POST /storage/recyclebin/folders/${plans}/restore`);
      assert.equal((await p.call(worker, `POST /storage/files/${uploaded}/complete`)).status, 200);
    },
  },
  {
    name: 'the folder is gone for good meanwhile',
    call: 'POST /storage/folders/{root}/folders',
    as: 'worker',
    body: { displayName: 'Short' },
    status: 201,
    async proves({ body }, { p, worker }) {
      const short = body.folder.id;
      const begun = await beginFile(p, worker, await newFolder(p, worker, short, 'Inner'), 'a.txt');
      await p.call(worker, `DELETE /storage/folders/${short}`);
      await p.call(worker, `DELETE /storage/recyclebin/folders/${short}`);
      const answer = await p.call(worker, `POST /storage/files/${begun.id}/complete`);
      assert.deepEqual([answer.status, answer.body.error.code], [404, 'FolderNotFound']);
    },
  },
];

export const fileScenarios: readonly Scenario[] = [...reading, ...creating, ...completing];
