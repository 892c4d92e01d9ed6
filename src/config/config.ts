import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { RealitySettings, Settings } from '../api/ports/settings.ts';
import type { FederationOptions } from '../areas/federation/area.ts';
import { loadPackages, readSubscriptions } from '../areas/federation/package/load.ts';
import { type ExportType, exportTypes } from '../engines/tiles/params.ts';
import type { CheckSettings } from '../kernel/blobs/check/service.ts';
import type { RequestLogSettings } from '../kernel/request-log/request-log.ts';
import { messageOf } from '../std/errors.ts';
import type { LogLevel } from '../std/log.ts';
import { archiveSettings } from './archive-settings.ts';
import { fromHere } from './command-line.ts';
import { type FormSettings, formSettings } from './form-settings.ts';
import { integer, list, networks, oneOf, origin, type Read, schedule, urlOf, webAddress } from './setting.ts';
import { type TestModeSettings, testModeSettings } from './test-mode-settings.ts';
import { type TracingSettings, tracingSettings } from './tracing-settings.ts';

/** What this process does: answer requests, work on jobs, or both. */
export type Role = 'both' | 'web' | 'worker';

export type Registration = 'closed' | 'invitation' | 'open';

/** Requests a tier may make; `0` switches that window off. */
export interface TierLimits {
  readonly perMinute: number;
  readonly perHour: number;
}

/** The whole configuration, read once at start. docs/configuration.md explains every member. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly role: Role;
  /** Where operators ask for health and metrics; undefined: nowhere besides /health. */
  readonly metrics: { readonly port: number; readonly host: string } | undefined;
  /** Where traces go; undefined: nobody traces. */
  readonly tracing: TracingSettings | undefined;
  readonly databaseUrl: string | undefined;
  /** Connections of each process to PostgreSQL. */
  readonly databasePool: number;
  readonly blobUrl: string | undefined;
  /** Where clients reach the object store; large downloads are sent there. */
  readonly blobRedirect: string | undefined;
  readonly setupFile: string | undefined;
  readonly rateLimits: Readonly<Record<string, TierLimits>> | 'off';
  readonly scopeAliases: readonly string[];
  readonly vendorAliases: readonly string[];
  /** The table of names of other applications. */
  readonly namesFile: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly registration: Registration;
  readonly upstream: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string } | undefined;
  readonly trustedProxies: readonly string[];
  readonly refusedExtensions: readonly string[];
  /** Where data lies, as reality data tells it. */
  readonly dataCenter: string;
  readonly secretsKey: string | undefined;
  /** How long the audit log is kept; 0: for ever. */
  readonly auditDays: number;
  readonly requestLog: Omit<RequestLogSettings, 'processes'>;
  /** The check of all stored content. */
  readonly contentCheck: CheckSettings;
  readonly testMode: TestModeSettings;
  readonly webhooksAllowedNetworks: readonly string[];
  /** Services that calculate in place of the own engine. */
  readonly carbonTools: CarbonToolSettings;
  readonly federation: Omit<FederationOptions, 'cacheFolder'>;
  /** Whether tools are handed out below /tools. */
  readonly tools: boolean;
  readonly logLevel: LogLevel;
  readonly processes: number;
  readonly engines: EngineSettings;
  readonly meshExport: MeshExportSettings;
  readonly archives: Settings['archives'];
  readonly library: Settings['library'];
  readonly forms: FormSettings;
  readonly reality: RealitySettings;
}

export interface CarbonToolSettings {
  readonly toolA: string | undefined;
  readonly toolB: string | undefined;
  readonly allowedNetworks: readonly string[];
}

export interface MeshExportSettings {
  /** Types that every version of a model is exported to without being asked. */
  readonly automatic: readonly ExportType[];
  /** Where a content delivery network serves the mesh files; without a trailing slash. */
  readonly cdnUrl: string | undefined;
}

/** Bounds of the processes behind jobs. */
export interface EngineSettings {
  /** Bytes. */
  readonly memory: number;
  /** Milliseconds. */
  readonly time: number;
  /** Jobs of one kind at once. */
  readonly jobs: number;
  /** Bytes of an IFC file, inflated. */
  readonly ifcBytes: number;
}

export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

const harmfulExtensions =
  'ade adp app bat chm cmd com cpl dll exe hta ins isp jar jse lnk mde msc msi msp mst pif ps1 psm1 reg scr sct shb sys vb vbe vbs vxd wsc wsf wsh';

