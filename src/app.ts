import { hostname } from 'node:os';
import { join } from 'node:path';
import { accessWith, memberTwins } from './areas/access-control/access.ts';
import { sharesTwin } from './areas/access-control/acquaintances.ts';
import { admitCreatorWith } from './areas/access-control/admission.ts';
import { accessControlArea } from './areas/access-control/area.ts';
import { twinInvitations } from './areas/access-control/invitation/answer.ts';
import { openAudit } from './areas/audit/area.ts';
import { changedElementsArea } from './areas/changed-elements/area.ts';
import { jobsArea } from './areas/jobs/area.ts';
import { meshExportArea } from './areas/mesh-export/area.ts';
import { modelsArea } from './areas/models/area.ts';
import { modelsRepository } from './areas/models/repository.ts';
import { savedViewsArea } from './areas/saved-views/area.ts';
import { scenesArea } from './areas/scenes/area.ts';
import { storageArea } from './areas/storage/area.ts';
import { storageRepository, storedFiles } from './areas/storage/ports.ts';
import { createAccount, organizationAccount } from './areas/twins/account.ts';
import { twinsArea } from './areas/twins/area.ts';
import { factsOf, findTwin } from './areas/twins/twin.store.ts';
import { usersArea } from './areas/users/area.ts';
import { openWebhooks, type Webhooks, type WebhooksOptions } from './areas/webhooks/area.ts';
import { type AuthServer, openAuthServer } from './auth-server/auth-server.ts';
import { authMigrations } from './auth-server/migrations.ts';
import { directory } from './auth-server/store/directory.ts';
import { callerReader } from './auth-server/tokens/authenticate.ts';
import { blobRights } from './blob-rights.ts';
import type { Config } from './config.ts';
import { consoleFolder, consoleMount, frontDoor } from './console/mount.ts';
import { type Foundation, foundationMigrations, openFoundation } from './foundation.ts';
import type { Area, Kit } from './kernel/area.ts';
import type { Audit } from './kernel/audit.ts';
import type { Database } from './kernel/db/database.ts';
import type { SqliteOptions } from './kernel/db/sqlite.ts';
import { writeSomething } from './kernel/disk.ts';
import type { Api } from './kernel/http/endpoint.ts';
import type { Mount } from './kernel/http/mount.ts';
import { pipelineOf } from './kernel/http/pipeline.ts';
import { type HttpServer, httpServer, type ServerOptions } from './kernel/http/server.ts';
import { serviceMounts } from './kernel/http/service.ts';
import { engineRunner } from './kernel/jobs/engine-process.ts';
import type { JobKind } from './kernel/jobs/job.ts';
import type { Jobs } from './kernel/jobs/jobs.ts';
import { openMaintenance } from './kernel/jobs/maintenance.ts';
import { workFolders } from './kernel/jobs/work-folder.ts';
import type { Log } from './kernel/log.ts';
import type { PlatformEvent, RaiseEvent } from './kernel/ports.ts';
import type { Ports } from './kernel/wiring.ts';
import { type Life, letGo, lifeOf } from './life.ts';
import { modelPorts } from './model-ports.ts';
import { consoleClientId, referenceClientId } from './own-applications.ts';
import { prepare } from './prepare.ts';
import { referenceMount } from './reference/mount.ts';

export interface AppOptions {
  readonly log: Log;
  /** Answers that an endpoint does not declare become errors: for tests and development. */
  readonly checkAnswers?: boolean;
  /** How long idle connections are left open at the end: for tests. */
  readonly graceMs?: number;
  /** Sees every event whose transaction was committed. */
  readonly onEvent?: (event: PlatformEvent) => void;
  /** Sees every answer of an operation. */
  readonly onAnswer?: ServerOptions['onAnswer'];
  /** Shorter times of the delivery of events: for tests. */
  readonly webhooks?: WebhooksOptions['settings'];
  /** How long a request waits for a comparison: for tests. */
  readonly comparisonWaitMs?: number;
  /** Kinds of jobs besides those of the areas: for tests. */
  readonly jobKinds?: readonly JobKind<never>[];
  /** How SQLite is used: for measurements. */
  readonly sqlite?: SqliteOptions;
  /** The program that runs the engines: for tests. */
  readonly engineProgram?: string;
}

