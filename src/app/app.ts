import { availableParallelism, hostname } from 'node:os';
import { join } from 'node:path';
import { kernelArchive } from '../api/archive/kernel-tables.ts';
import type { AreaArchive } from '../api/archive/kind.ts';
import type { Area } from '../api/area.ts';
import { assemblePorts } from '../api/assemble-ports.ts';
import type { Api } from '../api/http/endpoint.ts';
import { pipelineOf } from '../api/http/pipeline.ts';
import { type HttpServer, httpServer, type ServerOptions } from '../api/http/server.ts';
import { kernelMigrations } from '../api/migrations.ts';
import { compileTable } from '../api/names/compile.ts';
import type { InstalledNames } from '../api/names/names.ts';
import type { Events, PlatformEvent } from '../api/ports/events.ts';
import type { KernelPorts, Ports } from '../api/ports/ports.ts';
import { requestRecorder } from '../api/request-log/recorder.ts';
import { definitionsMount, healthMount } from '../api/service.ts';
import { openAreas } from '../areas/areas.ts';
import type { WebhooksOptions } from '../areas/webhooks/area.ts';
import { authServerArchive } from '../auth-server/archived-tables.ts';
import { type AuthServer, openAuthServer } from '../auth-server/auth-server.ts';
import { authMigrations } from '../auth-server/migrations.ts';
import { people } from '../auth-server/store/people.ts';
import type { Config } from '../config/config.ts';
import type { Database, Migration } from '../kernel/db/database.ts';
import type { SqliteOptions } from '../kernel/db/sqlite.ts';
import { countedEngines } from '../kernel/jobs/counted-engines.ts';
import { engineRunner } from '../kernel/jobs/engine-process.ts';
import type { JobKind } from '../kernel/jobs/job.ts';
import type { Jobs } from '../kernel/jobs/jobs.ts';
import { openMaintenance } from '../kernel/jobs/maintenance.ts';
import { originMaintenance } from '../kernel/jobs/origins.ts';
import { keptFolders, workFolders } from '../kernel/jobs/work-folder.ts';
import type { RequestLog } from '../kernel/request-log/request-log.ts';
import type { Tracer } from '../kernel/tracing/span.ts';
import { writeSomething } from '../std/disk.ts';
import type { Gauge } from '../std/gauge.ts';
import type { Log } from '../std/log.ts';
import type { Mount } from '../std/mount.ts';
import { sharedSemaphore } from '../std/semaphore.ts';
import { type Foundation, openFoundation } from './foundation.ts';
import { type Lifecycle, lifecycleOf, release } from './lifecycle.ts';
import { installNames, namesOptions } from './names-file.ts';
import { outboxOf } from './outbox.ts';
import { pageMounts } from './pages.ts';
import { consoleClientId, referenceClientId } from './setup/own-applications.ts';
import { prepare } from './setup/prepare.ts';

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
  readonly tracer?: Tracer | undefined;
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

export interface App extends Lifecycle {
  readonly db: Database;
  readonly ports: Ports;
  readonly auth: AuthServer;
  readonly jobs: Jobs;
  /** Undefined where requests are not logged. */
  readonly requestLog: RequestLog | undefined;
  /** What operators watch. */
  readonly figures: readonly Gauge[];
  /** Answers whether what the program stands on can be used. */
  readonly health: Mount;
  /** Every step of the schema, in order. */
  readonly migrations: readonly Migration[];
  /** What of all tables goes into archives. */
  readonly archives: readonly AreaArchive[];
  /** Everything that is served as operations. */
  readonly apis: readonly Api[];
  /** Compiles a table of names against what is served, without using it. */
  compileNames(text: string): ReturnType<typeof compileTable>;
  /** Applies the set-up file; answers the link that makes the first administrator, where there is none yet. */
  prepare(): Promise<string | undefined>;
}

interface Parts {
  readonly areas: readonly Area[];
  /** Other words for the APIs of the areas. */
  readonly names: InstalledNames | undefined;
  readonly ports: Ports;
  readonly figures: readonly Gauge[];
}

/** Wires the whole program. It knows areas by their faces only: areas/areas.ts lists them. */
export async function openApp(config: Config, options: AppOptions): Promise<App> {
  let parts: Parts | undefined;
  const made = (): Parts => {
    if (parts === undefined) throw new Error('The areas are not made yet.');
    return parts;
  };
  const foundation = await openFoundation(config, options.log, {
    kinds: () => [...made().areas.flatMap((area) => area.jobs ?? []), ...(options.jobKinds ?? [])],
    ports: () => made().ports,
    sqlite: options.sqlite,
    tracer: options.tracer,
  });
  try {
    parts = partsOn(foundation, options);
    return await appOf(foundation, parts, options);
  } catch (error) {
    await release(foundation);
    throw error;
  }
}

/** The areas, and what they give each other. */
function partsOn(foundation: Foundation, options: AppOptions): Parts {
  const { config, db, log } = foundation;
  // an area is made with what the kernel gives, and uses what other areas give from the first request on
  const engines = countedEngines(engineRunner(config.engines, options.engineProgram));
  const ports = kernelPorts(foundation, engines.run) as Ports;
  const kit = { db, ports, baseUrl: config.baseUrl, log, tracer: foundation.tracer, now: Date.now };
  const areas = openAreas(kit, {
    auditDays: config.auditDays,
    requestLog: foundation.requestLog,
    webhooks: {
      allowedNetworks: config.webhooksAllowedNetworks,
      names: () => names,
      ...(options.webhooks ? { settings: options.webhooks } : {}),
    },
    carbonTools: config.carbonTools,
    federation: { ...config.federation, cacheFolder: join(config.dataDir, 'tables') },
    comparisonWaitMs: options.comparisonWaitMs,
    archivesBelow,
    testMode: config.testMode,
  });
  const { events, ...given } = assemblePorts([...areas, { name: 'auth-server', ports: { people } }]);
  const mail = outboxOf(foundation.mails, given.sandboxes);
  Object.assign(ports, given, { mail, events: observed(events, options.onEvent) });
  const names = installNames(config, areas);
  return { areas, names, ports, figures: [engines.figure, ...areas.flatMap((area) => area.figures ?? [])] };
}

