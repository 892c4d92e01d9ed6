import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachPlatform } from '../../../../test/support/platform.ts';
import { insertItem, newItem } from '../item/store.ts';
import { deepest } from '../rules.ts';
import { folderKind } from '../tables.ts';
import { fixtureOf, newFolder, peopleOf } from '../testing/fixture.ts';

eachPlatform('storage trees', (platform) => {
  const newFixture = async () => fixtureOf(await peopleOf(await platform()));

  it(`nests folders ${deepest} levels deep and no deeper, however they get there`, async () => {
    const { p, root, worker, photos, twinId } = await newFixture();
    const now = Date.now();
    /** Folders below each other, made at once. */
    const chain = (parentId: string, names: readonly string[]) =>
      p.app.db.write(async (tx) => {
        let parent = parentId;
        const ids: string[] = [];
        for (const name of names) {
          const row = newItem({ twinId, parentId: parent, kind: folderKind, name }, worker.userId, now);
          await insertItem(tx, row);
          parent = row.id;
          ids.push(row.id);
        }
        return ids;
      });
    const levels = Array.from({ length: deepest }, (_, level) => `L${level + 1}`);
    const ids = await chain(root, levels);
    const last = ids.at(-1) ?? '';
    const { folder } = (await p.call(worker, `GET /storage/folders/${last}`)).body;
    assert.equal(folder.path, levels.join('/'));

    const below = await p.call(worker, `POST /storage/folders/${last}/folders`, { body: { displayName: 'Below' } });
    assert.equal(below.status, 422);
    assert.equal(below.body.error.details[0].code, 'InvalidValue');

    const [short = ''] = await chain(photos, ['A', 'B']);
    const move = (level: number) => {
      const parentFolderId = ids[level - 1];
      return p.call(worker, `POST /storage/folders/${short}/move`, { body: { parentFolderId } });
    };
    const refused = await move(deepest - 1);
    assert.equal(refused.status, 422);
    assert.equal(refused.body.error.details[0].target, 'parentFolderId');
    assert.equal((await move(deepest - 2)).status, 200);
  });

  it('shows a change of the twin name at the root folder, and of a folder above in the tag of an item', async () => {
    const { p, owner, worker, root, plans, draft, twinId } = await newFixture();
    const tag = async (path: string) => (await p.call(worker, `GET /storage/${path}`)).headers.get('etag');
    const [rootTag, draftTag] = [await tag(`folders/${root}`), await tag(`files/${draft}`)];
    await p.call(owner, `PATCH /twins/${twinId}`, { body: { displayName: 'Tunnel' } });
    await p.call(worker, `PATCH /storage/folders/${plans}`, { body: { displayName: 'Drawings' } });
    assert.equal((await p.call(worker, `GET /storage/folders/${root}`)).body.folder.displayName, 'Tunnel');
    assert.notEqual(await tag(`folders/${root}`), rootTag);
    assert.notEqual(await tag(`files/${draft}`), draftTag);
  });

  it('pages through a folder without losing or repeating an item', async () => {
    const { p, worker, photos } = await newFixture();
    for (const name of ['b', 'A', 'c', 'É', 'e', '10', '9']) await newFolder(p, worker, photos, name);
    const seen: string[] = [];
    let next: string | undefined = `/storage/folders/${photos}/list?$top=3`;
    while (next) {
      const { body } = await p.call(worker, `GET ${next}`);
      seen.push(...body.items.map((item: { displayName: string }) => item.displayName));
      next = body._links.next?.href;
    }
    assert.deepEqual(seen, ['10', '9', 'A', 'b', 'c', 'e', 'É']);
  });

  it('is gone at once with its twin', async () => {
    const { p, owner, worker, plans, pier, twinId } = await newFixture();
    assert.equal((await p.call(owner, `DELETE /twins/${twinId}`)).status, 204);
    for (const [path, code] of [
      [`folders/${plans}`, 'FolderNotFound'],
      [`files/${pier}`, 'FileNotFound'],
      [`?twinId=${twinId}`, 'twinNotFound'],
    ]) {
      const answer = await p.call(worker, `GET /storage/${path}`);
      assert.deepEqual([answer.status, answer.body.error.code], [404, code]);
    }
  });
});
