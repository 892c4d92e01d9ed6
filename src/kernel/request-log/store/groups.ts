import type { Row } from './rows.ts';
import type { EntryGroup } from './store.ts';

/** What a statement selects to be added up; grouped by the first four. */
export const groupColumns =
  'operation_id, status, code, client_id, sum(sampled) AS count, max(ms) AS max_ms, max(id) AS last_id';

export const groupOf = (row: Row, hour: number): EntryGroup => ({
  operationId: row.operation_id === null ? null : String(row.operation_id),
  status: row.status === null ? null : Number(row.status),
  code: row.code === null ? null : String(row.code),
  clientId: String(row.client_id),
  hour,
  count: Number(row.count),
  maxMs: Number(row.max_ms),
  lastId: String(row.last_id),
});
