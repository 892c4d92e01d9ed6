import type { Caller } from '../../../kernel/callers/people.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { type ExportRow, q } from '../tables.ts';

const hour = 3_600_000;
/** How long an export can be fetched after its end. */
export const keptFor = 4 * hour;
export const exportPlace = { area: 'twins', container: 'exports' } as const;

const isKept = (row: ExportRow, now: number): boolean => row.completed === null || row.completed > now - keptFor;

/** The caller's own export, made with the same application. */
export async function findExport(db: Reader, id: string, caller: Caller, now: number): Promise<ExportRow | undefined> {
  const row = await db.first(
    q
      .selectFrom('twin_exports')
      .selectAll()
      .where('id', '=', id.toLowerCase())
      .where('created_by', '=', caller.userId)
      .where('client_id', '=', caller.clientId),
  );
  return row && isKept(row, now) ? row : undefined;
}

/** The caller's exports of the last four hours, newest first. */
export async function myExports(db: Reader, caller: Caller, now: number): Promise<ExportRow[]> {
  const rows = await db.all(
    q
      .selectFrom('twin_exports')
      .selectAll()
      .where('created_by', '=', caller.userId)
      .where('client_id', '=', caller.clientId)
      .where('created', '>', now - keptFor)
      .orderBy('created', 'desc')
      .orderBy('id'),
  );
  return rows.filter((row) => isKept(row, now));
}

/** How many exports the user began in the last hour, and whether one is still going. */
export async function usageOf(db: Reader, userId: string, now: number): Promise<{ lastHour: number; going: boolean }> {
  const rows = await db.all(
    q
      .selectFrom('twin_exports')
      .select(['created', 'status'])
      .where('created_by', '=', userId)
      .where('created', '>', now - 24 * hour),
  );
  return {
    lastHour: rows.filter((row) => row.created > now - hour).length,
    going: rows.some((row) => row.status === 'Queued' || row.status === 'InProgress'),
  };
}
