import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import { inferenceInUse } from '../errors.ts';
import { findRun, inferenceAgain, isGoingOn, removeInference } from '../store/runs.ts';
import type { InferenceRow } from '../tables.ts';

/** Removes an inference with its inputs and the results of a run that is over. */
export async function deleteInference({ id }: InferenceRow, context: Context) {
  const outcome = await context.write(async (tx) => {
    await inferenceAgain(tx, id);
    const run = await findRun(tx, id);
    if (run && isGoingOn(run)) return fail(inferenceInUse);
    await removeInference(tx, id, context.ports);
  });
  return isFailed(outcome) ? outcome : noContent;
}
