import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Statements of the program that read a whole table, as SQLite plans them: what they cost grows with what they do not
 * show. Each that is known has its reason here; any other fails the tests that ran it. PostgreSQL has the same indexes.
 */
const known: readonly [table: RegExp, from: RegExp, reason: string][] = [
  [
    /^(sqlite_master|auth_signing_keys|job_workers|library_brands|federation_packages)$/,
    /./,
    'a few rows, however large the installation',
  ],
  [/./, /\/(maintenance|purge|rate-limits|revocations|secrets-key)\.ts/, 'housekeeping, once in a while'],
  [/^auth_mail_links$/, /\/mail-links\.ts/, 'removal of what has expired, and of all of one kind'],
  [/^auth_users$/, /\/users\.ts/, 'asked at a start only: whether there is an administrator'],
  [/^auth_applications$/, /\/applications\.ts/, 'applications are few; asked before a token from another origin'],
];

const tests = /\/(test|testing)\/|\.(slow-)?test\.ts/;
const ownFrames = /node:|\/kernel\/(db|tracing)\/|\/support\/plans\.ts|node_modules/;
const seen = new Set<string>();
const found: string[] = [];

const prepare = DatabaseSync.prototype.prepare;
DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql: string) {
  if (!seen.has(sql) && watched.has(this.location() ?? '')) {
    seen.add(sql);
    look(this, sql);
  }
  return prepare.call(this, sql);
};

/** Files of whole programs; tests of the kernel run beside them, with tables and amounts of their own. */
const watched = new Set<string>();

/** Looks at what is read from the SQLite file in this data folder. */
export const watchReads = (dataDir: string): void => void watched.add(join(realpathSync(dataDir), 'platform.sqlite'));

/** Whole tables that statements of watched files have read without a reason; empty once it was asked. */
export const takeWholeReads = (): string[] => found.splice(0);

function look(connection: DatabaseSync, sql: string): void {
  if (!/^\s*(select|update|delete|with)\b/i.test(sql)) return;
  const tables = scannedBy(connection, sql);
  if (tables.length === 0) return;
  const from = callerOf(longStack());
  if (tests.test(from)) return;
  for (const table of tables) {
    if (!known.some(([name, place]) => name.test(table) && place.test(from))) found.push(`${table}: ${sql} (${from})`);
  }
}

function scannedBy(connection: DatabaseSync, sql: string): string[] {
  const rows = prepare.call(connection, `EXPLAIN QUERY PLAN ${sql}`).all();
  const scanned = rows.flatMap(({ detail }) => /^SCAN (\w+)$/.exec(String(detail))?.[1] ?? []);
  const names = scanned.map((name) => new RegExp(`"(\\w+)" as "${name}"`).exec(sql)?.[1] ?? name);
  return names.filter((name) => isTable(connection, name));
}

/** Names of the statement's own parts are none. */
const isTable = (connection: DatabaseSync, name: string): boolean =>
  name === 'sqlite_master' ||
  prepare.call(connection, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined;

/** More frames than usual: those of the database and of traces come first. */
function longStack(): string {
  const usual = Error.stackTraceLimit;
  Error.stackTraceLimit = 40;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = usual;
  return stack;
}

const callerOf = (stack: string): string =>
  stack
    .split('\n')
    .slice(1)
    .find((line) => !ownFrames.test(line))
    ?.trim() ?? '';
