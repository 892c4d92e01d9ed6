import { mkdirSync } from 'node:fs';
import { accessWith, memberTwins } from './areas/access-control/access.ts';
import { admitCreatorWith } from './areas/access-control/admission.ts';
import { accessControlMigrations } from './areas/access-control/tables.ts';
import { createAccount, organizationAccount } from './areas/twins/account.ts';
import { twinsArea } from './areas/twins/area.ts';
import { factsOf, findTwin } from './areas/twins/twin.store.ts';
import { openWebhooks, type WebhooksOptions } from './areas/webhooks/area.ts';
import type { Core } from './auth-server/core.ts';
import { authMigrations } from './auth-server/migrations.ts';
import { directory } from './auth-server/store/directory.ts';
import { openRevocations } from './auth-server/store/revocations.ts';
import { openSigningKeys } from './auth-server/store/signing-keys.ts';
import { authenticateWith, callerReader } from './auth-server/tokens/authenticate.ts';
import type { Config } from './config.ts';
import type { Area, Kit } from './kernel/area.ts';
import { openBlobStore } from './kernel/blobs/open.ts';
import { blobService } from './kernel/blobs/service.ts';
import { blobMigrations } from './kernel/blobs/tables.ts';
import type { Database, Transaction } from './kernel/db/database.ts';
import { openDatabase } from './kernel/db/open.ts';
import { idempotencyMigrations } from './kernel/http/idempotency.ts';
import { pipelineOf } from './kernel/http/pipeline.ts';
import { httpServer } from './kernel/http/server.ts';
import { serviceMounts } from './kernel/http/service.ts';
import { type Jobs, openJobs } from './kernel/jobs/jobs.ts';
import { maintenanceMigrations, openMaintenance } from './kernel/jobs/maintenance.ts';
import { jobMigrations } from './kernel/jobs/tables.ts';
import { openRateLimiter, rateLimitMigrations } from './kernel/limits/rate-limits.ts';
import type { Log } from './kernel/log.ts';
import type { PlatformEvent, RaiseEvent } from './kernel/ports.ts';
import { secretBox } from './kernel/std/secret-box.ts';
import type { Ports } from './kernel/wiring.ts';
import { secretsKey } from './secrets-key.ts';

export interface AppOptions {
  readonly log: Log;
  /** Answers that an endpoint does not declare become errors: for tests and development. */
  readonly checkAnswers?: boolean;
  /** Sees every event whose transaction was committed. */
  readonly onEvent?: (event: PlatformEvent) => void;
  /** Shorter times of the delivery of events: for tests. */
  readonly webhooks?: WebhooksOptions['settings'];
}

export interface App {
  readonly db: Database;
  readonly ports: Ports;
  readonly core: Core;
  readonly jobs: Jobs;
  readonly areas: readonly Area[];
  /** Answers the port it listens at. */
  listen(): Promise<number>;
  /** Finishes what is under way, then lets go of everything. */
  close(): Promise<void>;
}

const sharedEveryMs = 2000;
const stopLimitMs = 6000;

/** Wires the whole program. The only place that knows all areas. */
export async function openApp(config: Config, options: AppOptions): Promise<App> {
  const { log } = options;
  mkdirSync(config.dataDir, { recursive: true });
  const db = openDatabase(config.databaseUrl, config.dataDir, config.processes);
  const secrets = secretBox(secretsKey(config.secretsKey, config.dataDir));
  const store = await openBlobStore(config.blobUrl, config.dataDir);
  const blobs = blobService({ db, store, secrets, baseUrl: config.baseUrl, log });
  let areas: readonly Area[] = [];
  const jobs = openJobs({ db, kinds: () => areas.flatMap((area) => area.jobs ?? []) as never, log });
  const raise: RaiseEvent = async (tx, event) => {
    await webhooks.raise(tx, event);
    tx.afterCommit(() => options.onEvent?.(event));
  };
  const admitCreator = admitCreatorWith(raise);
  const ports: Ports = {
    accessTo: accessWith(findTwin),
    findTwin,
    memberTwins,
    admitCreator,
    users: directory,
    raise,
    enqueue: jobs.enqueue,
    cancelJobsOf: jobs.cancelInTwin,
    sendMail: async () => {},
    secrets,
    blobs: blobs.blobs,
    organizationAccount: async (db, organizationId) => {
      const row = await organizationAccount(db, organizationId);
      return row && factsOf(row);
    },
    callerOf: callerReader(),
    generatedRepositories: [],
    settings: { refusedExtensions: config.refusedExtensions },
  };
  const kit: Kit = { db, ports, baseUrl: config.baseUrl, log, now: Date.now };
  const purgeEverywhere = async (tx: Transaction, twinId: string) => {
    for (const area of areas) await area.purgeTwin?.(tx, twinId);
  };
  const webhooks = openWebhooks(kit, {
    allowedNetworks: config.webhooksAllowedNetworks,
    ...(options.webhooks ? { settings: options.webhooks } : {}),
  });
  areas = [
    twinsArea(kit, purgeEverywhere),
    webhooks.area,
    { name: 'access-control', apis: [], migrations: accessControlMigrations },
  ];
  await db.migrate([
    ...jobMigrations,
    ...maintenanceMigrations,
    ...idempotencyMigrations,
    ...rateLimitMigrations,
    ...blobMigrations,
    ...authMigrations,
    ...areas.flatMap((area) => area.migrations),
  ]);
  const core = {
    db,
    secrets,
    issuer: config.authUrl,
    baseUrl: config.baseUrl,
    host: new URL(config.authUrl).host,
    apiScopes: ['twin-platform', ...config.scopeAliases],
    keys: await openSigningKeys(db, secrets, Date.now()),
    revocations: openRevocations(db),
    onOrganizationCreated: (tx: Transaction, organization: { id: string; name: string }) =>
      createAccount(
        tx,
        { name: organization.name, organizationId: organization.id, userId: null },
        admitCreator,
        Date.now(),
      ),
  } as unknown as Core;
  const limiter = openRateLimiter(db, config.rateLimits);
  const apis = areas.flatMap((area) => area.apis);
  const server = httpServer({
    apis,
    mounts: [
      blobs.mount,
      ...serviceMounts({ apis, baseUrl: config.baseUrl, authUrl: config.authUrl, ready: () => store.ping() }),
    ],
    pipeline: pipelineOf({
      db,
      ports,
      authenticate: authenticateWith(core),
      limiter,
      baseUrl: config.baseUrl,
      vendorAliases: config.vendorAliases,
    }),
    baseUrl: config.baseUrl,
    authUrl: config.authUrl,
    trustedProxies: config.trustedProxies,
    log,
    checkAnswers: options.checkAnswers ?? false,
  });
  const maintenance = openMaintenance({
    db,
    log,
    tasks: () => [...blobs.maintenance, jobs.maintenance, ...areas.flatMap((area) => area.maintenance ?? [])],
  });
  const sharing = setInterval(() => void limiter.share(Date.now()).catch(() => {}), sharedEveryMs);
  sharing.unref();
  return {
    db,
    ports,
    core,
    jobs,
    areas,
    async listen() {
      await jobs.start();
      maintenance.start();
      webhooks.start();
      return server.listen(config.port, config.host);
    },
    async close() {
      clearInterval(sharing);
      await server.close();
      await Promise.all([maintenance.stop(), webhooks.stop(stopLimitMs)]);
      await jobs.stop();
      store.close();
      await db.close();
    },
  };
}
