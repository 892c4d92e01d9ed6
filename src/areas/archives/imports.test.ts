import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { eachPlatform, type Platform, requireSuccess } from '../../../test/support/platform.ts';
import { silentLog } from '../../std/log.ts';
import { removalOfImports } from './maintenance.ts';
import { q } from './tables.ts';
import { exported, fileOf, imported, sentImport } from './testing/fixture.ts';

const day = 86_400_000;

async function owning(p: Platform) {
  const administrator = await p.person({ organizationId: await p.organization(), roles: ['account_administrator'] });
  const { id: twinId } = await p.twin(administrator);
  return { administrator, twinId };
}

/** What maintenance does so many days later. */
function later({ app, baseUrl }: Platform, days: number): Promise<void> {
  const now = () => Date.now() + days * day;
  const kit = { db: app.db, ports: app.ports, baseUrl, log: silentLog, now };
  return removalOfImports(kit).run(new AbortController().signal);
}

eachPlatform('imports of archives', (platform) => {
  it('go after their time, and long after that what is known of them', async () => {
    const p = await platform();
    const { administrator, twinId } = await owning(p);
    const file = await fileOf(p, administrator, await exported({ p, administrator }, twinId));
    const [ready, refused] = [
      await imported(p, administrator, file),
      await imported(p, administrator, Buffer.from('x')),
    ];
    const waiting = await sentImport(p, administrator, file);
    const states = async () => {
      const { imports } = requireSuccess(await p.call(administrator, 'GET /archives/imports'));
      const found = new Map(imports.map(({ id, state }: Record<string, string>) => [id, state]));
      return [ready.id, refused.id, waiting].map((id) => found.get(id));
    };
    const kept = () => p.app.db.all(q.selectFrom('archive_imports').select('id').where('blob_id', 'is not', null));
    await later(p, 6.9);
    assert.deepEqual(await states(), ['Ready', 'Refused', 'AwaitingUpload']);
    assert.equal((await kept()).length, 2);
    await later(p, 7.1);
    assert.deepEqual(await states(), ['Expired', 'Refused', 'Expired']);
    assert.equal((await kept()).length, 0);
    const { body } = await p.call(administrator, `POST /archives/imports/${waiting}/complete`);
    assert.equal(body.error.code, 'ImportNotWaiting');
    await later(p, 7.1 + 90.1);
    assert.deepEqual(await states(), [undefined, undefined, undefined]);
  });

  it('are at most 100 of a person, those that were refused aside', async () => {
    const p = await platform();
    const { administrator } = await owning(p);
    const body = { fileName: 'more.zip' };
    const made = requireSuccess(await p.call(administrator, 'POST /archives/imports', { body })).import;
    await p.app.db.write(async (tx) => {
      const row = await tx.first(q.selectFrom('archive_imports').selectAll().where('id', '=', made.id));
      assert.ok(row);
      for (let count = 0; count < 98; count++) {
        const copy = { ...row, id: crypto.randomUUID(), blob_id: null };
        await tx.run(q.insertInto('archive_imports').values(copy));
      }
      const refused = { ...row, id: crypto.randomUUID(), blob_id: null, state: 'Refused' as const };
      await tx.run(q.insertInto('archive_imports').values(refused));
    });
    requireSuccess(await p.call(administrator, 'POST /archives/imports', { body }));
    const { status, body: answer } = await p.call(administrator, 'POST /archives/imports', { body });
    const [detail] = answer.error.details;
    assert.deepEqual([status, detail.code, detail.target], [422, 'ResourceQuotaExceeded', 'imports']);
  });

  it('are gone with their file when they are removed while they are checked', async () => {
    const p = await platform();
    const { administrator, twinId } = await owning(p);
    const file = await fileOf(p, administrator, await exported({ p, administrator }, twinId));
    const id = await sentImport(p, administrator, file);
    const { import: one } = requireSuccess(await p.call(administrator, `POST /archives/imports/${id}/complete`));
    const row = await p.app.db.first(q.selectFrom('archive_imports').selectAll().where('id', '=', id));
    requireSuccess(await p.call(administrator, `DELETE /archives/imports/${id}`));
    await eventually(async () => {
      const { job } = requireSuccess(await p.call(administrator, `GET /jobs/${one.jobId}`));
      if (!['Succeeded', 'Cancelled'].includes(job.state)) throw new Error(`The job is ${job.state}.`);
    });
    assert.equal((await p.call(administrator, `GET /archives/imports/${id}`)).status, 404);
    assert.equal(await p.app.ports.blobs.find(p.app.db, row?.blob_id ?? ''), undefined);
  });

  it('are refused with a word of their own where their check is cancelled', async () => {
    const p = await platform();
    const { administrator } = await owning(p);
    const id = await sentImport(p, administrator, Buffer.from('An archive'));
    await p.app.db.write(async (tx) => {
      const jobId = await p.app.ports.jobs.enqueue(tx, {
        kind: 'archives.check',
        twinId: null,
        title: 'Check',
        createdBy: administrator.userId,
        payload: { importId: id },
        runAt: Date.now() + day,
      });
      await tx.run(q.updateTable('archive_imports').set({ state: 'Checking', job_id: jobId }).where('id', '=', id));
    });
    const { import: one } = requireSuccess(await p.call(administrator, `GET /archives/imports/${id}`));
    assert.deepEqual([one.state, one.progress], ['Checking', { done: 0, total: null }]);
    requireSuccess(await p.call(administrator, `POST /jobs/${one.jobId}/cancel`));
    const { import: ended } = requireSuccess(await p.call(administrator, `GET /archives/imports/${id}`));
    assert.deepEqual([ended.state, ended.fault.code], ['Refused', 'Cancelled']);
  });

  it('belong to the mode in which they were made', async () => {
    const p = await platform();
    const { administrator } = await owning(p);
    const id = await sentImport(p, administrator, Buffer.from('An archive'));
    const test = q.updateTable('archive_imports').set({ mode: 'Test' }).where('id', '=', id);
    await p.app.db.write((tx) => tx.run(test));
    assert.equal((await p.call(administrator, `GET /archives/imports/${id}`)).status, 404);
    assert.deepEqual(requireSuccess(await p.call(administrator, 'GET /archives/imports')).imports, []);
  });
});
