import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, it } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { type Answer, eachPlatform } from '../../../test/support/platform.ts';
import { eachScenario, type ScenarioOf } from '../../../test/support/scenarios.ts';
import { type Fixture, fixtureOf, inState, release, releaseAll, testKinds } from './testing/fixture.ts';

const one = '/jobs/{jobId}';
const unknownId = randomUUID();
const ids = (answer: Answer): string[] => answer.body.jobs.map((job: { id: string }) => job.id);
const everyOperation = [`GET ${one}`, `POST ${one}/cancel`, `POST ${one}/retry`, `GET ${one}/events`];

const scenarios: readonly ScenarioOf<Fixture>[] = [
  {
    name: 'the caller’s own jobs, in any twin',
    call: 'GET /jobs',
    as: 'creator',
    status: 200,
    proves: (answer, { jobId, p }) => {
      assert.deepEqual(ids(answer), [jobId]);
      assert.equal(answer.body._links.self.href, `${p.baseUrl}/jobs?$top=100`);
    },
  },
  { name: 'no jobs', call: 'GET /jobs/', as: 'reader', status: 200, proves: (a) => assert.deepEqual(ids(a), []) },
  {
    name: 'the jobs of a twin, for its members',
    call: 'GET /jobs?twinId={twinId}',
    as: 'reader',
    status: 200,
    proves: (answer, { jobId }) => assert.deepEqual(ids(answer), [jobId]),
  },
  {
    name: 'the jobs of a twin, for its administrators',
    call: 'GET /jobs?twinId={twinId}&state=Queued,Running&kind=test.hold,other',
    as: 'admin',
    status: 200,
    proves: (answer, { jobId }) => assert.deepEqual(ids(answer), [jobId]),
  },
  {
    name: 'jobs of other states and kinds',
    call: 'GET /jobs?twinId={twinId}&state=Failed',
    as: 'reader',
    status: 200,
    async proves(answer, { p, reader, twinId }) {
      assert.deepEqual(ids(answer), []);
      assert.deepEqual(ids(await p.call(reader, `GET /jobs?twinId=${twinId}&kind=other`)), []);
    },
  },
  { name: 'jobs without a token', call: 'GET /jobs', status: 401, code: 'HeaderNotFound' },
  ...(['colleague', 'stranger'] as const).map(
    (as): ScenarioOf<Fixture> => ({
      name: `the jobs of a twin, for a ${as}`,
      call: 'GET /jobs?twinId={twinId}',
      as,
      status: 404,
      code: 'twinNotFound',
    }),
  ),
  ...[unknownId, 'x'].map(
    (id): ScenarioOf<Fixture> => ({
      name: `the jobs of a twin ${id === 'x' ? 'with a malformed id' : 'that does not exist'}`,
      call: `GET /jobs?twinId=${id}`,
      as: 'creator',
      status: 404,
      code: 'twinNotFound',
    }),
  ),
  {
    name: 'jobs with everything wrong',
    call: `GET /jobs?state=Queued,Sleeping&$top=0&continuationToken=${'x'.repeat(2001)}`,
    as: 'creator',
    status: 422,
    code: 'InvalidJobsRequest',
    targets: ['state[1]', '$top', 'continuationToken'],
  },
  {
    name: 'jobs with a forged token',
    call: 'GET /jobs?continuationToken=WzEsMl0.x',
    as: 'creator',
    status: 422,
    code: 'InvalidJobsRequest',
    targets: ['continuationToken'],
  },
  {
    name: 'a running job',
    call: `GET ${one}`,
    as: 'reader',
    status: 200,
    async proves(_answer, fixture) {
      const { p, reader, creator, jobId, twinId } = fixture;
      await eventually(async () => {
        const { createdDateTime, startedDateTime, ...job } = (await p.call(reader, `GET /jobs/${jobId}`)).body.job;
        assert.ok(startedDateTime >= createdDateTime);
        assert.deepEqual(job, {
          id: jobId,
          kind: 'test.hold',
          twinId,
          title: 'Import duplex.ifc',
          state: 'Running',
          step: 'Counting',
          done: 1,
          total: 3,
          unit: 'photos',
          percent: 33,
          message: 'One of three',
          log: ['Began.'],
          attempt: 1,
          maxAttempts: 3,
          queuePosition: null,
          createdBy: creator.userId,
          endedDateTime: null,
          error: null,
          cancellable: true,
          retryable: false,
          _links: {
            self: { href: `${p.baseUrl}/jobs/${jobId}` },
            resource: { href: `${p.baseUrl}/storage/files/x` },
          },
        });
      });
    },
  },
  ...everyOperation.map(
    (call): ScenarioOf<Fixture> => ({ name: `${call} without a token`, call, status: 401, code: 'HeaderNotFound' }),
  ),
  ...(['colleague', 'stranger'] as const).flatMap((as) =>
    everyOperation.map(
      (call): ScenarioOf<Fixture> => ({ name: `${call} as ${as}`, call, as, status: 404, code: 'JobNotFound' }),
    ),
  ),
  ...[unknownId, 'x'].flatMap((id) =>
    everyOperation.map((call): ScenarioOf<Fixture> => {
      const name = `${call} of ${id === 'x' ? 'a malformed' : 'an unknown'} id`;
      return { name, call: call.replace('{jobId}', id), as: 'creator', status: 404, code: 'JobNotFound' };
    }),
  ),
  ...['cancel', 'retry'].map(
    (verb): ScenarioOf<Fixture> => ({
      name: `${verb} by a member who may not start such a job`,
      call: `POST ${one}/${verb}`,
      as: 'reader',
      status: 403,
      code: 'InsufficientPermissions',
    }),
  ),
  ...(['creator', 'worker', 'admin'] as const).map(
    (as): ScenarioOf<Fixture> => ({
      name: `cancel by the ${as}`,
      call: `POST ${one}/cancel`,
      as,
      status: 202,
      async proves(answer, fixture) {
        assert.equal(answer.body.job.id, fixture.jobId);
        assert.equal(answer.body.job.cancellable, false);
        await inState(fixture, fixture.jobId, 'Cancelled');
        const { job } = (await fixture.p.call(fixture[as], `GET /jobs/${fixture.jobId}`)).body;
        assert.deepEqual([job.error, job.retryable, job.cancellable], [null, true, false]);
        assert.ok(job.endedDateTime);
        const again = await fixture.p.call(fixture[as], `POST /jobs/${fixture.jobId}/cancel`);
        assert.deepEqual([again.status, again.body.error.code], [409, 'JobNotCancellable']);
      },
    }),
  ),
  {
    name: 'retry of a running job',
    call: `POST ${one}/retry`,
    as: 'creator',
    status: 409,
    code: 'JobNotRetryable',
  },
];

