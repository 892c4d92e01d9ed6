import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import { findRun, removeRun, touchInference } from '../store/runs.ts';

/** Removes a run with its results; one that goes on is ended. */
export async function deleteRun(id: string, context: Context) {
  const outcome = await context.write(async (tx) => {
    const run = await findRun(tx, id);
    if (run === undefined) throw new NoLongerThere(`The run of ${id} was deleted.`);
    await removeRun(tx, run, context.ports);
    await touchInference(tx, id, context.now);
  });
  return isFailed(outcome) ? outcome : noContent;
}
