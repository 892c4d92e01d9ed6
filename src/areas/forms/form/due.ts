import type { Kit } from '../../../api/area.ts';
import { condition } from '../../../kernel/db/condition.ts';
import type { Database } from '../../../kernel/db/database.ts';
import type { Maintenance } from '../../../kernel/jobs/job.ts';
import { isPastDue, lastTimeZone } from '../../../std/due-day.ts';
import { type FormRow, q } from '../tables.ts';
import { mailDueForm } from './mail.ts';

const hour = 3_600_000;
const morning = 6 * hour;
const longest = 72 * hour;
const atOnce = 200;

/**
 * Tells who is responsible of forms whose due day has ended where their twin is, from six in the morning there; of a twin without a
 * time zone once the day has ended everywhere. Each once, and also when the server was away at that hour, for three days.
 */
export const tellDue = (kit: Kit): Maintenance => ({
  name: 'forms.due',
  everyMs: hour / 4,
  async run(signal) {
    if (!kit.ports.settings.forms.mail) return;
    const now = kit.now();
    for (let last: string | undefined = ''; last !== undefined; ) {
      signal.throwIfAborted();
      const after: string = last;
      last = await kit.db.write((tx) => tellSome(tx, after, now, kit));
    }
  },
});

type Writer = Parameters<Parameters<Database['write']>[0]>[0];

/** Answers the id to go on after; undefined when all are through. */
async function tellSome(tx: Writer, after: string, now: number, kit: Kit): Promise<string | undefined> {
  const open = q.selectFrom('forms').selectAll().where('deleted', 'is', null).where('state', '<>', 'Closed');
  const due = open
    .where('due', '>', now - longest)
    .where('due', '<=', now)
    .where('id', '>', after);
  const rows = await tx.all(due.where(condition`due_told is null or due_told <> due`).orderBy('id').limit(atOnce));
  for (const row of rows) if (await isToTell(tx, row, now, kit)) await tell(tx, row, kit);
  return rows.length === atOnce ? rows.at(-1)?.id : undefined;
}

async function isToTell(tx: Writer, { due, twin_id }: FormRow, now: number, { ports }: Kit): Promise<boolean> {
  const zone = (await ports.twins.find(tx, twin_id))?.timeZone;
  return due !== null && (zone ? isPastDue(due, now - morning, zone) : isPastDue(due, now, lastTimeZone));
}

async function tell(tx: Writer, row: FormRow, { ports, baseUrl }: Kit): Promise<void> {
  await mailDueForm(tx, row, baseUrl, ports);
  await tx.run(q.updateTable('forms').set({ due_told: row.due }).where('id', '=', row.id));
}
