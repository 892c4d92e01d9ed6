import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachPlatform, type Platform } from '../../../test/support/platform.ts';
import { silentLog } from '../../std/log.ts';
import { storageArea } from './area.ts';
import { q } from './tables.ts';
import { contentOf, fixtureOf, newFile, peopleOf } from './testing/fixture.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** The area's maintenance as it runs some time later. */
async function maintain(p: Platform, later: number): Promise<void> {
  const { db, ports } = p.app;
  const kit = { db, ports, baseUrl: p.baseUrl, log: silentLog, now: () => Date.now() + later };
  for (const task of storageArea(kit).maintenance ?? []) await task.run(new AbortController().signal);
}

eachPlatform('maintenance of the storage', (platform) => {
  const newFixture = async () => fixtureOf(await peopleOf(await platform()));
  const rowsOf = async (p: Platform, twinId: string) =>
    p.app.db.all(q.selectFrom('storage_items').selectAll().where('twin_id', '=', twinId));

  it('ends uploads a day after they began; what was completed stays', async () => {
    const { p, worker, twinId, pier, begun } = await newFixture();
    await p.call(worker, `POST /storage/files/${pier}/updatecontent`);
    await maintain(p, 23 * hour);
    assert.equal((await p.call(worker, `POST /storage/files/${begun}/complete`)).status, 422);
    await maintain(p, 25 * hour);
    assert.equal((await p.call(worker, `POST /storage/files/${begun}/complete`)).status, 404);
    const rows = await rowsOf(p, twinId);
    assert.ok(rows.every((row) => row.state !== 'pending' && row.upload_id === null));
    assert.equal((await p.call(worker, `POST /storage/files/${pier}/complete`)).status, 200, 'nothing waits');
    assert.equal(await contentOf(p, worker, pier), 'pier.bim');
  });

  it('does not wait for the maintenance with an upload that has expired', async () => {
    const { p, worker, uploaded } = await newFixture();
    const past = q
      .updateTable('storage_items')
      .set({ upload_due: Date.now() - 1 })
      .where('id', '=', uploaded);
    await p.app.db.write((tx) => tx.run(past));
    for (const call of [`POST /storage/files/${uploaded}/complete`, `DELETE /storage/files/${uploaded}`]) {
      assert.equal((await p.call(worker, call)).status, 404);
    }
  });

  it('empties recycle bins after 30 days', async () => {
    const { p, worker, twinId, goneFile, goneFolder } = await newFixture();
    const bin = `GET /storage/recyclebin?twinId=${twinId}`;
    await maintain(p, 29 * day);
    assert.equal((await p.call(worker, bin)).body.items.length, 2);
    const download = await fileAddress();
    await maintain(p, 31 * day);
    assert.deepEqual((await p.call(worker, bin)).body.items, []);
    const left = (await rowsOf(p, twinId)).filter((row) => [goneFile, goneFolder].includes(row.id));
    assert.deepEqual(left, []);
    assert.equal((await fetch(download)).status, 404, 'its bytes cannot be reached');

    async function fileAddress() {
      const [row] = (await rowsOf(p, twinId)).filter((one) => one.id === goneFile);
      const address = { area: 'storage', container: 'uploads', id: row?.blob_id ?? '' };
      const url = p.app.ports.blobs.downloadUrl(address, {
        fileName: 'x',
        contentType: 'text/plain',
        owner: undefined,
      });
      assert.equal((await fetch(url)).status, 200);
      return url;
    }
  });

  it('removes all that lay in a folder, but entries of the recycle bin that were deleted before', async () => {
    const { p, worker, twinId, old, draft } = await newFixture();
    const files = await Promise.all(['a', 'b', 'c'].map((name) => newFile(p, worker, old, name)));
    await p.call(worker, `DELETE /storage/files/${draft}`);
    await p.call(worker, `DELETE /storage/folders/${old}`);
    await p.call(worker, `DELETE /storage/recyclebin/folders/${old}`);
    await maintain(p, 0);
    const ids = new Set((await rowsOf(p, twinId)).map((row) => row.id));
    assert.ok(ids.has(draft));
    for (const id of [old, ...files]) assert.ok(!ids.has(id));
  });

  it('removes everything of a twin that is purged', async () => {
    const { p, twinId } = await newFixture();
    await maintain(p, 25 * hour);
    const { db, ports } = p.app;
    const area = storageArea({ db, ports, baseUrl: p.baseUrl, log: silentLog, now: Date.now });
    await db.write(async (tx) => area.listeners?.twins?.purged(tx, twinId));
    await maintain(p, 0);
    assert.deepEqual(await rowsOf(p, twinId), []);
  });
});
