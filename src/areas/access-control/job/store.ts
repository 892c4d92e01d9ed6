import type { Reader } from '../../../kernel/db/database.ts';
import { isUuid } from '../../../std/ids.ts';
import { readJson } from '../../../std/json.ts';
import { type JobRow, q } from '../tables.ts';
import type { JobActions, JobError } from './schema.ts';

const day = 86_400_000;
/** How long a job can be asked for after its end. */
export const jobsKeptFor = 30 * day;

export const findJob = async (db: Reader, twinId: string, id: string): Promise<JobRow | undefined> =>
  isUuid(id)
    ? db.first(q.selectFrom('access_jobs').selectAll().where('id', '=', id.toLowerCase()).where('twin_id', '=', twinId))
    : undefined;

export const actionsOf = (row: JobRow): JobActions => readJson(row.actions);
export const errorsOf = (row: JobRow): JobError[] => readJson(row.errors);
