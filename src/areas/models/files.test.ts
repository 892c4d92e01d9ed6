import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { join } from '../../../test/support/membership.ts';
import { eachPlatform, type Person, type Platform } from '../../../test/support/platform.ts';
import { silentLog } from '../../std/log.ts';
import { removeGone } from '../storage/maintenance.ts';
import { newFile, newFolder, rootOf } from '../storage/testing/fixture.ts';
import { modelIdOf } from './model-id.ts';
import { houseFile, imported, newModel, putContent, truncatedFile } from './testing/files.ts';

async function fixture(p: Platform) {
  const owner = await p.person({ organizationId: await p.organization(), roles: ['account_administrator'] });
  const { id: twinId } = await p.twin(owner);
  return { owner, twinId, root: await rootOf(p, owner, twinId) };
}

const namesOf = async (p: Platform, who: Person, twinId: string): Promise<string[]> =>
  (await p.call(who, `GET /models/?twinId=${twinId}`)).body.models.map(
    (model: { displayName: string }) => model.displayName,
  );

eachPlatform('files that are models', (platform) => {
  it('become one by their name, at complete or by a rename, and stay it under any later name', async () => {
    const p = await platform();
    const { owner, twinId, root } = await fixture(p);
    const file = await newFile(p, owner, root, 'house.txt', houseFile(5));
    assert.deepEqual(await namesOf(p, owner, twinId), []);
    await p.call(owner, `PATCH /storage/files/${file}`, { body: { displayName: 'House.IFC' } });
    assert.deepEqual(await namesOf(p, owner, twinId), ['House.IFC']);
    const [first] = await imported(p, owner, modelIdOf(file));
    assert.deepEqual([first.state, first.displayName], ['Ready', 'House.IFC']);
    await p.call(owner, `PATCH /storage/files/${file}`, { body: { displayName: 'house.bak' } });
    assert.deepEqual(await namesOf(p, owner, twinId), ['house.bak']);
    assert.equal((await imported(p, owner, modelIdOf(file))).length, 1, 'a name makes no version');
  });

  it('are imported with progress that counts one thing only', async () => {
    const p = await platform();
    const { owner, twinId, root } = await fixture(p);
    const { id } = await newModel(p, owner, root, 'house.ifc', houseFile(5));
    const [{ elementCount }] = await imported(p, owner, id);
    const { done, total, unit } = await eventually(async () => {
      const { jobs } = (await p.call(owner, `GET /jobs?kind=models.import&twinId=${twinId}`)).body;
      assert.equal(jobs[0].state, 'Succeeded'); // the version is Ready a moment before
      return jobs[0];
    });
    assert.deepEqual([done, total, unit], [3 * elementCount, 3 * elementCount, 'elements']);
  });

  it('make no version of the same content, but try a failed one again', async () => {
    const p = await platform();
    const { owner, root } = await fixture(p);
    const model = await newModel(p, owner, root, 'house.ifc', truncatedFile());
    const [failed] = await imported(p, owner, model.id);
    assert.equal(failed.state, 'Failed');
    await putContent(p, owner, model.fileId, truncatedFile());
    assert.equal((await imported(p, owner, model.id)).length, 1);
    const jobs = await p.call(owner, 'GET /jobs?kind=models.import');
    assert.deepEqual(
      jobs.body.jobs.map((job: { attempt: number }) => job.attempt),
      [2],
    );
    await putContent(p, owner, model.fileId, houseFile(5));
    await putContent(p, owner, model.fileId, houseFile(5));
    const versions = await imported(p, owner, model.id);
    assert.deepEqual(
      versions.map((one: { state: string }) => one.state),
      ['Failed', 'Ready'],
    );
    await putContent(p, owner, model.fileId, truncatedFile());
    const after = await imported(p, owner, model.id);
    assert.deepEqual([after.length, after[2].id === failed.id], [3, false], 'an older content is a new version');
  });

  it('keep every version, also when they come at once, and tell an id once for good', async () => {
    const p = await platform();
    const { owner, root } = await fixture(p);
    const model = await newModel(p, owner, root, 'house.ifc', houseFile(1));
    for (const length of [2, undefined, 4]) await putContent(p, owner, model.fileId, houseFile(length));
    const versions = await imported(p, owner, model.id);
    assert.deepEqual(
      versions.map((one: { state: string; elementCount: number }) => [one.state, one.elementCount]),
      [
        ['Ready', 5],
        ['Ready', 5],
        ['Ready', 4],
        ['Ready', 5],
      ],
    );
    const idsIn = async (index: number) =>
      (await p.call(owner, `GET /models/${model.id}/elements?changesetId=${index}`)).body.elements.map(
        (one: { id: string }) => one.id,
      );
    assert.deepEqual(await idsIn(4), await idsIn(1), 'who comes back has the same id');
    const second = (await p.call(owner, `GET /models/${model.id}/changesets/2`)).body.changeset;
    assert.equal(await (await fetch(second._links.content.href)).text(), houseFile(2));
  });

  it('are unknown while they are recycled, come back with everything, and leave nothing when they are purged', async () => {
    const p = await platform();
    const { owner, twinId, root } = await fixture(p);
    const folder = await newFolder(p, owner, root, 'Old');
    const model = await newModel(p, owner, folder, 'house.ifc', houseFile(5));
    await imported(p, owner, model.id);
    const rowsOf = async (table: 'models' | 'model_changesets' | 'blobs') => {
      const { sql } = await import('kysely');
      const query = sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`;
      const kept = table === 'blobs' ? sql` where state = 'kept'` : sql``;
      const { tables } = await import('../../kernel/db/query.ts');
      const from = tables<Record<string, { count: number }>>().selectFrom(
        sql`(${query}${kept})`.as('counted') as never,
      );
      return ((await p.app.db.first(from.selectAll() as never)) as { count: number }).count;
    };
    const before = { models: await rowsOf('models'), blobs: await rowsOf('blobs') };
    await p.call(owner, `DELETE /storage/folders/${folder}`);
    assert.equal((await p.call(owner, `GET /models/${model.id}`)).status, 404);
    assert.deepEqual(await namesOf(p, owner, twinId), []);
    const resources = `/twins/${twinId}/repositories/models/resources`;
    assert.equal((await p.call(owner, `GET ${resources}`)).status, 404);

    await p.call(owner, `POST /storage/recyclebin/folders/${folder}/restore`);
    assert.equal((await p.call(owner, `GET /models/${model.id}/elements/0x1000`)).status, 200);
    const listed = (await p.call(owner, `GET ${resources}?$search=HOUSE`)).body.resources;
    assert.deepEqual(
      listed.map((one: { id: string; displayName: string }) => [one.id, one.displayName]),
      [[model.id, 'house.ifc']],
    );
    assert.equal((await p.call(owner, `GET ${resources}/${model.id}`)).body.resource.id, model.id);

    await p.call(owner, `DELETE /storage/files/${model.fileId}`);
    await p.call(owner, `DELETE /storage/recyclebin/files/${model.fileId}`);
    const { db, ports } = p.app;
    await removeGone({ db, ports, baseUrl: p.baseUrl, log: silentLog, now: Date.now }).run(
      new AbortController().signal,
    );
    assert.equal(await rowsOf('models'), before.models - 1);
    // content, snapshot, geometry and ids
    await eventually(async () => assert.equal(await rowsOf('blobs'), before.blobs - 4));
  });

  it('are a repository of the twin for who may see or read them', async () => {
    const p = await platform();
    const { owner, twinId, root } = await fixture(p);
    await newModel(p, owner, root, 'house.ifc', houseFile(5));
    for (const [permission, shown] of [
      ['models_webview', ['models']],
      ['models_read', ['models']],
      ['twins_modify', []],
    ] as const) {
      const person = await p.person({ organizationId: owner.organizationId });
      await join(p, owner, twinId, person, [permission]);
      const { repositories } = (await p.call(person, `GET /twins/${twinId}/repositories`)).body;
      const ids = repositories.map((one: { id: string }) => one.id);
      assert.deepEqual(ids, shown, permission);
    }
  });

  it('say in a line why they cannot be read, and stay as they are', async () => {
    const p = await platform();
    const { owner, root } = await fixture(p);
    for (const [name, text, reason] of [
      ['empty.ifc', '', /^The file is empty\.$/],
      ['text.ifc', 'no model', /not an IFC file/],
      ['old.ifc', houseFile(5).replace("'IFC4'", "'IFC9'"), /schema IFC9 is not supported/],
      ['house.ifcxml', '<?xml version="1.0"?><ifcXML/>', /IFC-XML/],
      ['house.ifczip', 'PK no zip', /./],
    ] as const) {
      const model = await newModel(p, owner, root, name, text);
      const [changeset] = await imported(p, owner, model.id);
      assert.equal(changeset.state, 'Failed', name);
      assert.match(changeset.error.reason, reason);
      assert.equal((await p.call(owner, `GET /storage/files/${model.fileId}`)).status, 200);
    }
  });
});
