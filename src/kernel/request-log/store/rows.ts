import type { Entry, EntryFacts, KeptBodies, Mode, NewEntry } from '../entry.ts';
import type { Duration } from './store.ts';

/** The columns of an hour, in their order. */
export const columns = [
  'sequence',
  'id',
  'user_id',
  'user_organization',
  'client_id',
  'client_organization',
  'mode',
  'operation_id',
  'api',
  'method',
  'path',
  'status',
  'code',
  'twin_id',
  'correlation_id',
  'ms',
  'sampled',
  'jobs',
  'key_digest',
  'retry_of',
  'bodies',
  'facts',
] as const;

export const columnList = columns.join(', ');

/** Each is asked with the newest first; those with a condition are of few entries only. */
export const indexes: readonly (readonly [column: string, condition: string])[] = [
  ['user_id', ''],
  ['user_organization', ''],
  ['client_id', ''],
  ['client_organization', ''],
  ['operation_id', ''],
  ['correlation_id', ''],
  ['twin_id', 'WHERE twin_id IS NOT NULL'],
  ['code', 'WHERE code IS NOT NULL'],
];

/** Of few entries, and asked by their condition: what `jobs` and `key_digest` need. */
export const partialIndexes: readonly (readonly [name: string, on: string, condition: string])[] = [
  ['jobs', 'id', 'WHERE jobs IS NOT NULL'],
  ['key', 'key_digest', 'WHERE key_digest IS NOT NULL'],
];

export const hourMs = 3_600_000;
export const hourOf = (ms: number): number => Math.floor(ms / hourMs);
export const tableOf = (hour: number): string => `requests_${hour}`;
export const bodiesTableOf = (hour: number): string => `request_bodies_${hour}`;
export const hourOfTable = (name: string): number => Number(name.slice(name.lastIndexOf('_') + 1));

export type Value = string | number | null;

export function rowOf(entry: NewEntry, sequence: number, retryOf: string | null): Value[] {
  const { id, userId, userOrganization, clientId, clientOrganization, mode, operationId, api, method, path } = entry;
  const { status, code, twinId, correlationId, durationMs, sampled, jobs, keyDigest, bodies, facts } = entry;
  return [
    sequence,
    id,
    userId,
    userOrganization,
    clientId,
    clientOrganization,
    mode,
    operationId,
    api,
    method,
    path,
    status,
    code,
    twinId,
    correlationId,
    durationMs,
    sampled,
    jobs.length > 0 ? JSON.stringify(jobs) : null,
    keyDigest,
    retryOf,
    bodies ? 1 : 0,
    JSON.stringify(facts),
  ];
}

export type Row = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

export function entryOf(row: Row): Entry {
  const facts: EntryFacts = JSON.parse(String(row.facts));
  return {
    ...facts,
    sequence: Number(row.sequence),
    id: String(row.id),
    userId: String(row.user_id),
    userOrganization: textOf(row.user_organization),
    clientId: String(row.client_id),
    clientOrganization: textOf(row.client_organization),
    mode: String(row.mode) as Mode,
    operationId: textOf(row.operation_id),
    api: textOf(row.api),
    method: String(row.method),
    path: String(row.path),
    status: row.status === null ? null : Number(row.status),
    code: textOf(row.code),
    twinId: textOf(row.twin_id),
    correlationId: String(row.correlation_id),
    durationMs: Number(row.ms),
    sampled: Number(row.sampled),
    jobs: row.jobs === null ? [] : JSON.parse(String(row.jobs)),
    retryOf: textOf(row.retry_of),
    bodies: Number(row.bodies) === 1,
  };
}

export function bodiesOf(row: Row | undefined): KeptBodies | undefined {
  if (row === undefined) return undefined;
  return { request: JSON.parse(String(row.request)), response: JSON.parse(String(row.response)) };
}

export const durationOf = (row: Row): Duration => ({
  operationId: row.operation_id === null ? null : String(row.operation_id),
  durationMs: Number(row.ms),
  sampled: Number(row.sampled),
});
