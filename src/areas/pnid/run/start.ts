import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import { prefix } from '../access.ts';
import { invalidStart, runExists } from '../errors.ts';
import { findRun, inferenceAgain, insertRun, listInputs, touchInference } from '../store/runs.ts';
import { findSet } from '../store/symbols.ts';
import type { InferenceRow, RunRow } from '../tables.ts';
import { runView } from '../view.ts';
import { type RunPayload, runKind } from './work.ts';

const noSet = { code: 'InvalidChange', message: 'The symbol set of PnID Inference was deleted.' } as const;
const noInputs = { code: 'InvalidChange', message: 'PnID Inference has no inputs.' } as const;

/** Starts the one run that an inference has; also when two ask for it at once. */
export async function startRun({ id, twin_id: twinId, symbol_set_id: setId }: InferenceRow, context: Context) {
  const { caller, now, ports, baseUrl } = context;
  const outcome = await context.write(async (tx) => {
    await inferenceAgain(tx, id);
    if (await findRun(tx, id)) return fail(runExists);
    const inputs = await listInputs(tx, id);
    const [first] = inputs;
    if (first === undefined) return fail(invalidStart, { details: [noInputs] });
    if (setId !== null && !(await findSet(tx, setId))) return fail(invalidStart, { details: [noSet] });
    const what = inputs.length === 1 ? first.name : `${first.name} and ${inputs.length - 1} more`;
    const job = {
      kind: runKind,
      twinId,
      title: `Recognise ${what}`,
      createdBy: caller.userId,
      payload: { inferenceId: id } satisfies RunPayload,
      resource: `${prefix}/inferences/${id}/run`,
    };
    const row: RunRow = {
      inference_id: id,
      status: 'queued',
      job_id: await ports.jobs.enqueue(tx, job),
      created: now,
      started: null,
      ended: null,
      sheets: null,
      sheets_done: 0,
      message: null,
    };
    await insertRun(tx, row);
    await touchInference(tx, id, now);
    return row;
  });
  return isFailed(outcome) ? outcome : reply(201, { run: runView(outcome, now, baseUrl) });
}
