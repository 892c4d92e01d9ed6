import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { eachPlatform } from '../../../test/support/platform.ts';
import { partsOfItemId } from '../../std/item-id.ts';
import { contentOf, fixtureOf, peopleOf } from './testing/fixture.ts';

const bytes = (content: string) => Readable.from([Buffer.from(content)]);

eachPlatform('files for other areas', (platform) => {
  const newFixture = async () => fixtureOf(await peopleOf(await platform()));

  it('are found and read while they are in use', async () => {
    const { p, pier, plans, twinId, uploaded, goneFile, inside, visitedRoot } = await newFixture();
    const { files } = p.app.ports;
    const facts = { id: pier, twinId, folderId: plans, name: 'pier.bim', size: 8 };
    assert.deepEqual(await files.find(p.app.db, pier), facts);
    const guidOf = (id: string) => partsOfItemId(id)?.guid ?? randomUUID();
    assert.deepEqual(await files.findByGuid(p.app.db, guidOf(pier)), facts);
    const opened = await files.open(pier, { start: 1, end: 3 });
    assert.equal(opened && (await text(opened.stream)), 'ier');
    for (const id of [uploaded, goneFile, inside, plans, 'nonsense']) {
      assert.equal(await files.find(p.app.db, id), undefined);
      assert.equal(await files.findByGuid(p.app.db, guidOf(id)), undefined);
      assert.equal(await files.open(id), undefined);
    }
    assert.equal(await files.twinOfFolder(p.app.db, plans), twinId);
    assert.notEqual(await files.twinOfFolder(p.app.db, visitedRoot), twinId);
    assert.equal(await files.twinOfFolder(p.app.db, pier), undefined);
  });

  it('are saved, with a number where the name is taken', async () => {
    const { p, plans, root, twinId, worker, visitedRoot } = await newFixture();
    const { files } = p.app.ports;
    const save = (name: string, folderId?: string) =>
      files.save({ twinId, name, userId: worker.userId, ...(folderId ? { folderId } : {}) }, bytes(`of ${name}`));
    const first = await save('DL-00042.pdf', plans);
    assert.deepEqual([first?.name, first?.folderId, first?.size], ['DL-00042.pdf', plans, 15]);
    assert.equal((await save('dl-00042.PDF', plans))?.name, 'dl-00042 (1).PDF');
    assert.equal((await save('DL-00042.pdf', plans))?.name, 'DL-00042 (2).pdf');
    assert.equal((await save('readme.txt'))?.name, 'readme (1).txt');
    assert.equal((await save('plain'))?.folderId, root);
    assert.equal(await save('x', visitedRoot), undefined, 'a folder of another twin');
    assert.equal(await contentOf(p, worker, first?.id ?? ''), 'of DL-00042.pdf');
    const { file } = (await p.call(worker, `GET /storage/files/${first?.id}`)).body;
    assert.equal(file.path, 'Plans/DL-00042.pdf');
  });

  it('make the repository of a twin, for those who may read them', async () => {
    const { p, twinId, owner, reader, visitor, worker, root } = await newFixture();
    const classes = async (who: typeof reader, id = twinId) =>
      (await p.call(who, `GET /twins/${id}/repositories`)).body.repositories.map((one: { class: string }) => one.class);
    assert.deepEqual(await classes(reader), ['Storage']);
    assert.deepEqual(await classes(visitor), []);
    assert.deepEqual(await classes(owner, (await p.twin(owner)).id), [], 'not before there is anything');
    const { items } = (await p.call(worker, `GET /storage/folders/${root}/list`)).body;
    for (const { type, id } of items) {
      const who = type === 'folder' ? owner : worker;
      assert.equal((await p.call(who, `DELETE /storage/${type}s/${id}`)).status, 204);
    }
    assert.deepEqual(await classes(reader), []);
  });
});
