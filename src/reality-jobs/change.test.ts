import assert from 'node:assert/strict';
import { it } from 'node:test';
import { takeSeats } from '../../test/support/job-seats.ts';
import { join } from '../../test/support/membership.ts';
import { eachPlatform, requireSuccess } from '../../test/support/platform.ts';
import { conversion } from '../areas/reality-conversion/api.ts';
import { api, newJob, setState } from '../areas/reality-conversion/testing/fixture.ts';
import { api as dataApi, newData } from '../areas/reality-data/testing/fixture.ts';
import { q } from './tables.ts';

eachPlatform('changes of jobs over reality data', (platform) => {
  async function newFixture() {
    const p = await platform();
    await takeSeats(p, conversion.kind);
    const organizationId = await p.organization();
    const owner = await p.person({ organizationId, roles: ['account_administrator'] });
    const [twinId, second] = [(await p.twin(owner)).id, (await p.twin(owner)).id];
    const scan = await newData(p, owner, { twinId, displayName: 'Scan', type: 'LAS' });
    const job = await newJob(p, owner, { name: 'Site', twinId, inputs: [{ id: scan }], outputs: ['LAZ'] });
    p.takeEvents();
    return { p, organizationId, owner, twinId, second, scan, job };
  }

  it('of several at once: one submits, and one cancels', async () => {
    const { p, owner, twinId, job } = await newFixture();
    const all = (state: string) =>
      Promise.all(
        Array.from({ length: 6 }, async () => {
          const { status } = await p.call(owner, `PATCH ${api}/${job}`, { body: { state } });
          return status;
        }),
      );
    assert.deepEqual((await all('active')).sort(), [200, 422, 422, 422, 422, 422]);
    const { realityData } = (await p.call(owner, `GET ${dataApi}?twinId=${twinId}`)).body;
    assert.equal(realityData.length, 2, 'the input, and one output');
    assert.deepEqual((await all('cancelled')).sort(), [200, 422, 422, 422, 422, 422]);
    const events = p.takeEvents().map(({ type }) => type);
    assert.deepEqual(events, ['realityConversion.jobCompleted.v1']);
  });

  it('take data of another twin that is associated, while it may be used', async () => {
    const { p, organizationId, owner, second, scan } = await newFixture();
    const maker = await p.person({ organizationId });
    await join(p, owner, second, maker, ['realitydata_use', 'realitydata_create']);
    const body = { type: 'Conversion', name: 'Other', twinId: second, inputs: [{ id: scan }], outputs: ['LAZ'] };
    assert.equal((await p.call(maker, `POST ${api}`, { body })).status, 422);
    requireSuccess(await p.call(owner, `POST ${dataApi}/${scan}/twins/${second}`));
    const { job } = requireSuccess(await p.call(maker, `POST ${api}`, { body }));
    requireSuccess(await p.call(owner, `DELETE ${dataApi}/${scan}/twins/${second}`));
    const refused = await p.call(maker, `PATCH ${api}/${job.id}`, { body: { state: 'active' } });
    assert.deepEqual([refused.status, refused.body.error.details[0].target], [422, 'inputs[0].id']);
    assert.equal((await p.call(maker, `GET ${api}/${job.id}`)).body.job.state, 'unsubmitted', 'all or nothing');
  });

  it('are not told for longer than 30 days after the end', async () => {
    const { p, owner, job } = await newFixture();
    await setState(p, owner, job, 'active');
    await setState(p, owner, job, 'cancelled');
    const progress = () => p.call(owner, `GET ${api}/${job}/progress`);
    assert.equal((await progress()).status, 200);
    const long = 30 * 86_400_000;
    await p.app.db.write((tx) =>
      tx.run(
        q
          .updateTable('reality_jobs')
          .set((eb) => ({ ended: eb('ended', '-', long) }))
          .where('id', '=', job),
      ),
    );
    assert.equal((await progress()).body.error.code, 'ProgressNotFound');
    assert.equal((await p.call(owner, `GET ${api}/${job}`)).status, 200, 'the job itself stays');
  });

  it('end with their twin', async () => {
    const { p, owner, twinId, job } = await newFixture();
    await setState(p, owner, job, 'active');
    requireSuccess(await p.call(owner, `DELETE /twins/${twinId}`));
    const row = await p.app.db.first(q.selectFrom('reality_jobs').selectAll().where('id', '=', job));
    assert.equal(row?.state, 'cancelled');
    assert.equal((await p.call(owner, `GET ${api}/${job}`)).status, 404);
  });
});