const observed = (events: Events, onEvent: AppOptions['onEvent']): Events =>
  onEvent
    ? {
        ...events,
        async raise(tx, event) {
          await events.raise(tx, event);
          tx.afterCommit(() => onEvent(event));
        },
      }
    : events;

/** Of what areas stand on. */
const archivesBelow = [kernelArchive, authServerArchive];

/** Two more than there are cores, half of them for one person: a long one keeps nobody else waiting. */
const requestEngines = availableParallelism() + 2;

const workRoot = ({ dataDir }: Config): string => join(dataDir, 'work', hostname());

const kernelPorts = (
  { jobs, mails, secrets, blobs, config }: Foundation,
  run: KernelPorts['engines']['run'],
): KernelPorts => ({
  blobs: blobs.blobs,
  containers: blobs.containers,
  engines: {
    run,
    requests: sharedSemaphore(requestEngines, Math.floor(requestEngines / 2)),
    workFolder: workFolders(workRoot(config)),
    keptFolder: keptFolders(workRoot(config)),
  },
  jobs,
  mail: { send: mails.send },
  secrets,
  settings: {
    dataCenter: config.dataCenter,
    refusedExtensions: config.refusedExtensions,
    authUrl: config.authUrl,
    engineJobs: config.engines.jobs,
    ifc: { bytes: config.engines.ifcBytes },
    forms: config.forms,
    meshExport: { ...config.meshExport, cdnUrl: config.meshExport.cdnUrl ?? config.baseUrl },
    archives: config.archives,
    library: config.library,
    reality: config.reality,
  },
});

async function appOf(foundation: Foundation, parts: Parts, options: AppOptions): Promise<App> {
  const { db, jobs, blobs, limiter, log } = foundation;
  const { areas, ports } = parts;
  const migrations = [...kernelMigrations, ...authMigrations, ...areas.flatMap((area) => area.migrations)];
  await db.migrate(migrations);
  const auth = await authServer(foundation, parts);
  const apis = [...areas.flatMap((area) => area.apis), ...auth.apis];
  const disk = () => writeSomething(foundation.config.dataDir);
  const health = healthMount({ database: db.ping, files: foundation.store.ping, disk });
  const server = serverOf(foundation, parts, { apis, auth, health }, options);
  const maintenance = openMaintenance({
    db,
    log,
    tasks: () => [
      ...blobs.maintenance,
      limiter.maintenance,
      originMaintenance(db),
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
    requestLog: foundation.requestLog,
    figures: [
      ...db.figures,
      ...jobs.figures,
      ...blobs.figures,
      ...(foundation.requestLog?.figures ?? []),
      ...parts.figures,
    ],
    health,
    migrations,
    archives: [...archivesBelow, ...areas.map(({ archive }) => archive)],
    apis,
    compileNames: (text) => compileTable(text, namesOptions(foundation.config, areas)),
    prepare: () => prepare(foundation, ports, auth),
    ...lifecycleOf(foundation, server, maintenance, areas),
  };
}

const authServer = (
  { config, db, secrets, log, blobs }: Foundation,
  { names, ports: { access, audit, mail, listeners } }: Parts,
): Promise<AuthServer> =>
  openAuthServer({
    config: names ? { ...config, scopeAliases: [...config.scopeAliases, ...names.scopes] } : config,
    db,
    secrets,
    log,
    sendMail: mail.send,
    audit,
    onOrganizationCreated: listeners.organizations.created,
    onApplicationEnded: listeners.applications.ended,
    invitations: access.invitations,
    ownClients: [consoleClientId, referenceClientId],
    lastCheck: blobs.lastCheck,
  });

function serverOf(
  { config, db, blobs, limiter, log, tracer, requestLog }: Foundation,
  { areas, ports, names }: Parts,
  { apis, auth, health }: Pick<App, 'apis' | 'auth' | 'health'>,
  { checkAnswers = false, graceMs, onAnswer }: AppOptions,
): HttpServer {
  const { baseUrl, authUrl, trustedProxies } = config;
  const { authenticate, authenticateApplication } = auth;
  const vendorAliases = [...config.vendorAliases, ...(names?.vendors ?? [])];
  return httpServer({
    apis,
    mounts: [
      blobs.mount,
      ...areas.flatMap((area) => area.mounts ?? []),
      ...auth.mounts,
      health,
      definitionsMount({ apis, baseUrl, authUrl, names }),
      ...pageMounts(config),
    ],
    pipeline: pipelineOf({ db, ports, limiter, baseUrl, vendorAliases, authenticate, authenticateApplication }),
    baseUrl,
    authUrl,
    trustedProxies,
    log,
    checkAnswers,
    graceMs,
    onAnswer,
    onExchange: requestLog && requestRecorder({ log: requestLog, apis, identify: auth.identify, limiter }),
    names,
    tracer,
  });
}
