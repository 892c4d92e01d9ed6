import { hostname } from 'node:os';
import { join } from 'node:path';
import { openAreas } from './areas/areas.ts';
import type { WebhooksOptions } from './areas/webhooks/area.ts';
import { type AuthServer, openAuthServer } from './auth-server/auth-server.ts';
import { authMigrations } from './auth-server/migrations.ts';
import { people } from './auth-server/store/people.ts';
import { consoleFolder, consoleMount, frontDoor } from './console/mount.ts';
import { type Foundation, openFoundation } from './foundation.ts';
import type { Area } from './kernel/area.ts';
import type { Database, Migration } from './kernel/db/database.ts';
import type { SqliteOptions } from './kernel/db/sqlite.ts';
import { writeSomething } from './kernel/disk.ts';
import type { Figure } from './kernel/figures.ts';
import type { Api } from './kernel/http/endpoint.ts';
import type { Mount } from './kernel/http/mount.ts';
import { pipelineOf } from './kernel/http/pipeline.ts';
import { type HttpServer, httpServer, type ServerOptions } from './kernel/http/server.ts';
import { definitionsMount, healthMount } from './kernel/http/service.ts';
import { countedEngines } from './kernel/jobs/counted-engines.ts';
import { engineRunner } from './kernel/jobs/engine-process.ts';
import type { JobKind } from './kernel/jobs/job.ts';
import type { Jobs } from './kernel/jobs/jobs.ts';
import { openMaintenance } from './kernel/jobs/maintenance.ts';
import { keptFolders, workFolders } from './kernel/jobs/work-folder.ts';
import type { Log } from './kernel/log.ts';
import { kernelMigrations } from './kernel/migrations.ts';
import { givenBy } from './kernel/ports/complete.ts';
import type { Events, PlatformEvent } from './kernel/ports/events.ts';
import type { KernelPorts, Ports } from './kernel/ports/ports.ts';
import { originMaintenance } from './kernel/tracing/origins.ts';
import type { Tracer } from './kernel/tracing/span.ts';
import { referenceMount } from './reference/mount.ts';
import { consoleClientId, referenceClientId } from './setup/own-applications.ts';
import { prepare } from './setup/prepare.ts';
import type { Config } from './start/config.ts';
import { type Life, letGo, lifeOf } from './start/life.ts';

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

export interface App extends Life {
  readonly db: Database;
  readonly ports: Ports;
  readonly auth: AuthServer;
  readonly jobs: Jobs;
  /** What operators watch. */
  readonly figures: readonly Figure[];
  /** Answers whether what the program stands on can be used. */
  readonly health: Mount;
  /** Every step of the schema, in order. */
  readonly migrations: readonly Migration[];
  /** Everything that is served as operations. */
  readonly apis: readonly Api[];
  /** Applies the set-up file; answers the link that makes the first administrator, where there is none yet. */
  prepare(): Promise<string | undefined>;
}

interface Parts {
  readonly areas: readonly Area[];
  readonly ports: Ports;
  readonly figures: readonly Figure[];
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
    await letGo(foundation);
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
    webhooks: {
      allowedNetworks: config.webhooksAllowedNetworks,
      ...(options.webhooks ? { settings: options.webhooks } : {}),
    },
    carbonTools: config.carbonTools,
    federation: { ...config.federation, cacheFolder: join(config.dataDir, 'tables') },
    comparisonWaitMs: options.comparisonWaitMs,
  });
  const { events, ...given } = givenBy([...areas, { name: 'auth-server', ports: { people } }]);
  Object.assign(ports, given, { events: observed(events, options.onEvent) });
  return { areas, ports, figures: [engines.figure, ...areas.flatMap((area) => area.figures ?? [])] };
}

const observed = (events: Events, onEvent: AppOptions['onEvent']): Events =>
  onEvent
    ? {
        async raise(tx, event) {
          await events.raise(tx, event);
          tx.afterCommit(() => onEvent(event));
        },
      }
    : events;

const workRoot = ({ dataDir }: Config): string => join(dataDir, 'work', hostname());

const kernelPorts = (
  { jobs, mails, secrets, blobs, config }: Foundation,
  run: KernelPorts['engines']['run'],
): KernelPorts => ({
  blobs: blobs.blobs,
  containers: blobs.containers,
  engines: {
    run,
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
    library: config.library,
    reality: config.reality,
  },
});

async function appOf(foundation: Foundation, parts: Parts, options: AppOptions): Promise<App> {
  const { db, jobs, blobs, limiter, log } = foundation;
  const { areas, ports } = parts;
  const migrations = [...kernelMigrations, ...authMigrations, ...areas.flatMap((area) => area.migrations)];
  await db.migrate(migrations);
  const auth = await authServer(foundation, ports);
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
    figures: [...db.figures, ...jobs.figures, ...blobs.figures, ...parts.figures],
    health,
    migrations,
    apis,
    prepare: () => prepare(foundation, ports, auth),
    ...lifeOf(foundation, server, maintenance, areas),
  };
}

const authServer = (
  { config, db, secrets, log }: Foundation,
  { access, audit, mail, watches }: Ports,
): Promise<AuthServer> =>
  openAuthServer({
    config,
    db,
    secrets,
    log,
    sendMail: mail.send,
    audit,
    onOrganizationCreated: watches.organizations.created,
    onApplicationEnded: watches.applications.ended,
    invitations: access.invitations,
    ownClients: [consoleClientId, referenceClientId],
  });

function serverOf(
  { config, db, blobs, limiter, log, tracer }: Foundation,
  { areas, ports }: Parts,
  { apis, auth, health }: Pick<App, 'apis' | 'auth' | 'health'>,
  { checkAnswers = false, graceMs, onAnswer }: AppOptions,
): HttpServer {
  const { baseUrl, authUrl, vendorAliases, trustedProxies } = config;
  return httpServer({
    apis,
    mounts: [
      blobs.mount,
      ...areas.flatMap((area) => area.mounts ?? []),
      ...auth.mounts,
      health,
      definitionsMount({ apis, baseUrl, authUrl }),
      referenceMount({ authUrl, clientId: referenceClientId }),
      consoleMount({ folder: consoleFolder, baseUrl, authUrl, clientId: consoleClientId }),
      frontDoor,
    ],
    pipeline: pipelineOf({
      ...{ db, ports, limiter, baseUrl, vendorAliases },
      authenticate: auth.authenticate,
      authenticateApplication: auth.authenticateApplication,
    }),
    baseUrl,
    authUrl,
    trustedProxies,
    log,
    checkAnswers,
    graceMs,
    onAnswer,
    tracer,
  });
}
