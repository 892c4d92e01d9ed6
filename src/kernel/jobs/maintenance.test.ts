import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eachDatabase } from '../../../test/support/databases.ts';
import { silentLog } from '../../std/log.ts';
import { tables } from '../db/query.ts';
import type { Maintenance } from './job.ts';
import { maintenanceMigrations, openMaintenance } from './maintenance.ts';
import { until } from './testing/support.ts';

const q = tables<{ maintenance: { holder: string | null; due: number; last_started: number; lease_until: number } }>();
const rows = q.selectFrom('maintenance').select(['due', 'last_started']);
const leased = rows.where('holder', 'is not', null);
const endLease = q.updateTable('maintenance').set({ lease_until: 1 });

eachDatabase('maintenance', (open) => {
  it('is done by one of several processes at a time, once in its interval', async () => {
    const db = await open();
    await db.migrate(maintenanceMigrations);
    let running = 0;
    let most = 0;
    const starts: { due: number; last_started: number }[] = [];
    const task: Maintenance = {
      name: 'sweep',
      everyMs: 200,
      async run() {
        const row = await db.first(rows);
        if (row !== undefined) starts.push(row);
        most = Math.max(most, ++running);
        await sleep(50);
        running--;
      },
    };
    const runners = [1, 2, 3].map(() => openMaintenance({ db, tasks: () => [task], log: silentLog }));
    for (const runner of runners) runner.start();
    await until('it ran four times', () => starts.length >= 4);
    await Promise.all(runners.map((runner) => runner.stop()));
    assert.equal(most, 1);
    for (const [n, { due, last_started: started }] of starts.entries()) {
      assert.ok(started >= due, 'it ran before it was due');
      if (n > 0) assert.equal(due, (starts[n - 1]?.last_started ?? 0) + 200);
    }
  });

  it('remembers over a restart when it ran, and runs again what a stop or a death interrupted', async () => {
    const db = await open();
    await db.migrate(maintenanceMigrations);
    const ran: string[] = [];
    const task = (name: string, run: Maintenance['run']): Maintenance => ({ name, everyMs: 60_000, run });
    const quick = task('quick', async () => void ran.push('quick'));
    const slow = task('slow', async (signal) => {
      ran.push('slow');
      await sleep(60_000, undefined, { signal });
    });
    const failing = task('failing', async () => {
      ran.push('failing');
      throw new Error('no');
    });
    for (let start = 0; start < 2; start++) {
      const runner = openMaintenance({ db, tasks: () => [quick, slow, failing], log: silentLog });
      runner.start();
      await until('the slow one runs', () => ran.filter((name) => name === 'slow').length === start + 1);
      await until('the failing one ran', () => ran.includes('failing'));
      await until('the quick one ran', () => ran.includes('quick'));
      await runner.stop();
    }
    assert.deepEqual(ran.sort(), ['failing', 'quick', 'slow', 'slow']);
  });

  it('takes over from a process that renews its lease no longer', async () => {
    const db = await open();
    await db.migrate(maintenanceMigrations);
    let runs = 0;
    const hangs: Maintenance = { name: 'sweep', everyMs: 60_000, run: () => new Promise(() => {}) };
    const works: Maintenance = { ...hangs, run: async () => void runs++ };
    const runner = (task: Maintenance) => {
      const made = openMaintenance({ db, tasks: () => [task], log: silentLog, leaseMs: 3_600_000 });
      made.start();
      return made;
    };
    const dead = runner(hangs);
    await until('it is taken', async () => (await db.all(leased)).length > 0);
    await dead.stop(0);
    await runner(works).stop(); // it looks once
    assert.equal(runs, 0);
    await db.write((tx) => tx.run(endLease));
    const next = runner(works);
    await until('it is taken over', () => runs === 1);
    await next.stop();
  });

  it('by a schedule waits for its instant, as the schedule of the last start has it', async () => {
    const db = await open();
    await db.migrate(maintenanceMigrations);
    const runner = (next: (after: number) => number | null, run: Maintenance['run']) => {
      const made = openMaintenance({ db, tasks: () => [{ name: 'check', next, run }], log: silentLog });
      made.start();
      return made;
    };
    const far = Date.now() + 86_400_000;
    let runs = 0;
    const count = async () => void runs++;
    const first = runner(() => far, count);
    await until('its instant is known', async () => (await db.first(rows))?.due === far);
    await first.stop();
    assert.equal(runs, 0, 'it does not run at its first start');
    const soon = Date.now() + 300;
    const second = runner((after) => (after < soon ? soon : far), count);
    await until('it has ended', async () => runs === 1 && (await db.first(rows))?.due === far);
    assert.ok(((await db.first(rows))?.last_started ?? 0) >= soon);
    await second.stop();
    const third = runner(() => null, count);
    await until('it never runs again', async () => ((await db.first(rows))?.due ?? 0) > far);
    await third.stop();
    assert.equal(runs, 1);
  });

  it('by a schedule runs again at the next start after a stop, and a minute after a failure', async () => {
    const db = await open();
    await db.migrate(maintenanceMigrations);
    const far = Date.now() + 86_400_000;
    let soon = Date.now() + 50;
    const ran: string[] = [];
    const runner = (run: Maintenance['run']) => {
      const next = (after: number) => (after < soon ? soon : far);
      const made = openMaintenance({ db, tasks: () => [{ name: 'check', next, run }], log: silentLog });
      made.start();
      return made;
    };
    const stopped = runner(async (signal) => {
      ran.push('stopped');
      await sleep(60_000, undefined, { signal });
    });
    await until('it runs', () => ran.length === 1);
    await stopped.stop();
    soon = 0;
    const failing = runner(async () => {
      ran.push('failing');
      throw new Error('no');
    });
    await until('it has failed', async () => ran.length === 2 && (await db.all(leased)).length === 0);
    const row = await db.first(rows);
    assert.equal(row?.due, (row?.last_started ?? 0) + 60_000);
    await failing.stop();
  });
});
