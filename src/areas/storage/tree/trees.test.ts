import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { it } from 'node:test';
import { eachPlatform } from '../../../../test/support/platform.ts';
import { contentOf, fixtureOf, newFolder, peopleOf } from '../testing/fixture.ts';

eachPlatform('trees for other areas', (platform) => {
  const newFixture = async () => {
    const fixture = await fixtureOf(await peopleOf(await platform()));
    const { trees } = fixture.p.app.ports.files;
    return { ...fixture, trees, db: fixture.p.app.db };
  };

  it('are walked and resolved while they are in use', async () => {
    const { trees, db, plans, root, pier, begun, goneFolder, inside, photos } = await newFixture();
    const paths = async (id: string) => (await trees.walk(db, id)).map(({ path }) => path).toSorted();
    assert.deepEqual(await paths(plans), ['Old/draft.bim', 'locked.bim', 'pier.bim']);
    assert.deepEqual(await paths(pier), ['pier.bim']);
    assert.ok((await paths(root)).includes('Plans/Old/draft.bim'));
    for (const id of [goneFolder, inside, photos, begun, 'nonsense']) assert.deepEqual(await paths(id), []);
    const draft = await trees.resolve(db, plans, 'OLD/Draft.bim');
    assert.deepEqual([draft?.path, draft?.size], ['Old/draft.bim', 9]);
    assert.equal((await trees.resolve(db, pier, 'PIER.bim'))?.id, pier);
    for (const path of ['Old', 'none', 'Old/', '/pier.bim', '../readme.txt', '']) {
      assert.equal(await trees.resolve(db, plans, path), undefined, path);
    }
    const used = await trees.inUse(db, [plans, pier, root, goneFolder, inside, begun, 'nonsense']);
    assert.deepEqual([...used].toSorted(), [plans, pier, root].toSorted());
  });

  it('get many files in one write, with the folders that they need', async () => {
    const { p, trees, db, plans, pier, worker } = await newFixture();
    const { blobs } = p.app.ports;
    const place = { area: 'storage', container: 'uploads' };
    const save = async (text: string) =>
      (await blobs.save(place, Readable.from([Buffer.from(text)]), { contentType: 'text/plain' })).id;
    const names = Array.from({ length: 40 }, (_, at) => `tiles/${at % 4}/${at}.txt`);
    const files = await Promise.all([...names, 'PIER.bim'].map(async (path) => ({ path, blobId: await save(path) })));
    p.takeEvents();
    const put = await db.write((tx) => trees.put(tx, plans, files, worker.userId));
    assert.deepEqual(
      put.map(({ path }) => path),
      [...names, 'pier.bim'],
    );
    const walked = (await trees.walk(db, plans)).map(({ path }) => path);
    assert.equal(walked.length, 43);
    assert.equal(await contentOf(p, worker, pier), 'PIER.bim');
    const events = Map.groupBy(p.takeEvents(), ({ type }) => type);
    assert.equal(events.get('storage.fileCreated.v1')?.length, 40);
    assert.equal(events.get('storage.fileUpdated.v1')?.length, 1);
    const unsaved = db.write((tx) => trees.put(tx, plans, [{ path: 'x', blobId: 'none' }], 'x'));
    await assert.rejects(unsaved, /was removed before/);
    assert.equal((await trees.walk(db, plans)).length, 43, 'half a write is none');
  });

  it('get folders whose names are free and allowed', async () => {
    const { p, trees, db, root, twinId, worker } = await newFixture();
    const home = await db.write((tx) => trees.ensureFolder(tx, twinId, 'plans', worker.userId));
    assert.equal(home.name, 'Plans', 'the one that is there');
    const names = ['Site', 'site', 'a/b:c', '...', '  ', 'x'.repeat(300), 'tail.', '\u{1f600}'.repeat(200)];
    const made: string[] = [];
    for (const name of names) made.push((await db.write((tx) => trees.newFolder(tx, home, name, worker.userId))).name);
    assert.deepEqual(made.slice(0, 5), ['Site', 'site (2)', 'a_b_c', '_', '_ (2)']);
    assert.deepEqual([made[5]?.length, made[6], made[7]?.isWellFormed()], [245, 'tail_', true]);
    assert.ok((await trees.find(db, await newFolder(p, worker, root, 'Fresh')))?.kind === 'folder');
  });
});