const defaultRateLimits: Readonly<Record<string, TierLimits>> = {
  Community: { perMinute: 500, perHour: 5000 },
  Standard: { perMinute: 5000, perHour: 0 },
  Premium: { perMinute: 5000, perHour: 0 },
  Custom: { perMinute: 5000, perHour: 0 },
};

/** Reads the environment; throws one `ConfigError` that names every wrong setting. */
export function readConfig(env: Environment): Config {
  const faults: string[] = [];
  const read: Read = (name, absent, parse) => {
    const text = env[name]?.trim();
    if (text === undefined || text === '') return absent;
    try {
      return parse(text);
    } catch (error) {
      faults.push(`${name}: ${messageOf(error)}`);
      return absent;
    }
  };
  const here = (path: string) => fromHere(path, env);
  const port = read('PORT', 3000, integer(0, 65_535));
  const host = read('HOST', '127.0.0.1', String);
  const shownHost = host === '0.0.0.0' || host === '::' || host === '127.0.0.1' ? 'localhost' : host;
  const baseUrl = read('BASE_URL', `http://${shownHost}:${port}`, origin);
  const config: Config = {
    port,
    host,
    baseUrl,
    dataDir: read('DATA_DIR', resolve('data'), here),
    authUrl: read('AUTH_URL', `${baseUrl}/auth`, webAddress),
    ...systemSettings(read),
    setupFile: read('SETUP_FILE', undefined, here),
    rateLimits: read('RATE_LIMITS', defaultRateLimits, rateLimits),
    scopeAliases: read('SCOPE_ALIASES', [], list),
    vendorAliases: read('VENDOR_ALIASES', [], list),
    namesFile: read('NAMES_FILE', undefined, here),
    smtpUrl: read('SMTP_URL', undefined, urlOf('smtp:', 'smtps:')),
    registration: read('REGISTRATION', 'invitation', oneOf('closed', 'invitation', 'open')),
    upstream: upstream(env, faults),
    trustedProxies: read('TRUSTED_PROXIES', [], networks),
    dataCenter: read('DATA_CENTER', 'East US', String),
    requestLog: {
      hours: read('REQUEST_LOG_HOURS', 72, integer(0, 720)),
      bytes: read('REQUEST_LOG_MB', 2048, integer(16, 1_000_000)) * 1_000_000,
      rate: read('REQUEST_LOG_RATE', 200, integer(0, 1_000_000)),
    },
    auditDays: read('AUDIT_DAYS', 365, integer(0, 36_500)),
    contentCheck: {
      schedule: read('CHECK_SCHEDULE', undefined, schedule),
      bytesPerSecond: read('CHECK_RATE', 20, integer(1, 100_000)) * 1_000_000,
    },
    testMode: testModeSettings(read),
    secretsKey: read('SECRETS_KEY', undefined, secretsKey),
    ...areaSettings(read, here),
    tools: read('TOOLS', 'on', oneOf('on', 'off')) === 'on',
    logLevel: read('LOG_LEVEL', 'info', oneOf('debug', 'info', 'warn', 'error', 'silent')),
  };
  if (faults.length > 0)
    throw new ConfigError(`The configuration is wrong:\n${faults.map((f) => `  ${f}`).join('\n')}`);
  return config;
}

/** Where things are and how much of the machine they get. */
function systemSettings(read: Read) {
  const metricsPort = read('METRICS_PORT', undefined, integer(0, 65_535));
  return {
    role: read('ROLE', 'both', oneOf('both', 'web', 'worker')),
    metrics:
      metricsPort === undefined ? undefined : { port: metricsPort, host: read('METRICS_HOST', '127.0.0.1', String) },
    tracing: tracingSettings(read),
    databasePool: read('DATABASE_POOL', 10, integer(2, 1000)),
    databaseUrl: read('DATABASE_URL', undefined, urlOf('postgres:', 'postgresql:')),
    blobRedirect: read('BLOB_REDIRECT', undefined, webAddress),
    blobUrl: read('BLOB_URL', undefined, urlOf('s3:')),
    processes: read('PROCESSES', 1, integer(1, 256)),
    engines: {
      memory: read('ENGINE_MEMORY', 4096, integer(256, 1_000_000)) * 2 ** 20,
      time: read('ENGINE_TIME', 60, integer(1, 10_000)) * 60_000,
      jobs: read('ENGINE_JOBS', 2, integer(1, 256)),
      ifcBytes: read('IFC_MAX_SIZE', 500, integer(1, 4000)) * 1_000_000,
    },
  };
}

