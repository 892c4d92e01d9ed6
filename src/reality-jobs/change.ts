import type { Context } from '../api/http/context.ts';
import { type Detail, type Failed, fail, isFailed, NoLongerThere, type Problem } from '../api/http/problem.ts';
import type { Transaction } from '../kernel/db/database.ts';
import type { RealityApi } from './api.ts';
import { cancelRealityJob } from './end.ts';
import { deleteJob, findJobRow, findRealityJob, type RealityJob } from './job.store.ts';
import { submitRealityJob } from './submit.ts';
import type { RealityJobRow } from './tables.ts';

/** What of a change is refused in some states; `target` is left out where the whole request is meant. */
const invalidChange = (message: string, target?: string): Detail => ({
  code: 'InvalidChange',
  message,
  ...(target === undefined ? {} : { target }),
});

/** The state that a request asks for, in the spelling of rows; undefined where it asks for none. */
export const wantedState = (given: string | null | undefined): 'active' | 'cancelled' | undefined => {
  const text = given?.toLowerCase();
  return text === 'active' || text === 'cancelled' ? text : undefined;
};

function stateFaults({ state }: RealityJobRow, wanted: 'active' | 'cancelled' | undefined, more: boolean): Detail[] {
  const faults: Detail[] = [];
  if (wanted === 'active' && state !== 'unsubmitted') {
    faults.push(invalidChange('Cannot resubmit an already submitted job.', 'state'));
  }
  if (wanted === 'cancelled' && state !== 'active') {
    faults.push(invalidChange('Cannot cancel a job that is not active.', 'state'));
  }
  if (more && state !== 'unsubmitted') faults.push(invalidChange('Cannot modify an already submitted job.'));
  return faults;
}

interface Change<I extends string> {
  readonly api: RealityApi;
  readonly invalid: Problem<I>;
  readonly wanted: 'active' | 'cancelled' | undefined;
  /** Whether the request changes more than the state. */
  readonly more: boolean;
  /**
   * Looks at the job as it is now, outside of any write, and answers what is written before the state changes: the whole
   * job is checked again where it is to be submitted.
   */
  prepare(job: RealityJob): Promise<((tx: Transaction) => Promise<void>) | Failed<I>>;
  /** The type of reality data that an output will be. */
  dataTypeOf(kind: string): string;
}

/** Changes, submits or cancels a job, all or nothing. One that somebody else has changed meanwhile is looked at anew. */
export async function changeRealityJob<I extends string>(
  job: RealityJob,
  change: Change<I>,
  context: Context,
): Promise<RealityJob | Failed<I | 'PreconditionFailed'>> {
  const { api, invalid, wanted, more } = change;
  const { id } = job.row;
  for (let found = job; ; found = await there(context, api, id)) {
    const details = stateFaults(found.row, wanted, more);
    if (details.length > 0) return fail(invalid, { details });
    const prepared = await change.prepare(found);
    if (isFailed(prepared)) return prepared;
    const outcome = await context.write(async (tx) => {
      const row = await findJobRow(tx, api.name, id);
      if (row === undefined) throw new NoLongerThere(`Job ${id} was deleted.`);
      if (row.version !== found.row.version) return undefined;
      await prepared(tx);
      const next = await findRealityJob(tx, api.name, id);
      if (next !== undefined && wanted === 'active') {
        await submitRealityJob(tx, api, next, change.dataTypeOf, context);
      }
      if (wanted === 'cancelled') await cancelRealityJob(tx, api, row, context);
      return findRealityJob(tx, api.name, id);
    });
    if (outcome !== undefined) return outcome;
  }
}

async function there({ db }: Context, { name }: RealityApi, id: string): Promise<RealityJob> {
  const found = await findRealityJob(db, name, id);
  if (found === undefined) throw new NoLongerThere(`Job ${id} was deleted.`);
  return found;
}

/** Deletes a job that was never submitted. */
export async function deleteRealityJob<I extends string>(
  { row: { id } }: RealityJob,
  { name }: RealityApi,
  invalid: Problem<I>,
  context: Context,
): Promise<undefined | Failed<I | 'PreconditionFailed'>> {
  const outcome = await context.write(async (tx) => {
    const row = await findJobRow(tx, name, id);
    if (row === undefined) throw new NoLongerThere(`Job ${id} was deleted.`);
    if (row.state !== 'unsubmitted') {
      return fail(invalid, { details: [invalidChange('Cannot delete an already submitted job.')] });
    }
    await deleteJob(tx, id);
    return undefined;
  });
  return outcome;
}
