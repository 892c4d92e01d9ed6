import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { eachPlatform, type Person, type Platform, startPlatform } from '../../../test/support/platform.ts';
import { fixtureOf, inState, release, releaseAll, testKinds } from './testing/fixture.ts';

interface Told {
  readonly state: string;
  readonly done: number;
  readonly id: string;
}

/** The events of a stream as they come, until it ends. */
async function* follow(p: Platform, who: Person, jobId: string, signal?: AbortSignal): AsyncGenerator<Told> {
  const response = await fetch(`${p.baseUrl}/jobs/${jobId}/events`, {
    headers: { Authorization: `Bearer ${who.token}`, Accept: 'text/event-stream' },
    ...(signal ? { signal } : {}),
  });
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk, { stream: true });
    const events = rest.split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data) yield JSON.parse(data);
    }
  }
}

eachPlatform(
  'events of a job',
  (platform) => {
    afterEach(releaseAll);
    it('tell it on every change until it ends', async () => {
      const fixture = await fixtureOf(await platform());
      const { p, reader, jobId } = fixture;
      const told: Told[] = [];
      for await (const job of follow(p, reader, jobId)) {
        told.push(job);
        if (job.done === 1) release(jobId);
      }
      assert.equal(told[0]?.id, jobId);
      assert.deepEqual([told.at(-1)?.state, told.at(-1)?.done], ['Succeeded', 3]);
      assert.ok(told.length >= 2);
      assert.equal(new Set(told.map((job) => JSON.stringify(job))).size, told.length, 'something was told twice');
    });

    it('of one that has ended tell it once', async () => {
      const fixture = await fixtureOf(await platform());
      const id = await inState(fixture, await fixture.add('test.fail', fixture.creator), 'Failed');
      const states: string[] = [];
      for await (const job of follow(fixture.p, fixture.creator, id)) states.push(job.state);
      assert.deepEqual(states, ['Failed']);
    });

    it('end when the reader loses access to the twin', async () => {
      const fixture = await fixtureOf(await platform());
      const { p, admin, reader, twinId, jobId } = fixture;
      let first = true;
      for await (const _ of follow(p, reader, jobId)) {
        if (first) await p.call(admin, `DELETE /accesscontrol/twins/${twinId}/members/users/${reader.userId}`);
        first = false;
      }
      assert.equal((await p.call(reader, `GET /jobs/${jobId}`)).status, 404);
      release(jobId);
    });
  },
  { jobKinds: testKinds },
);

it('events of a job do not keep the server from stopping', async () => {
  const p = await startPlatform({ jobKinds: testKinds });
  const fixture = await fixtureOf(p);
  const states: string[] = [];
  let stopped: Promise<void> | undefined;
  const started = Date.now();
  for await (const job of follow(p, fixture.reader, fixture.jobId)) {
    states.push(job.state);
    if (job.done === 1) {
      release(fixture.jobId);
      stopped ??= p.stop();
    }
  }
  await stopped;
  assert.ok(states.length > 0 && Date.now() - started < 5000);
});
