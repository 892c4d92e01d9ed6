import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/eventually.ts';
import { eachPlatform, type Person, requireSuccess } from '../../../../test/support/platform.ts';
import { lastFiring, nextFiring, scheduleFault } from '../../../std/schedule.ts';
import { houseFile, imported, newModel } from '../../models/testing/files.ts';
import { atTwin, peopleOf, placeOf } from '../testing/fixture.ts';
import { lookForTimers } from '../testing/timers.ts';
import { runKind } from './job.ts';
import { runsOf } from './store.ts';

const at = (text: string): number => Date.parse(text);
const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

describe('schedules', () => {
  it('are in UTC, and want day of month and day of week both', () => {
    const days = [];
    for (let day = at('2026-01-01T00:00:00Z'), count = 0; count < 3; count++) {
      day = nextFiring('0 0 13 * 5', day) ?? 0;
      days.push(iso(day)?.slice(0, 10));
    }
    assert.deepEqual(days, ['2026-02-13', '2026-03-13', '2026-11-13']);
    assert.equal(iso(nextFiring('0 0 L 2 *', at('2024-02-01T00:00:00Z'))), '2024-02-29T00:00:00.000Z');
    assert.equal(iso(nextFiring('15 30 2 * * *', at('2026-03-29T00:59:00Z'))), '2026-03-29T02:30:15.000Z');
    assert.equal(nextFiring('0 0 0 1 1 ? 2026', at('2026-06-01T00:00:00Z')), null);
  });

  it('fire last at a moment that is found', () => {
    const [from, to] = [at('2026-01-01T00:00:00Z'), at('2026-01-01T05:10:00Z')];
    assert.equal(iso(lastFiring('*/15 * * * *', from, to)), '2026-01-01T05:00:00.000Z');
    assert.equal(iso(lastFiring('0 0 * * *', from, to)), '2026-01-01T00:00:00.000Z');
    assert.equal(lastFiring('0 12 * * *', from, to), null);
  });

  it('that are none, fire too often or never are refused', () => {
    const now = at('2026-01-01T00:00:30Z');
    const faults = [
      '*/30 0 0 1 * *',
      '0,59 * * * * *',
      '* * * * *',
      '0 0 31 4 *',
      '@hourly',
      '1 2 3',
      '59 59 23 31 12 * 2026',
    ];
    assert.deepEqual(
      faults.map((one) => scheduleFault(one, now)),
      ['tooOften', 'tooOften', undefined, 'never', 'invalid', 'invalid', undefined],
    );
  });
});

type Place = Awaited<ReturnType<typeof placeOf>>;

