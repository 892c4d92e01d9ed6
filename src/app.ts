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
import type { Database } from './kernel/db/database.ts';
import type { SqliteOptions } from './kernel/db/sqlite.ts';
import { writeSomething } from './kernel/disk.ts';
import type { Api } from './kernel/http/endpoint.ts';
import { pipelineOf } from './kernel/http/pipeline.ts';
import { type HttpServer, httpServer, type ServerOptions } from './kernel/http/server.ts';
import { serviceMounts } from './kernel/http/service.ts';
import { engineRunner } from './kernel/jobs/engine-process.ts';
import type { JobKind } from './kernel/jobs/job.ts';
import type { Jobs } from './kernel/jobs/jobs.ts';
import { openMaintenance } from './kernel/jobs/maintenance.ts';
import { workFolders } from './kernel/jobs/work-folder.ts';
import type { Log } from './kernel/log.ts';
import { kernelMigrations } from './kernel/migrations.ts';
import { givenBy } from './kernel/ports/complete.ts';
import type { Events, PlatformEvent } from './kernel/ports/events.ts';
import type { KernelPorts, Ports } from './kernel/ports/ports.ts';
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

interface Parts {
  readonly areas: readonly Area[];
  readonly ports: Ports;
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
  const ports = kernelPorts(foundation, options.engineProgram) as Ports;
  const kit = { db, ports, baseUrl: config.baseUrl, log, now: Date.now };
  const areas = openAreas(kit, {
    auditDays: config.auditDays,
    webhooks: {
      allowedNetworks: config.webhooksAllowedNetworks,
      ...(options.webhooks ? { settings: options.webhooks } : {}),
    },
    carbonTools: config.carbonTools,
    comparisonWaitMs: options.comparisonWaitMs,
  });
  const { events, ...given } = givenBy([...areas, { name: 'auth-server', ports: { people } }]);
  Object.assign(ports, given, { events: observed(events, options.onEvent) });
  return { areas, ports };
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

const kernelPorts = ({ jobs, mails, secrets, blobs, config }: Foundation, engineProgram?: string): KernelPorts => ({
  blobs: blobs.blobs,
  containers: blobs.containers,
  engines: {
    run: engineRunner(config.engines, engineProgram),
    workFolder: workFolders(join(config.dataDir, 'work', hostname())),
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
  },
});

async function appOf(foundation: Foundation, parts: Parts, options: AppOptions): Promise<App> {
  const { db, jobs, blobs, limiter, log } = foundation;
  const { areas, ports } = parts;
  await db.migrate([...kernelMigrations, ...authMigrations, ...areas.flatMap((area) => area.migrations)]);
  const auth = await authServer(foundation, ports);
  const apis = [...areas.flatMap((area) => area.apis), ...auth.apis];
  const server = serverOf(foundation, parts, apis, auth, options);
  const maintenance = openMaintenance({
    db,
    log,
    tasks: () => [
      ...blobs.maintenance,
      limiter.maintenance,
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
  { config, db, store, blobs, limiter, log }: Foundation,
  { areas, ports }: Parts,
  apis: readonly Api[],
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
      ...areas.flatMap((area) => area.mounts ?? []),
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
