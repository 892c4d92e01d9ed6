import { hostname } from 'node:os';
import type { Config } from './config.ts';
import { openDataFolder } from './data-folder.ts';
import { openBlobStore, provePermission } from './kernel/blobs/open.ts';
import type { BlobRights } from './kernel/blobs/rights.ts';
import { type BlobService, blobService } from './kernel/blobs/service.ts';
import type { BlobStore } from './kernel/blobs/store.ts';
import { blobMigrations } from './kernel/blobs/tables.ts';
import type { Database, Migration } from './kernel/db/database.ts';
import { openDatabase } from './kernel/db/open.ts';
import type { SqliteOptions } from './kernel/db/sqlite.ts';
import { idempotencyMigrations } from './kernel/http/idempotency.ts';
import type { JobKind } from './kernel/jobs/job.ts';
import { type Jobs, openJobs } from './kernel/jobs/jobs.ts';
import { maintenanceMigrations } from './kernel/jobs/maintenance.ts';
import { jobMigrations } from './kernel/jobs/tables.ts';
import { openRateLimiter, type RateLimiter, rateLimitMigrations } from './kernel/limits/rate-limits.ts';
import type { Log } from './kernel/log.ts';
import { type Mails, openMails } from './kernel/mail/mail.ts';
import type { SecretBox } from './kernel/ports.ts';
import { openSecrets } from './secrets-key.ts';

/** What everything else stands on: the stores, the queue, the keys. It knows no area. */
export interface Foundation {
  readonly config: Config;
  readonly log: Log;
  readonly db: Database;
  readonly store: BlobStore;
  readonly secrets: SecretBox;
  readonly blobs: BlobService;
  readonly jobs: Jobs;
  readonly mails: Mails;
  readonly limiter: RateLimiter;
}

export const foundationMigrations: readonly Migration[] = [
  ...jobMigrations,
  ...maintenanceMigrations,
  ...idempotencyMigrations,
  ...rateLimitMigrations,
  ...blobMigrations,
];

async function usableStore({ blobUrl, dataDir }: Config): Promise<BlobStore> {
  const store = await openBlobStore(blobUrl, dataDir);
  if (blobUrl !== undefined) await provePermission(store);
  return store;
}

/** Opens the stores that the configuration names; `kinds` is asked for when the first job is made. */
export async function openFoundation(
  config: Config,
  log: Log,
  kinds: () => readonly JobKind<never>[],
  rights: BlobRights,
  sqlite?: SqliteOptions,
): Promise<Foundation> {
  openDataFolder(config.dataDir, log);
  const db = await openDatabase(config.databaseUrl, config.dataDir, sqlite);
  const closing = async (error: unknown): Promise<never> => {
    await db.close();
    throw error;
  };
  const secrets = await openSecrets(config, db).catch(closing);
  const store = await usableStore(config).catch(closing);
  const jobs = openJobs({
    db,
    kinds: () => [mails.kind, ...kinds()] as readonly JobKind[],
    log,
    place: `${hostname()} ${config.dataDir}`,
  });
  const mails = openMails({ enqueue: jobs.enqueue, secrets, settings: config, log });
  return {
    config,
    log,
    db,
    store,
    secrets,
    blobs: blobService({ db, store, secrets, baseUrl: config.baseUrl, log, rights }),
    jobs,
    mails,
    limiter: openRateLimiter(db, config.rateLimits),
  };
}
