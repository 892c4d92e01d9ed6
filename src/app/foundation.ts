import { hostname } from 'node:os';
import type { Ports } from '../api/ports/ports.ts';
import type { Config } from '../config/config.ts';
import { openBlobStore, provePermission } from '../kernel/blobs/open.ts';
import { type BlobService, blobService } from '../kernel/blobs/service.ts';
import type { BlobStore } from '../kernel/blobs/store.ts';
import type { Database } from '../kernel/db/database.ts';
import { openDatabase } from '../kernel/db/open.ts';
import type { SqliteOptions } from '../kernel/db/sqlite.ts';
import type { JobKind } from '../kernel/jobs/job.ts';
import { type Jobs, openJobs } from '../kernel/jobs/jobs.ts';
import { openRateLimiter, type RateLimiter } from '../kernel/limits/rate-limits.ts';
import { type Mails, openMails } from '../kernel/mail/mail.ts';
import { openRequestLog, type RequestLog } from '../kernel/request-log/request-log.ts';
import type { Tracer } from '../kernel/tracing/span.ts';
import type { Log } from '../std/log.ts';
import type { SecretBox } from '../std/secrets.ts';
import { blobRights } from './blob-rights.ts';
import { recordDamage } from './content-damage.ts';
import { openDataFolder } from './data-folder.ts';
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
  /** Undefined where requests are not logged. */
  readonly requestLog: RequestLog | undefined;
  readonly tracer: Tracer | undefined;
}

async function usableStore({ blobUrl, dataDir, blobRedirect }: Config): Promise<BlobStore> {
  const store = await openBlobStore(blobUrl, dataDir, blobRedirect);
  if (blobUrl !== undefined) await provePermission(store);
  return store;
}

/** What the foundation asks of what stands on it, once that is there. */
export interface Above {
  readonly kinds: () => readonly JobKind<never>[];
  readonly ports: () => Ports;
  /** How SQLite is used. */
  readonly sqlite?: SqliteOptions | undefined;
  readonly tracer?: Tracer | undefined;
}

/** Opens the stores that the configuration names. */
export async function openFoundation(
  config: Config,
  log: Log,
  { kinds, ports, sqlite, tracer }: Above,
): Promise<Foundation> {
  openDataFolder(config.dataDir, log);
  const db = await openDatabase(config.databaseUrl, config.dataDir, { sqlite, poolSize: config.databasePool });
  const closing = async (error: unknown): Promise<never> => {
    await db.close();
    throw error;
  };
  const secrets = await openSecrets(config, db).catch(closing);
  const store = await usableStore(config).catch(closing);
  const jobs = openJobs({
    db,
    kinds: () => [mails.kind, ...kinds()],
    log,
    place: `${hostname()} ${config.dataDir}`,
    accounts: {
      of: async (db, twinId) => (await ports().twins.find(db, twinId))?.accountId,
      several: (db) => ports().twins.severalAccounts(db),
    },
    tracer,
  });
  const mails = openMails({ enqueue: jobs.enqueue, secrets, settings: config, log });
  return {
    config,
    log,
    db,
    store,
    secrets,
    blobs: blobService({
      db,
      store,
      secrets,
      baseUrl: config.baseUrl,
      log,
      rights: blobRights(ports),
      recordDamage: recordDamage(ports),
      check: config.contentCheck,
      watch: { committed: (tx, upload) => ports().listeners.uploads.committed(tx, upload) },
    }),
    jobs,
    mails,
    limiter: openRateLimiter(db, config.rateLimits),
    requestLog: await openRequestLog(db, config, { ...config.requestLog, processes: config.processes }, log),
    tracer,
  };
}
