import type { Area, Kit } from '../../api/area.ts';
import { auditArchive } from './archived-tables.ts';
import { entryEndpoints } from './entry/endpoints.ts';
import { auditLog, removeOldEntries } from './log.ts';
import { auditMigrations } from './tables.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** The log of what matters, and its API. `keptDays` 0 keeps entries for ever. */
export function auditArea({ db, log, now }: Kit, keptDays: number): Area {
  const audit = auditLog(log, now);
  const removal = {
    name: 'audit.old',
    everyMs: hour,
    run: () => db.write(async (tx) => void (await removeOldEntries(tx, now() - keptDays * day))),
  };
  return {
    name: 'audit',
    apis: [
      {
        name: 'audit',
        title: 'Audit',
        version: 1,
        prefix: '/audit',
        description: 'Who did what that concerns access, when, from where and about what.',
        endpoints: entryEndpoints(audit),
        changelog: [
          {
            date: '2026-11-27',
            text: 'Further actions: archives of twins that were asked for or fetched. `about` may be an Archive.',
          },
          {
            date: '2026-11-27',
            text:
              'Further actions: twins deleted and brought back, webhooks, systems of Federation and their credentials, ' +
              'detectors published to all, changed and missing content. `about` may be a Twin, Webhook, System, Detector or Content.',
          },
          { date: '2026-11-22', text: 'First edition.' },
        ],
      },
    ],
    archive: auditArchive,
    migrations: auditMigrations,
    ports: { audit },
    maintenance: keptDays === 0 ? [] : [removal],
  };
}
