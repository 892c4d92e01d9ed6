import { join } from 'node:path';
import { type Config, ConfigError } from '../config/config.ts';
import { SharedConnections } from '../kernel/db/postgres-pooler.ts';
import { Unavailable } from '../std/unavailable.ts';

/** What stands in the way of a start. */
export interface StartupProblem {
  /** For people, in one sentence. */
  readonly sentence: string;
  /** It may go away by itself: the start waits for it. */
  readonly waits: boolean;
}

/** What an error of the start means for who runs the program; undefined for what nobody expected. */
export function startupProblemOf(error: unknown, config: Config | undefined): StartupProblem | undefined {
  if (error instanceof ConfigError) return ends(error.message);
  const { code, port, path } = faultOf(error);
  if (code === 'EADDRINUSE') {
    return ends(`Port ${port} is already in use. Stop the program that listens there, or choose another with PORT.`);
  }
  if (code === 'EACCES' && port !== undefined)
    return ends(`Port ${port} is not ours to listen at. Choose another with PORT.`);
  if (config === undefined) return undefined;
  return databaseObstacle(error, config) ?? storeObstacle(error, config) ?? diskObstacle(error, path ?? config.dataDir);
}

const ends = (sentence: string): StartupProblem => ({ sentence, waits: false });
const waits = (sentence: string): StartupProblem => ({ sentence, waits: true });

interface Fault {
  readonly code?: string;
  readonly message?: string;
  readonly name?: string;
  readonly errcode?: number;
  readonly port?: number;
  readonly path?: string;
  readonly severity?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** What a driver said, whatever we made of it. */
const faultOf = (error: unknown): Fault => ((error instanceof Unavailable && error.cause) || error || {}) as Fault;

function databaseObstacle(error: unknown, { databaseUrl, dataDir }: Config): StartupProblem | undefined {
  const { code = '', message, errcode, severity } = faultOf(error);
  const away = error instanceof Unavailable && error.support === 'database';
  if (databaseUrl === undefined) {
    const file = join(dataDir, 'platform.sqlite');
    if (errcode === undefined) return undefined;
    const primary = errcode & 0xff;
    if (primary === 8 || primary === 14) return ends(`The database ${file} may not be opened for writing: ${message}.`);
    if (primary === 11 || primary === 26) {
      return ends(`The database ${file} is damaged, or no database: ${message}. Restore a backup.`);
    }
    return away ? waits(`The database ${file} cannot be used now: ${message}.`) : undefined;
  }
  const url = new URL(databaseUrl);
  const server = `PostgreSQL at ${url.host}`;
  if (error instanceof SharedConnections) {
    return ends(
      `${url.host} is a connection pooler in transaction mode: statements prepared on a connection are lost there. ` +
        'Set DATABASE_URL to PostgreSQL itself, or the pooler to session mode; DATABASE_POOL bounds the connections.',
    );
  }
  if (/unsupported startup parameter/.test(message ?? '')) {
    return ends(
      `${url.host} is a connection pooler that takes no deadlines for statements: ${message}. ` +
        'Set DATABASE_URL to PostgreSQL itself; DATABASE_POOL bounds the connections.',
    );
  }
  if (code.startsWith('28')) return ends(`${server} refuses the user of DATABASE_URL: ${message}.`);
  if (code === '3D000')
    return ends(`${server} has no database '${url.pathname.slice(1)}': make it, or change DATABASE_URL.`);
  if (code === '42501' && severity !== undefined) {
    return ends(`${server}: the user of DATABASE_URL may not do what is needed: ${message}. It must own the database.`);
  }
  return away ? waits(`${server} cannot be used now: ${message || code}.`) : undefined;
}

function storeObstacle(error: unknown, { blobUrl, dataDir }: Config): StartupProblem | undefined {
  if (!(error instanceof Unavailable) || error.support !== 'file store') return undefined;
  const { name = '', message = '', $metadata } = faultOf(error);
  if (blobUrl === undefined) return diskObstacle(error.cause, join(dataDir, 'blobs'));
  const url = new URL(blobUrl);
  const bucket = `The bucket '${url.hostname}'${endpointOf(url)}`;
  if (name === 'CredentialsProviderError') {
    return ends(`${bucket} needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`);
  }
  if ($metadata?.httpStatusCode === 404) return ends(`${bucket} does not exist: make it, or change BLOB_URL.`);
  if ([400, 401, 403].includes($metadata?.httpStatusCode ?? 0)) {
    return ends(`${bucket} is not ours to read, write and remove in: ${[name, message].filter(Boolean).join(': ')}.`);
  }
  return waits(`${bucket} cannot be used now: ${message || name}.`);
}

const endpointOf = (url: URL): string => {
  const endpoint = url.searchParams.get('endpoint');
  return endpoint === null ? '' : ` at ${new URL(endpoint).host}`;
};

function diskObstacle(error: unknown, path: string): StartupProblem | undefined {
  const { code = '', message } = faultOf(error);
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT'].includes(code)) {
    return ends(`${path} is not a folder that this program may write in (${code}). DATA_DIR names it.`);
  }
  if (['ENOSPC', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE'].includes(code)) {
    return waits(`The disk of ${path} cannot be written now: ${message}.`);
  }
  return undefined;
}
