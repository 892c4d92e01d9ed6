import type { Log } from '../../../std/log.ts';
import type { Pace } from '../../../std/pace.ts';
import type { Database, Reader, Transaction } from '../../db/database.ts';
import { countUnreferenced } from '../collect.ts';
import type { RecordDamage } from '../damage.ts';
import type { BlobStore } from '../store.ts';
import { type Verified, verifyContent } from '../verify.ts';
import { type CheckRow, checkOf, deleteCheck, insertCheck } from './tables.ts';

export interface CheckDeps {
  readonly db: Database;
  readonly store: BlobStore;
  readonly log: Log;
  /** Puts a fault into the audit of those whose content it is. */
  readonly record: RecordDamage;
  readonly now: () => number;
}

/** What the last check that came to its end has found; times are milliseconds since 1970. */
export type ContentCheck = Readonly<Omit<CheckRow, 'state' | 'position' | 'ended'>> & { readonly ended: number };

/** Undefined before the first check has ended. */
export async function lastCheck(db: Reader): Promise<ContentCheck | undefined> {
  const row = await db.first(checkOf, { state: 'ended' });
  if (row === undefined) return undefined;
  const { state: _, position: __, ended, ...rest } = row;
  return { ...rest, ended: ended ?? rest.started };
}

const savedEveryMs = 10_000;

/**
 * Reads all stored content as fast as the pace says, records what is missing or changed, and goes on where a check before it was
 * interrupted. Errors: `Unavailable`, and the reason of the pace's signal; what was found until then is kept.
 */
export async function runCheck({ db, store, log, record, now }: CheckDeps, pace: Pace): Promise<void> {
  let check = (await db.first(checkOf, { state: 'running' })) ?? begun(now());
  let saved = now();
  for await (const { blob, lost } of verifyContent(db, store, { after: check.position, pace })) {
    check = counted(check, { blob, lost });
    if (lost === undefined && now() - saved < savedEveryMs) continue;
    await db.write(async (tx) => {
      if (lost !== undefined) await record(tx, { ...blob, fault: lost.fault });
      await put(tx, check);
    });
    saved = now();
    if (lost === undefined) continue;
    const facts = { blob: `${blob.area}/${blob.container}/${blob.id}`, fault: lost.fault };
    log.error(facts, `The check of the stored content found a fault: ${lost.why} Bring it back from a backup.`);
  }
  const unreferenced = await countUnreferenced({ db, store, now }, pace);
  const ended = { ...check, unreferenced, state: 'ended', ended: now() } as const;
  await db.write(async (tx) => {
    await tx.run(deleteCheck, { state: 'running' });
    await put(tx, ended);
  });
  const { contents, bytes, missing, changed } = ended;
  log.info({ contents, bytes, missing, changed, unreferenced }, 'The check of the stored content has ended.');
}

const begun = (started: number): CheckRow => ({
  state: 'running',
  started,
  ended: null,
  position: '',
  contents: 0,
  bytes: 0,
  missing: 0,
  changed: 0,
  unreferenced: 0,
});

const counted = (check: CheckRow, { blob, lost }: Verified): CheckRow => ({
  ...check,
  position: blob.id,
  contents: check.contents + 1,
  bytes: check.bytes + (blob.size ?? 0),
  missing: check.missing + Number(lost?.fault === 'missing'),
  changed: check.changed + Number(lost?.fault === 'changed'),
});

async function put(tx: Transaction, check: CheckRow): Promise<void> {
  await tx.run(deleteCheck, check);
  await tx.run(insertCheck, check);
}
