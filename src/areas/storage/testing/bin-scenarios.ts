import assert from 'node:assert/strict';
import { contentOf, newFile, newFolder } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

export const binScenarios: readonly Scenario[] = [
  {
    name: 'a file comes back with its id and content',
    call: 'POST /storage/recyclebin/files/{goneFile}/restore',
    as: 'worker',
    headers: { 'Content-Type': 'application/json' },
    status: 204,
    async proves({ headers }, { p, root, goneFile, worker }) {
      assert.equal(headers.get('content-type'), null);
      const { file } = (await p.call(worker, `GET /storage/files/${goneFile}`)).body;
      assert.deepEqual([file.parentFolderId, file.path], [root, 'gone.txt']);
      assert.equal(await contentOf(p, worker, goneFile), 'gone.txt');
      assert.equal((await p.call(worker, `POST /storage/recyclebin/files/${goneFile}/restore`)).status, 404);
    },
  },
  {
    name: 'a folder brings its content back',
    call: 'POST /storage/recycleBin/folders/{goneFolder}/restore',
    as: 'worker',
    status: 204,
    async proves(_, { p, inside, worker }) {
      assert.equal((await p.call(worker, `GET /storage/files/${inside}`)).body.file.path, 'Trash/inside.txt');
    },
  },
  {
    name: 'what was deleted before its folder stays an entry of its own',
    call: 'DELETE /storage/files/{draft}',
    as: 'worker',
    status: 204,
    async proves(_, { p, old, root, draft, worker, twinId }) {
      const bin = async () =>
        (await p.call(worker, `GET /storage/recyclebin?twinId=${twinId}`)).body.items.map(
          (item: { id: string }) => item.id,
        );
      await p.call(worker, `DELETE /storage/folders/${old}`);
      assert.deepEqual((await bin()).slice(0, 2), [old, draft]);
      await p.call(worker, `POST /storage/recyclebin/folders/${old}/restore`);
      assert.equal((await p.call(worker, `GET /storage/files/${draft}`)).status, 404);
      await p.call(worker, `DELETE /storage/folders/${old}`);
      await p.call(worker, `DELETE /storage/recyclebin/folders/${old}`);
      assert.equal((await bin())[0], draft, 'also when the folder is purged');
      await p.call(worker, `POST /storage/recyclebin/files/${draft}/restore`);
      const { file } = (await p.call(worker, `GET /storage/files/${draft}`)).body;
      assert.deepEqual([file.parentFolderId, file.path], [root, 'draft.bim']);
    },
  },
  {
    name: 'into the root folder when a folder above the former one is recycled',
    call: 'DELETE /storage/files/{draft}',
    as: 'owner',
    status: 204,
    async proves(_, { p, plans, draft, owner }) {
      await p.call(owner, `DELETE /storage/folders/${plans}`);
      await p.call(owner, `POST /storage/recyclebin/files/${draft}/restore`);
      assert.equal((await p.call(owner, `GET /storage/files/${draft}`)).body.file.path, 'draft.bim');
    },
  },
  {
    name: 'the name of a file is taken there, and nothing changes',
    call: 'DELETE /storage/files/{pier}',
    as: 'worker',
    status: 204,
    async proves(_, { p, plans, pier, worker, twinId }) {
      await newFile(p, worker, plans, 'Pier.bim');
      const answer = await p.call(worker, `POST /storage/recyclebin/files/${pier}/restore`);
      assert.deepEqual([answer.status, answer.body.error.code], [409, 'FileAlreadyExists']);
      const [entry] = (await p.call(worker, `GET /storage/recyclebin?twinId=${twinId}`)).body.items;
      assert.equal(entry.id, pier);
    },
  },
  {
    name: 'the name of a folder is taken there',
    call: 'DELETE /storage/folders/{old}',
    as: 'worker',
    status: 204,
    async proves(_, { p, plans, old, worker }) {
      await newFolder(p, worker, plans, 'OLD');
      const answer = await p.call(worker, `POST /storage/recyclebin/folders/${old}/restore`);
      assert.deepEqual([answer.status, answer.body.error.code], [409, 'FolderAlreadyExists']);
    },
  },
  {
    name: 'a file is gone for good',
    call: 'DELETE /storage/recyclebin/files/{goneFile}',
    as: 'worker',
    status: 204,
    async proves({ headers }, { p, goneFile, worker, twinId }) {
      assert.equal(headers.get('content-type'), null);
      assert.equal((await p.call(worker, `DELETE /storage/recyclebin/files/${goneFile}`)).status, 404);
      assert.equal((await p.call(worker, `POST /storage/recyclebin/files/${goneFile}/restore`)).status, 404);
      const { items } = (await p.call(worker, `GET /storage/recyclebin?twinId=${twinId}`)).body;
      assert.equal(items.length, 1);
    },
  },
  {
    name: 'a folder is gone for good with everything in it',
    call: 'DELETE /storage/recyclebin/folders/{goneFolder}',
    as: 'worker',
    status: 204,
    async proves(_, { p, goneFolder, inside, worker }) {
      assert.equal((await p.call(worker, `POST /storage/recyclebin/folders/${goneFolder}/restore`)).status, 404);
      assert.equal((await p.call(worker, `GET /storage/files/${inside}`)).status, 404);
    },
  },
];
