import { codeOf, factOf } from './errors.ts';

/** What the platform stands on. */
export type Support = 'database' | 'file store' | 'disk';

/** A support is away, full, or too slow just now: what was asked may work later. Everything answers it with 503. */
export class Unavailable extends Error {
  readonly support: Support;
  /** A sentence for people, without what only the operator may see. */
  get told(): string {
    return isFull(this.cause) ? `The ${this.support} is full.` : `The ${this.support} cannot be used now.`;
  }
  constructor(support: Support, message: string, options?: ErrorOptions) {
    super(`The ${support} cannot be used now: ${message}`, options);
    this.support = support;
  }
}

/** What people are told of content that is lost. */
export const contentLost = {
  code: 'ContentLost',
  message: 'Stored content is missing or damaged. Only the operator can bring it back, from a backup.',
} as const;

/** What people are told of content with other bytes. */
export const contentChanged = {
  code: 'ContentChanged',
  message: 'Stored content has changed on its medium and is not served. The operator can bring it back, from a backup.',
} as const;

/** An object that the database names is missing in the store, or not as it was: only a backup brings it back. */
export class ContentLost extends Error {
  get told(): typeof contentLost | typeof contentChanged {
    return contentLost;
  }
}

/** Its bytes are as many as they were, and others. */
export class ContentChanged extends ContentLost {
  override get told(): typeof contentChanged {
    return contentChanged;
  }
}

/** What a caller should wait before it asks again, in seconds: the value of `Retry-After`. */
export const retryAfterSeconds = '5';

/** Full, broken, or only to be read; too many open files. */
const diskCodes = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE', 'ENODEV', 'ENXIO', 'ESTALE'];
/** Another machine or process that is not there, or went away. */
const networkCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ERR_SOCKET_CLOSED',
];
const systemCodes: Readonly<Record<Support, ReadonlySet<string>>> = {
  database: new Set([...diskCodes, ...networkCodes]),
  'file store': new Set([...diskCodes, ...networkCodes]),
  disk: new Set(diskCodes),
};

/** No space left, or a quota used up: of the system, SQLite (FULL), PostgreSQL (disk_full). */
function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof Unavailable) return isFull(error.cause);
  const errcode = factOf(error, 'errcode');
  if (typeof errcode === 'number') return (errcode & 0xff) === 13;
  return ['ENOSPC', 'EDQUOT', '53100'].includes(String(codeOf(error)));
}

/** SQLite's primary result codes: BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN, PROTOCOL. */
const sqliteCodes = new Set([5, 6, 8, 10, 13, 14, 15]);
/** CORRUPT and NOTADB: pages of the file are not as SQLite has written them. */
const damageCodes = new Set([11, 26]);

/** Whether an error of SQLite says that its file is damaged. */
export const isDamage = (error: unknown): boolean => {
  const errcode = error instanceof Error ? factOf(error, 'errcode') : undefined;
  return typeof errcode === 'number' && damageCodes.has(errcode & 0xff);
};

/**
 * SQLSTATEs of PostgreSQL: connection (08), resources (53), the operator or a deadline ended it (57), the system (58),
 * a sign-in that the server refuses (28), no such database (3D000), a server that can only be read (25006), a
 * transaction that was idle too long (25P0x).
 */
const sqlStates = /^(?:08|53|57|58|28)[0-9A-Z]{3}$|^(?:3D000|25006|25P0\d)$/;

/** The error as an `Unavailable` where its codes say that this is what it is, else the error itself. */
export function asUnavailable(support: Support, error: unknown): unknown {
  if (error instanceof Unavailable || !(error instanceof Error)) return error;
  if (!meansUnavailable(support, error)) return error;
  const advice = isDamage(error) ? '. Run `npm run check`, and restore a backup' : '';
  return new Unavailable(support, `${error.message || String(codeOf(error))}${advice}`, { cause: error });
}

function meansUnavailable(support: Support, error: Error): boolean {
  const errcode = factOf(error, 'errcode'); // SQLite's
  if (typeof errcode === 'number') return sqliteCodes.has(errcode & 0xff) || isDamage(error);
  const code = String(codeOf(error));
  if (typeof factOf(error, 'severity') === 'string') return sqlStates.test(code); // PostgreSQL's own words
  if (error instanceof AggregateError)
    return error.errors.some((one) => one instanceof Error && meansUnavailable(support, one));
  return systemCodes[support].has(code);
}
