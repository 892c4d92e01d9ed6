import type { Kit } from '../../kernel/area.ts';
import type { Database } from '../../kernel/db/database.ts';
import type { Maintenance } from '../../kernel/jobs/job.ts';
import { condition } from '../../kernel/query/condition.ts';
import { tellOfDue } from './mail.ts';
import { q } from './tables.ts';

const hour = 3_600_000;
const day = 24 * hour;
const atHour = 6;
const atOnce = 200;

/** The last six o'clock in the morning, UTC. */
const lastMorning = (now: number): number => Math.floor((now - atHour * hour) / day) * day + atHour * hour;

/**
 * Tells who is responsible of forms whose due date had passed by the last morning, not more than a day before: once, and
 * also when the server was away at that hour.
 */
export const tellDue = (kit: Kit): Maintenance => ({
  name: 'forms.due',
  everyMs: hour / 4,
  async run(signal) {
    if (!kit.ports.settings.forms.mail) return;
    const morning = lastMorning(kit.now());
    for (let more = true; more; ) {
      signal.throwIfAborted();
      more = await kit.db.write((tx) => tellSome(tx, morning, kit));
    }
  },
});

type Writer = Parameters<Parameters<Database['write']>[0]>[0];

async function tellSome(tx: Writer, morning: number, { ports, baseUrl }: Kit): Promise<boolean> {
  const open = q.selectFrom('forms').selectAll().where('deleted', 'is', null).where('state', '<>', 'Closed');
  const due = open.where('due', '>', morning - day).where('due', '<=', morning);
  const rows = await tx.all(due.where(condition`due_told is null or due_told <> due`).limit(atOnce));
  for (const row of rows) {
    await tellOfDue(tx, row, baseUrl, ports);
    await tx.run(q.updateTable('forms').set({ due_told: row.due }).where('id', '=', row.id));
  }
  return rows.length === atOnce;
}