const realitySettings = (read: Read): RealitySettings => ({
  engines: read('REALITY_ENGINES', availableParallelism(), integer(1, 1000)),
  photos: read('CAPTURE_PHOTOS', 60, integer(2, 10_000)),
  colmap: read('COLMAP', undefined, (text) => (text.toLowerCase() === 'off' ? 'off' : text)),
  points: read('CLOUD_POINTS', 50, integer(1, 100_000)) * 1_000_000,
  triangles: read('MESH_TRIANGLES', 20, integer(1, 10_000)) * 1_000_000,
  captureVersion: read('CAPTURE_VERSION', '2023.0', String),
});

/** Settings of single areas. */
const areaSettings = (read: Read, here: (path: string) => string) => ({
  refusedExtensions: read('REFUSED_EXTENSIONS', harmfulExtensions.split(' '), (text) =>
    list(text).map((extension) => extension.toLowerCase().replace(/^\./, '')),
  ),
  webhooksAllowedNetworks: read('WEBHOOKS_ALLOWED_NETWORKS', [], networks),
  carbonTools: {
    toolA: read('CARBON_TOOL_A_URL', undefined, urlOf('http:', 'https:')),
    toolB: read('CARBON_TOOL_B_URL', undefined, urlOf('http:', 'https:')),
    allowedNetworks: read('CARBON_ALLOWED_NETWORKS', [], networks),
  },
  meshExport: {
    automatic: read('MESH_EXPORTS', ['3DTiles', 'CESIUM', 'MODEL'] as const, automaticExports),
    cdnUrl: read('MESH_EXPORT_CDN_URL', undefined, webAddress),
  },
  archives: archiveSettings(read),
  library: {
    fileBytes: read('LIBRARY_FILE_BYTES', 2 ** 30, integer(1, 2 ** 42)),
    analyticsDays: read('LIBRARY_ANALYTICS_DAYS', 400, integer(1, 36_500)),
  },
  forms: formSettings(read, here),
  federation: {
    allowedNetworks: read('FEDERATION_ALLOWED_NETWORKS', [], networks),
    packages: read('FEDERATION_PACKAGES', [], (folder) => loadPackages(here(folder))),
    subscriptions: read('FEDERATION_SUBSCRIPTIONS', undefined, readSubscriptions),
  },
  reality: realitySettings(read),
});

/** `none`, or a list of types in any case. */
function automaticExports(text: string): readonly ExportType[] {
  if (text.toLowerCase() === 'none') return [];
  const types = list(text).map((one) => {
    const found = exportTypes.find((type) => type.toLowerCase() === one.toLowerCase());
    if (found === undefined) throw new Error(`'${one}' is no type; they are ${exportTypes.join(', ')}, or none`);
    return found;
  });
  return [...new Set(types)];
}

function secretsKey(text: string): string {
  if (Buffer.from(text, 'base64').length < 32) throw new Error('must be at least 32 bytes in base64');
  return text;
}

function rateLimits(text: string): Config['rateLimits'] {
  if (text.toLowerCase() === 'off' || text === '0') return 'off';
  const hint = 'must be "off" or JSON such as {"Community":{"perMinute":500,"perHour":5000}}';
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Error(hint);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new Error(hint);
  const limits: Record<string, TierLimits> = { ...defaultRateLimits };
  for (const [tier, value] of Object.entries(parsed)) {
    const before = limits[tier];
    if (before === undefined) throw new Error(`'${tier}' is no tier; they are ${Object.keys(limits).join(', ')}`);
    limits[tier] = { ...before, ...tierLimits(tier, value) };
  }
  return limits;
}

function tierLimits(tier: string, value: unknown): Partial<TierLimits> {
  const entries = Object.entries(value ?? {}).map(([name, count]: [string, unknown]) => {
    const whole = typeof count === 'number' && Number.isInteger(count) && count >= 0;
    if (!whole || !['perMinute', 'perHour'].includes(name)) {
      throw new Error(`${tier}.${name} must be perMinute or perHour with a whole number`);
    }
    return [name, count] as const;
  });
  return Object.fromEntries(entries);
}

function upstream(env: Environment, faults: string[]): Config['upstream'] {
  const issuer = env.UPSTREAM_ISSUER?.trim();
  if (!issuer) return undefined;
  const clientId = env.UPSTREAM_CLIENT_ID?.trim() ?? '';
  const clientSecret = env.UPSTREAM_CLIENT_SECRET?.trim() ?? '';
  if (!URL.canParse(issuer)) faults.push('UPSTREAM_ISSUER: must be the address of an OpenID provider');
  if (!clientId || !clientSecret) {
    faults.push('UPSTREAM_ISSUER: UPSTREAM_CLIENT_ID and UPSTREAM_CLIENT_SECRET must be set with it');
  }
  return { issuer, clientId, clientSecret };
}