export interface App extends Life {
  readonly db: Database;
  readonly ports: Ports;
  readonly auth: AuthServer;
  readonly jobs: Jobs;
  /** Everything that is served as operations. */
  readonly apis: readonly Api[];
  /** Applies the set-up file; answers the link that makes the first administrator, where there is none yet. */
  prepare(): Promise<string | undefined>;
}

/** Wires the whole program. The only place that knows all areas. */
export async function openApp(config: Config, options: AppOptions): Promise<App> {
  let areas: readonly Area[] = [];
  const kinds = () => [...areas.flatMap((area) => area.jobs ?? []), ...(options.jobKinds ?? [])];
  let ports: Ports | undefined;
  const rights = blobRights(() => ports as Ports);
  const foundation = await openFoundation(config, options.log, kinds, rights, options.sqlite);
  try {
    return await wiredOn(foundation, options, (made) => {
      areas = made.areas;
      ports = made.ports;
    });
  } catch (error) {
    await letGo(foundation);
    throw error;
  }
}

async function wiredOn(
  foundation: Foundation,
  options: AppOptions,
  onWired: (made: { readonly areas: readonly Area[]; readonly ports: Ports }) => void,
): Promise<App> {
  const { config, db, jobs } = foundation;
  const kit = kitOf(foundation, () => ports);
  const { audit, area: auditArea } = openAudit(kit, config.auditDays);
  const webhooks = openWebhooks(kit, {
    allowedNetworks: config.webhooksAllowedNetworks,
    ...(options.webhooks ? { settings: options.webhooks } : {}),
  });
  const ports = portsOf(foundation, observed(webhooks.raise, options.onEvent), audit.record, options.engineProgram);
  const areas: readonly Area[] = [
    twinsArea(kit, async (tx, twinId) => {
      for (const area of areas) await area.purgeTwin?.(tx, twinId);
    }),
    accessControlArea(kit),
    storageArea(kit),
    modelsArea(kit),
    meshExportArea(kit),
    changedElementsArea(kit, options.comparisonWaitMs),
    savedViewsArea(kit),
    scenesArea(),
    webhooks.area,
    jobsArea(jobs),
    usersArea(sharesTwin),
    auditArea,
  ];
  onWired({ areas, ports });
  await db.migrate([...foundationMigrations, ...authMigrations, ...areas.flatMap((area) => area.migrations)]);
  const auth = await authServer(foundation, ports, webhooks, audit);
  const apis = [...areas.flatMap((area) => area.apis), ...auth.apis];
  const mounts = areas.flatMap((area) => area.mounts ?? []);
  const server = serverOf(foundation, ports, { apis, mounts }, auth, options);
  const maintenance = openMaintenance({
    db,
    log: options.log,
    tasks: () => [
      ...foundation.blobs.maintenance,
      foundation.limiter.maintenance,
      ...auth.maintenance,
      jobs.maintenance,
      ...areas.flatMap((area) => area.maintenance ?? []),
    ],
  });
  return {
    db,
    ports,
    auth,
    jobs,
    apis,
    prepare: () => prepare(foundation, ports, auth),
    ...lifeOf(foundation, server, webhooks, maintenance, areas),
  };
}

/** Areas are made before the ports that they are given: they use them at the first request only. */
const kitOf = ({ db, config, log }: Foundation, ports: () => Ports): Kit => ({
  db,
  baseUrl: config.baseUrl,
  log,
  now: Date.now,
  get ports() {
    return ports();
  },
});

