import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { fail, isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import type { Part } from '../access.ts';
import { inputInUse } from '../errors.ts';
import { findInput, findRun, inferenceAgain, removeInput, touchInference } from '../store/runs.ts';
import type { InputRow } from '../tables.ts';

/** Removes a file, as long as no run has read it. */
export async function deleteInput({ resource: { inference, part } }: Located<Part<InputRow>>, context: Context) {
  const { id } = inference;
  const outcome = await context.write(async (tx) => {
    await inferenceAgain(tx, id);
    if (await findRun(tx, id)) return fail(inputInUse);
    const row = await findInput(tx, id, part.name);
    if (row === undefined) throw new NoLongerThere(`Input ${part.name} was deleted.`);
    await removeInput(tx, id, row.name);
    await context.ports.blobs.remove(tx, [row.blob_id]);
    await touchInference(tx, id, context.now);
  });
  return isFailed(outcome) ? outcome : noContent;
}
