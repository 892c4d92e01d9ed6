import type { Static } from 'typebox';
import type { JobRow } from '../tables.ts';
import type { job } from './schema.ts';
import { errorsOf } from './store.ts';

/** Job; with its errors only when they are asked for and there are some. */
export function jobView(row: JobRow, withErrors: boolean): Static<typeof job> {
  const errors = withErrors ? errorsOf(row) : [];
  return { id: row.id, twinId: row.twin_id, status: row.status, ...(errors.length > 0 ? { error: errors } : {}) };
}
