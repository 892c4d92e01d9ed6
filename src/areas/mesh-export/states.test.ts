import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { engineGate } from '../../../test/support/engine-gate.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { eachPlatform, type Person, type Platform, requireSuccess } from '../../../test/support/platform.ts';
import { houseFile, imported, newModel } from '../models/testing/files.ts';
import { block } from '../models/testing/fixture.ts';
import { rootOf } from '../storage/testing/fixture.ts';
import { blobsKept } from './testing/blobs.ts';
import { exportNow, finished, startedBy } from './testing/exports.ts';

interface Fixture {
  readonly p: Platform;
  readonly owner: Person;
  readonly root: string;
  readonly modelId: string;
}

async function fixture(p: Platform): Promise<Fixture> {
  const owner = await p.person({ organizationId: await p.organization(), roles: ['account_administrator'] });
  const { id: twinId } = await p.twin(owner);
  const root = await rootOf(p, owner, twinId);
  const { id: modelId } = await newModel(p, owner, root, 'house.ifc', houseFile(5));
  await imported(p, owner, modelId);
  return { p, owner, root, modelId };
}

const jobOf = async ({ p, owner }: Fixture, exportId: string) => {
  const { jobs } = requireSuccess(await p.call(owner, 'GET /jobs?kind=meshExport.tiles'));
  return jobs.find((job: { _links: { resource: { href: string } } }) => job._links.resource.href.endsWith(exportId));
};

const gate = engineGate();
after(gate.remove);

const isIn = ({ p, owner }: Fixture, exportId: string, status: string) =>
  eventually(async () => assert.equal((await exportNow(p, owner, exportId)).status, status));

/** Starts an export and waits until its engine stands still in the middle. */
async function startedAndStopped(at: Fixture, geometryOptions: object): Promise<string> {
  gate.close('tiles');
  const { id } = await startedBy(at.p, at.owner, { modelId: at.modelId, geometryOptions });
  await gate.arrived('tiles');
  await isIn(at, id, 'InProgress');
  return id;
}

eachPlatform(
  'states of exports',
  (platform) => {
    it('wait for an import, with a job that says so, and can be cancelled meanwhile', async () => {
      const p = await platform();
      const at = await fixture(p);
      const { owner, root } = at;
      const model = await newModel(p, owner, root, 'late.ifc', houseFile(7), ({ id }) => block(p, owner, id));
      const made = await startedBy(p, owner, { modelId: model.id });
      assert.equal(made.status, 'NotStarted');
      const job = await jobOf(at, made.id);
      assert.deepEqual([job.state, job.step, job.cancellable], ['Queued', 'Waiting for the import', true]);
      const { job: after } = requireSuccess(await p.call(owner, `POST /jobs/${job.id}/cancel`));
      assert.deepEqual([after.state, after.retryable], ['Cancelled', false]);
      const cancelled = await exportNow(p, owner, made.id);
      assert.deepEqual([cancelled.status, cancelled.error], ['Invalid', 'Cancelled.']);
      assert.ok(cancelled.lastModified > made.lastModified);

      const again = await startedBy(p, owner, { modelId: model.id });
      assert.notEqual(again.id, made.id, 'an Invalid one is not answered');
      const imports = requireSuccess(await p.call(owner, 'GET /jobs?kind=models.import&state=Queued')).jobs;
      for (const { id, title } of imports) if (title === 'Later') await p.call(owner, `POST /jobs/${id}/cancel`);
      assert.equal((await finished(p, owner, again.id)).status, 'Complete');
    });

    it('are one, however often and in whatever words the same is asked for at once', async () => {
      const p = await platform();
      const { owner, modelId } = await fixture(p);
      const [changeset] = await imported(p, owner, modelId);
      const bodies = [
        { modelId, exportType: 'CESIUM', geometryOptions: { chordTol: 0.1, maxEdgeLength: 2 } },
        { modelId: modelId.toUpperCase(), exportType: 'cesium', tilerConfig: { maxEdgeLength: 2, chordTol: 0.1 } },
        {
          modelId,
          exportType: 'Cesium',
          changesetId: changeset.id.toUpperCase(),
          viewDefinitionFilter: {},
          geometryOptions: { chordTol: 0.1, maxEdgeLength: 2 },
        },
      ];
      const made = await Promise.all([...bodies, ...bodies].map((body) => startedBy(p, owner, body)));
      assert.equal(new Set(made.map((one) => one.id)).size, 1);
      const unlike = await startedBy(p, owner, { ...bodies[0], geometryOptions: { maxEdgeLength: 2 } });
      assert.notEqual(unlike.id, made[0].id);
      for (const { id } of [made[0], unlike]) assert.equal((await finished(p, owner, id)).status, 'Complete');
      assert.equal((await startedBy(p, owner, bodies[1] ?? {})).status, 'Complete');
    });

    it('begin again when their engine is killed, once; then they say so', async () => {
      const p = await platform();
      const at = await fixture(p);
      const id = await startedAndStopped(at, { chordTol: 0.2 });
      for (let killed = 1; killed <= 2; killed++) {
        await isIn(at, id, 'InProgress');
        await gate.kill('tiles');
      }
      await isIn(at, id, 'Invalid');
      const found = await exportNow(p, at.owner, id);
      assert.match(
        found.error,
        /^The process was ended \(SIGKILL\), most often because the machine had no memory left\./,
      );
      const job = await jobOf(at, id);
      assert.deepEqual([job.state, job.attempt], ['Failed', 2]);
    });

    it('end well after a worker was lost once', async () => {
      const p = await platform();
      const at = await fixture(p);
      const id = await startedAndStopped(at, { chordTol: 0.3 });
      await gate.kill('tiles');
      await gate.arrived('tiles');
      gate.open('tiles');
      assert.equal((await finished(p, at.owner, id)).status, 'Complete');
      assert.equal((await jobOf(at, id)).attempt, 2);
    });

    it('are Invalid when they are cancelled under way, and nothing of them is left', async () => {
      const p = await platform();
      const at = await fixture(p);
      const before = await blobsKept(p);
      const id = await startedAndStopped(at, { chordTol: 0.4 });
      requireSuccess(await p.call(at.owner, `POST /jobs/${(await jobOf(at, id)).id}/cancel`));
      const found = await finished(p, at.owner, id);
      assert.deepEqual([found.status, found.error], ['Invalid', 'Cancelled.']);
      assert.equal(await blobsKept(p), before);
      assert.equal((await p.call(at.owner, `DELETE /mesh-export/${id}`)).status, 204);
      gate.open('tiles');
    });
  },
  { engineProgram: gate.program },
);