eachPlatform('timers', (platform) => {
  const newPlace = async (): Promise<Place> => {
    const place = await placeOf(await peopleOf(await platform()));
    const { id } = await newModel(place.p, place.analyst, place.root, 'house.ifc', houseFile(5));
    await imported(place.p, place.analyst, id);
    return place;
  };
  const newTimer = async ({ p, twinId }: Place, who: Person, body: object = {}): Promise<string> => {
    const parameters = [
      { name: 'entitySet', value: 'Elements' },
      { name: 'filter', value: "Class eq 'IfcWall'" },
    ];
    const timer = { packageUniqueName: 'TWIN_MODELS', cronStr: '* * * * *', parameters, ...body };
    return requireSuccess(await p.call(who, `POST ${atTwin(twinId)}/timers`, { body: timer })).id;
  };
  const runsIn = async ({ p, owner, twinId }: Place, timer: string) =>
    requireSuccess(await p.call(owner, `GET ${atTwin(twinId)}/timers/${timer}/runs`)).runs;
  const look = ({ p }: Place, later: number) => lookForTimers(p, later);
  const ended = (place: Place, timer: string) =>
    eventually(async () => {
      const runs = await runsIn(place, timer);
      assert.ok(
        runs.length > 0 && runs.every(({ endedDateTime }: { endedDateTime: unknown }) => endedDateTime !== null),
      );
      return runs;
    });
  const minutes = 60_000;

  it('keep the answer of their package, once for all that was missed', async () => {
    const place = await newPlace();
    const { p, owner, manager, twinId } = place;
    const timer = await newTimer(place, owner);
    await look(place, 0);
    await look(place, 4 * minutes);
    await look(place, 4 * minutes);
    const [run, ...others] = await ended(place, timer);
    assert.deepEqual(others, [], 'one run for four minutes');
    assert.deepEqual([run.state, run.rows, run.message], ['Succeeded', 2, null]);
    const late = Date.parse(run.scheduledDateTime) - Date.now();
    assert.ok(late > 2 * minutes && late <= 4 * minutes, 'the newest that was missed');
    const result = await fetch(run.result.href);
    assert.equal(result.headers.get('content-type'), 'application/json');
    const { data }: { data: { Class: string }[] } = JSON.parse(await result.text());
    assert.deepEqual(
      data.map((row) => row.Class),
      ['IfcWall', 'IfcWall'],
    );
    const [next] = requireSuccess(await p.call(owner, `GET ${atTwin(twinId)}/schedule`)).schedule;
    assert.deepEqual([next.timerId, next.lastRun.state, next.lastRun.rows], [timer, 'Succeeded', 2]);
    assert.ok(Date.parse(next.nextDateTime) > Date.parse(run.scheduledDateTime));
    const job = requireSuccess(await p.call(owner, `GET /jobs/${run.jobId}`)).job;
    assert.match(job.title, /^Timer TWIN_MODELS \* \* \* \* \*$/);
    const seen = requireSuccess(await p.call(manager, `GET ${atTwin(twinId)}/timers/${timer}/runs?$top=1`)).runs;
    assert.equal(seen[0].result, null, 'who may not execute the package gets no result');
    await p.call(owner, `PATCH ${atTwin(twinId)}/timers/${timer}/toggle`);
    await look(place, 10 * minutes);
    assert.equal((await runsIn(place, timer)).length, 1, 'it is off');
    await p.call(owner, `DELETE ${atTwin(twinId)}/timers/${timer}`);
    assert.notEqual((await fetch(run.result.href)).status, 200);
  });

  it('do not catch up what is a day old, or what was missed in a twin that is deleted', async () => {
    const place = await newPlace();
    const { p, owner, twinId } = place;
    const timer = await newTimer(place, owner, { cronStr: '0 0 1 1 *' });
    const dayAfter = Date.UTC(new Date().getUTCFullYear() + 1, 0, 2, 1); // it fired at the beginning of the day before
    await look(place, dayAfter - Date.now());
    assert.deepEqual(await runsIn(place, timer), []);
    const often = await newTimer(place, owner);
    await p.call(owner, `DELETE /twins/${twinId}`);
    await look(place, 2 * minutes);
    const gone = await p.call(owner, `GET ${atTwin(twinId)}/timers/${often}/runs`);
    assert.deepEqual([gone.status, gone.body.error.code], [404, 'TimerNotFound']);
    assert.deepEqual(await runsOf(p.app.db, often, undefined, 10), []);
  });

  it('skip what is due while the run before has not ended; it can be cancelled', async () => {
    const place = await newPlace();
    const { p, owner, analyst, twinId } = place;
    const timer = await newTimer(place, owner);
    const { db, ports } = p.app;
    // it holds up the lane of the timer
    await db.write((tx) =>
      ports.jobs.enqueue(tx, {
        kind: runKind,
        twinId: null,
        title: 'Later',
        createdBy: owner.userId,
        payload: { runId: '' },
        runAt: Date.now() + 3_600_000,
        lane: timer,
      }),
    );
    await look(place, minutes);
    await look(place, 2 * minutes);
    const [second, first] = await runsIn(place, timer);
    assert.deepEqual([second.state, second.message], ['Skipped', 'The previous run had not ended.']);
    assert.equal(first.state, 'Queued');
    assert.equal((await p.call(analyst, `POST /jobs/${first.jobId}/cancel`)).status, 403);
    assert.equal((await p.call(owner, `POST /jobs/${first.jobId}/cancel`)).status, 202);
    const page = requireSuccess(await p.call(owner, `GET ${atTwin(twinId)}/timers/${timer}/runs?$top=1`));
    assert.equal(page.runs[0].id, second.id);
    const next = requireSuccess(await p.call(owner, `GET ${page._links.next.href}`));
    assert.deepEqual([next.runs[0].id, next.runs[0].state, next._links.next], [first.id, 'Cancelled', undefined]);
  });

  it('end Failed for who may not execute the package any more, and for parameters that are wrong', async () => {
    const place = await newPlace();
    const { manager, owner } = place;
    const without = await newTimer(place, manager);
    const wrong = await newTimer(place, owner, { name: 'Wrong', parameters: [{ name: 'entitySet', value: 'x' }] });
    await look(place, minutes);
    const [run] = await ended(place, without);
    assert.deepEqual(
      [run.state, run.message, run.result],
      ['Failed', 'The creator of the timer may not execute the package any more.', null],
    );
    const [other] = await ended(place, wrong);
    assert.deepEqual([other.state, other.message], ['Failed', "There is no entity set 'x'."]);
  });
});
