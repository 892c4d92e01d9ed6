import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { engineGate } from '../../../test/support/engine-gate.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { eachPlatform, type Person, type Platform, requireSuccess } from '../../../test/support/platform.ts';
import { snapshotFormat } from '../../engines/snapshot/types.ts';
import { saveFile } from '../../kernel/blobs/local.ts';
import { silentLog } from '../../std/log.ts';
import { rootOf } from '../storage/testing/fixture.ts';
import { renewModels } from './import/renewal.ts';
import { findChangeset, updateChangeset } from './store/changesets.ts';
import { isRenewing } from './store/models.ts';
import type { ChangesetRow } from './tables.ts';
import { houseFile, imported, type NewModel, newModel, northWall, putContent } from './testing/files.ts';

/** The house of the demo, as it was imported before there was format 2. */
const oldSnapshot = join(import.meta.dirname, '../../engines/snapshot/testing/format-1.snapshot');

const gate = engineGate();
after(gate.remove);

interface Stage {
  readonly p: Platform;
  readonly owner: Person;
  readonly root: string;
}

async function stage(p: Platform): Promise<Stage> {
  const owner = await p.person({ organizationId: await p.organization(), roles: ['account_administrator'] });
  const { id: twinId } = await p.twin(owner);
  return { p, owner, root: await rootOf(p, owner, twinId) };
}

const kitOf = ({ app, baseUrl }: Platform) => ({
  db: app.db,
  ports: app.ports,
  baseUrl,
  log: silentLog,
  now: Date.now,
});

const rowOf = async ({ app }: Platform, modelId: string, index = 1) => {
  const row = await findChangeset(app.db, modelId, index);
  assert.ok(row);
  return row;
};

/** Gives a version the artefacts that an earlier version of the program would have made; answers their blob. */
async function aged({ p }: Stage, model: NewModel, index = 1, more: Partial<ChangesetRow> = {}): Promise<string> {
  const { db, ports } = p.app;
  const row = await rowOf(p, model.id, index);
  const { id } = await saveFile(ports.blobs, { area: 'models', container: 'artefacts' }, oldSnapshot);
  await db.write(async (tx) => {
    await ports.blobs.take(tx, [id]);
    await updateChangeset(tx, row, { snapshot_blob: id, format: 1, element_count: 8, ...more });
  });
  return id;
}

const look = (p: Platform) => renewModels(kitOf(p)).run(new AbortController().signal);

const formatOf = async (p: Platform, modelId: string, index = 1) => (await rowOf(p, modelId, index)).format;

const renewed = ({ p }: Stage, modelId: string, index = 1) =>
  eventually(async () => {
    assert.equal(await formatOf(p, modelId, index), snapshotFormat);
    assert.equal(await isRenewing(p.app.db), false);
  });

eachPlatform(
  'versions that an earlier version of the program imported',
  (platform) => {
    it('serve as they are, and are imported anew by themselves, one after the other', async () => {
      const p = await platform();
      const at = await stage(p);
      const model = await newModel(p, at.owner, at.root, 'house.ifc', houseFile(5));
      await putContent(p, at.owner, model.fileId, houseFile(6));
      await imported(p, at.owner, model.id);
      gate.close('ifc'); // the server looks for them by itself, too
      const old = [await aged(at, model, 1), await aged(at, model, 2)];
      p.takeEvents();
      const elements = async () =>
        requireSuccess(await p.call(at.owner, `GET /models/${model.id}/elements?changesetId=1`)).elements;
      assert.equal((await elements()).length, 8);
      await look(p);
      await gate.arrived('ifc');
      assert.equal((await elements()).length, 8, 'while it is at work');
      const { model: now } = requireSuccess(await p.call(at.owner, `GET /models/${model.id}`));
      assert.equal(now.state, 'Ready');
      await look(p); // one at a time
      gate.open('ifc');
      await renewed(at, model.id, 1);
      await renewed(at, model.id, 2);
      const found = await elements();
      assert.deepEqual(
        [found.length, found.some((one: { globalId: string }) => one.globalId === northWall)],
        [5, true],
      );
      // who reads the old ones can do so for a while
      const { blobs } = p.app.ports;
      for (const id of old) assert.ok(await blobs.find(p.app.db, id));
      assert.deepEqual(p.takeEvents(), [], 'nothing has changed for anybody');
      assert.deepEqual(requireSuccess(await p.call(at.owner, 'GET /jobs?kind=models.renewal')).jobs, []);
    });

    it('keep their artefacts when they cannot be imported any more, and are not tried for ever', async () => {
      const p = await platform();
      const at = await stage(p);
      const model = await newModel(p, at.owner, at.root, 'house.ifc', houseFile(5));
      await imported(p, at.owner, model.id);
      const { db, ports } = p.app;
      const other = await newModel(p, at.owner, at.root, 'broken.ifc', 'no model');
      await imported(p, at.owner, other.id);
      const { content_blob } = await rowOf(p, other.id);
      const old = await aged(at, model, 1, { content_blob });
      await look(p);
      await eventually(async () => {
        const { renewal_failed, state, snapshot_blob } = await rowOf(p, model.id);
        assert.deepEqual([renewal_failed, state, snapshot_blob], [snapshotFormat, 'Ready', old]);
      });
      await look(p);
      assert.equal(await isRenewing(db), false);
      assert.ok(await ports.blobs.find(db, old));
      assert.equal((await p.call(at.owner, `GET /models/${model.id}/elements/0x1004`)).status, 200);
    });

    it('make way for a new version of their model, and for its end', async () => {
      const p = await platform();
      const at = await stage(p);
      const model = await newModel(p, at.owner, at.root, 'house.ifc', houseFile(5));
      await imported(p, at.owner, model.id);
      gate.close('ifc');
      await aged(at, model);
      await look(p);
      await gate.arrived('ifc');
      await putContent(p, at.owner, model.fileId, houseFile(6));
      gate.open('ifc');
      const versions = await imported(p, at.owner, model.id);
      assert.deepEqual(
        versions.map((one: { state: string }) => one.state),
        ['Ready', 'Ready'],
      );
      assert.equal(await formatOf(p, model.id), 1, 'it comes later');
      await look(p);
      await renewed(at, model.id);

      gate.close('ifc');
      await aged(at, model);
      await look(p);
      await gate.arrived('ifc');
      await p.app.db.write((tx) => p.app.ports.listeners.files.purged(tx, [model.fileId]));
      gate.open('ifc');
      await eventually(async () => assert.equal(await isRenewing(p.app.db), false));
      assert.equal(await findChangeset(p.app.db, model.id, 1), undefined);
    });
  },
  { engineProgram: gate.program },
);
