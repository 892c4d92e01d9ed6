import { twinAccess } from '../../api/auth/access-rules.ts';
import type { Context } from '../../api/http/context.ts';
import { fail, isFailed, type Problem } from '../../api/http/problem.ts';
import type { Access } from '../../api/ports/access.ts';
import { calculate } from './access.ts';
import { invalidValue, twinNotFound } from './errors.ts';

/**
 * The twin of a report, which is a file of the storage. Who has no access to it is told the same as for one that is not
 * there: a fault of `reportId`.
 */
export async function accessToReport<C extends string>(reportId: string, invalid: Problem<C>, context: Context) {
  const file = await context.ports.files.findByGuid(context.db, reportId.toLowerCase());
  const known = file && (await context.ports.access.of(context.db, context.caller, file.twinId));
  if (file === undefined || !known?.visible) {
    return fail(invalid, { details: [invalidValue('reportId', 'The report is not available.')] });
  }
  const access = await twinAccess(context, file.twinId, twinNotFound, calculate);
  return isFailed(access) ? access : (access satisfies Access);
}
