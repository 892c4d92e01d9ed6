import type { Maintenance } from '../kernel/jobs/job.ts';
import type { Core } from './core.ts';
import { removeOldAttempts } from './store/attempts.ts';
import { removeExpiredMailLinks } from './store/mail-links.ts';
import { removeExpiredPayloads } from './store/payloads.ts';
import { removeExpiredRevocations } from './store/revocations.ts';
import { removeOldSessionNotes } from './store/session-notes.ts';

const minute = 60_000;

/** Work that returns: keys are rotated, and what has expired is removed. */
export const serveMaintenance = (core: Core): Maintenance[] => [
  { name: 'auth.signing-keys', everyMs: 60 * minute, run: () => core.keys.maintain(Date.now()) },
  {
    name: 'auth.expired',
    everyMs: 10 * minute,
    async run() {
      const now = Date.now();
      for (const remove of [
        removeExpiredPayloads,
        removeExpiredRevocations,
        removeExpiredMailLinks,
        removeOldAttempts,
        removeOldSessionNotes,
      ]) {
        await core.db.write((tx) => remove(tx, now));
      }
    },
  },
];