eachPlatform(
  'jobs',
  (platform) => {
    afterEach(releaseAll);
    eachScenario(platform, async () => fixtureOf(await platform()), scenarios);

    it('end as their kind says: 409 where it forbids to cancel or to try again', async () => {
      const fixture = await fixtureOf(await platform());
      const { p, creator } = fixture;
      const id = await fixture.add('test.stubborn', creator);
      await inState(fixture, id, 'Running');
      const cancel = await p.call(creator, `POST /jobs/${id}/cancel`);
      assert.deepEqual([cancel.status, cancel.body.error.code], [409, 'JobNotCancellable']);
      release(id);
      await inState(fixture, id, 'Succeeded');
      const { job } = (await p.call(creator, `GET /jobs/${id}`)).body;
      assert.deepEqual([job.percent, job.done, job.cancellable], [100, 3, false]);
      const retry = await p.call(creator, `POST /jobs/${id}/retry`);
      assert.deepEqual([retry.status, retry.body.error.code], [409, 'JobNotRetryable']);
    });

    it('are tried again by hand, the same job with a further attempt', async () => {
      const fixture = await fixtureOf(await platform());
      const { p, creator, worker } = fixture;
      const id = await inState(fixture, await fixture.add('test.fail', creator), 'Failed');
      const failed = (await p.call(creator, `GET /jobs/${id}`)).body.job;
      assert.deepEqual(failed.error, { code: 'NoSuchFile', message: 'The file is gone.' });
      assert.deepEqual([failed.attempt, failed.percent, failed.retryable], [1, null, true]);
      const answer = await p.call(worker, `POST /jobs/${id}/retry`);
      assert.equal(answer.status, 202);
      assert.deepEqual([answer.body.job.id, answer.body.job.state, answer.body.job.error], [id, 'Queued', null]);
      assert.ok(answer.body.job.queuePosition >= 1);
      await eventually(async () => assert.equal((await p.call(creator, `GET /jobs/${id}`)).body.job.attempt, 2));
    });

    it('tell their place in the queue while they wait', async () => {
      const fixture = await fixtureOf(await platform());
      const runAt = Date.now() + 3_600_000;
      const first = await fixture.add('test.fail', fixture.creator, { runAt, twinId: null });
      const second = await fixture.add('test.fail', fixture.creator, { runAt: runAt + 1, twinId: null });
      const place = async (id: string) =>
        (await fixture.p.call(fixture.creator, `GET /jobs/${id}`)).body.job.queuePosition as number;
      assert.equal(await place(second), (await place(first)) + 1);
      for (const id of [first, second]) await fixture.p.call(fixture.creator, `POST /jobs/${id}/cancel`);
    });

    it('without a twin are their creator’s alone; internal ones nobody’s', async () => {
      const fixture = await fixtureOf(await platform());
      const { p, creator, admin, reader } = fixture;
      const own = await fixture.add('test.fail', creator, { twinId: null });
      const internal = await fixture.add('test.internal', creator);
      assert.equal((await p.call(creator, `GET /jobs/${own}`)).status, 200);
      for (const who of [admin, reader]) assert.equal((await p.call(who, `GET /jobs/${own}`)).status, 404);
      assert.equal((await p.call(creator, `GET /jobs/${internal}`)).status, 404);
      assert.ok(!ids(await p.call(creator, 'GET /jobs')).includes(internal));
      release(internal);
    });

    it('of a twin that is gone, or that one has left, are gone too', async () => {
      const fixture = await fixtureOf(await platform());
      const { p, creator, admin, twinId, jobId } = fixture;
      await p.call(admin, `DELETE /accesscontrol/twins/${twinId}/members/users/${creator.userId}`);
      assert.equal((await p.call(creator, `GET /jobs/${jobId}`)).status, 404);
      assert.deepEqual(ids(await p.call(creator, 'GET /jobs')), []);
      assert.equal((await p.call(admin, `DELETE /twins/${twinId}`)).status, 204);
      assert.equal((await p.call(admin, `GET /jobs/${jobId}`)).status, 404);
      await inState(fixture, jobId, 'Cancelled');
    });

    it('come page by page, newest first', async () => {
      const fixture = await fixtureOf(await platform());
      const { p, reader, creator, twinId, jobId } = fixture;
      const made = [jobId];
      for (let n = 0; n < 4; n++) made.unshift(await fixture.add('test.fail', creator));
      const seen: string[] = [];
      let next: string | undefined = `${p.baseUrl}/jobs?twinId=${twinId}&kind=test.fail,test.hold&$top=2`;
      while (next) {
        const page: Answer = await p.call(reader, `GET ${next}`);
        assert.equal(page.status, 200);
        seen.push(...ids(page));
        next = page.body._links.next?.href;
      }
      assert.deepEqual(seen, made);
    });
  },
  { jobKinds: testKinds },
);
