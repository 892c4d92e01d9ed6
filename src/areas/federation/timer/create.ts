import type { Context } from '../../../api/http/context.ts';
import { type RawInput, reply } from '../../../api/http/endpoint.ts';
import { type Detail, fail, isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { newId } from '../../../std/ids.ts';
import { jsonOf, readJson } from '../../../std/json.ts';
import { membersOf } from '../../../std/records.ts';
import { nextFiring, scheduleFault, type Wrong } from '../../../std/schedule.ts';
import { fold } from '../../../std/text.ts';
import { invalidCreateTimer, invalidValue, overQuota, timerExists } from '../errors.ts';
import { type PackageRegistry, packageIn } from '../registry.ts';
import type { TimerCreate } from '../schema/timer.ts';
import type { Parameter, TimerRow } from '../tables.ts';
import { deleteTimer, findTimer, insertTimer, openRuns, removeRuns, runsOf, timersOf, updateTimer } from './store.ts';

const most = 100;
const cronFaults: Readonly<Record<Wrong, string>> = {
  invalid: 'Provided Cronos Expression value contains invalid characters.',
  tooOften: 'Provided Cronos Expression value would run more often than once a minute.',
  never: 'Provided Cronos Expression value would never run.',
};

/** What no schema says: the schedule must make sense, and the package be there. */
export const checkTimer =
  (book: PackageRegistry) =>
  ({ body }: RawInput, { twin }: Access, { now }: Context): readonly Detail[] => {
    const { cronStr, packageUniqueName } = membersOf(body);
    const details: Detail[] = [];
    if (typeof packageUniqueName === 'string' && packageIn(book, twin, packageUniqueName.trim()) === undefined) {
      details.push(invalidValue('PackageUniqueName', 'Provided Package Unique Name value is not known.'));
    }
    const fault = typeof cronStr === 'string' && cronStr.trim() !== '' ? scheduleFault(cronStr, now) : undefined;
    if (fault !== undefined) details.push(invalidValue('CronStr', cronFaults[fault]));
    return details;
  };

export const timerView = (row: TimerRow) => ({
  id: row.id,
  name: row.name,
  packageUniqueName: row.unique_name,
  cronStr: row.cron,
  enabled: row.enabled === 1,
  parameters: readJson(row.parameters),
});

export async function createTimer({ twin }: Access, body: TimerCreate, context: Context) {
  const outcome = await context.write(async (tx) => {
    const others = await timersOf(tx, twin.id);
    if (others.length >= most) {
      const details = [overQuota('timers', `A twin has at most ${most} timers.`)];
      return fail(invalidCreateTimer, { details });
    }
    const taken = new Set(others.map(({ name_key }) => name_key));
    const name = body.name || freeName(`${body.packageUniqueName} ${body.cronStr}`, taken);
    if (taken.has(fold(name))) {
      const details = [invalidValue('name', 'A timer with the specified name already exists.')];
      return fail(timerExists, { details });
    }
    const row = rowOf(twin.id, name, body, context);
    await insertTimer(tx, row);
    return row;
  });
  return isFailed(outcome) ? outcome : reply(201, timerView(outcome));
}

function rowOf(twin_id: string, name: string, body: TimerCreate, { caller, now }: Context): TimerRow {
  const enabled = body.enabled ?? true;
  const parameters: Parameter[] | null = body.parameters?.map(({ name, value }) => ({ name, value })) ?? null;
  return {
    id: newId(),
    twin_id,
    name,
    name_key: fold(name),
    unique_name: body.packageUniqueName,
    cron: body.cronStr,
    enabled: enabled ? 1 : 0,
    parameters: jsonOf<Parameter[] | null>(parameters),
    created_by: caller.userId,
    client_id: caller.clientId,
    next_due: enabled ? nextFiring(body.cronStr, now) : null,
    version: 1,
  };
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? name : `${name} (${number})`;
    if (!taken.has(fold(numbered))) return numbered;
  }
}

async function again(tx: Transaction, id: string): Promise<TimerRow> {
  const row = await findTimer(tx, id);
  if (row === undefined) throw new NoLongerThere(`Timer ${id} was deleted.`);
  return row;
}

/** Switches a timer off or on; what was missed while it was off is not caught up. */
export async function toggleTimer({ id }: TimerRow, context: Context) {
  const outcome = await context.write(async (tx) => {
    const before = await again(tx, id);
    const enabled = before.enabled === 1 ? 0 : 1;
    const next_due = enabled === 1 ? nextFiring(before.cron, context.now) : null;
    const row = { ...before, enabled, next_due, version: before.version + 1 };
    await updateTimer(tx, row);
    return row;
  });
  return isFailed(outcome) ? outcome : reply(200, timerView(outcome));
}

/** Removes a timer with its runs and their results; one under way is cancelled. */
export async function removeTimer({ id }: TimerRow, context: Context) {
  const { jobs, blobs } = context.ports;
  return context.write(async (tx) => {
    await again(tx, id);
    for (const { job_id } of await openRuns(tx, id)) if (job_id !== null) await jobs.cancel(tx, job_id);
    await removeRuns(tx, await runsOf(tx, id, undefined, 1000), (one, ids) => blobs.remove(one, ids));
    await deleteTimer(tx, id);
  });
}