const observed = (raise: RaiseEvent, onEvent: AppOptions['onEvent']): RaiseEvent =>
  onEvent
    ? async (tx, event) => {
        await raise(tx, event);
        tx.afterCommit(() => onEvent(event));
      }
    : raise;

function portsOf(
  { db, jobs, mails, secrets, blobs, config }: Foundation,
  raise: RaiseEvent,
  audit: Audit['record'],
  engineProgram?: string,
): Ports {
  const ofModels = modelPorts(() => ports, config.baseUrl);
  const ports: Ports = {
    accessTo: accessWith(findTwin),
    findTwin,
    memberTwins,
    admitCreator: admitCreatorWith(() => ports),
    users: directory,
    raise,
    enqueue: jobs.enqueue,
    cancelJob: async (tx, id) => ['cancelled', 'cancelling'].includes(await jobs.cancel(tx, id)),
    retryJob: jobs.retry,
    holdJob: jobs.hold,
    releaseJob: jobs.release,
    findJob: jobs.find,
    cancelJobsOf: jobs.cancelInTwin,
    sendMail: mails.send,
    audit,
    secrets,
    blobs: blobs.blobs,
    files: storedFiles(db, blobs.blobs, { fileWatch: ofModels.fileWatch, findTwin, raise }),
    ...ofModels,
    runEngine: engineRunner(config.engines, engineProgram),
    workFolder: workFolders(join(config.dataDir, 'work', hostname())),
    async organizationAccount(db, organizationId) {
      const row = await organizationAccount(db, organizationId);
      return row && factsOf(row);
    },
    callerOf: callerReader(),
    generatedRepositories: [storageRepository, modelsRepository(() => ports)],
    settings: {
      refusedExtensions: config.refusedExtensions,
      authUrl: config.authUrl,
      engineJobs: config.engines.jobs,
      ifc: { bytes: config.engines.ifcBytes },
      meshExport: { ...config.meshExport, cdnUrl: config.meshExport.cdnUrl ?? config.baseUrl },
    },
  };
  return ports;
}

const authServer = (
  { config, db, secrets, log }: Foundation,
  ports: Ports,
  webhooks: Webhooks,
  audit: Audit,
): Promise<AuthServer> =>
  openAuthServer({
    config,
    db,
    secrets,
    log,
    sendMail: ports.sendMail,
    audit,
    async onOrganizationCreated(tx, { id, name }) {
      await createAccount(tx, { name, organizationId: id, userId: null }, ports.admitCreator, Date.now());
    },
    onApplicationEnded: webhooks.applicationEnded,
    invitations: twinInvitations({ db, ports, now: Date.now }),
    ownClients: [consoleClientId, referenceClientId],
  });

function serverOf(
  { config, db, store, blobs, limiter, log }: Foundation,
  ports: Ports,
  { apis, mounts }: { readonly apis: readonly Api[]; readonly mounts: readonly Mount[] },
  auth: AuthServer,
  { checkAnswers = false, graceMs, onAnswer }: AppOptions,
): HttpServer {
  const { baseUrl, authUrl, vendorAliases, trustedProxies } = config;
  const disk = () => writeSomething(config.dataDir);
  const service = serviceMounts({ apis, baseUrl, authUrl, supports: { database: db.ping, files: store.ping, disk } });
  return httpServer({
    apis,
    mounts: [
      blobs.mount,
      ...mounts,
      ...auth.mounts,
      ...service,
      referenceMount({ authUrl, clientId: referenceClientId }),
      consoleMount({ folder: consoleFolder, baseUrl, authUrl, clientId: consoleClientId }),
      frontDoor,
    ],
    pipeline: pipelineOf({ db, ports, authenticate: auth.authenticate, limiter, baseUrl, vendorAliases }),
    baseUrl,
    authUrl,
    trustedProxies,
    log,
    checkAnswers,
    graceMs,
    onAnswer,
  });
}
