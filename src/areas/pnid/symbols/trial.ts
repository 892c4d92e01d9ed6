import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { type Detail, fail } from '../../../api/http/problem.ts';
import { workOf } from '../../../api/request-work.ts';
import { invalidSet, invalidValue } from '../errors.ts';
import { type StoredSet, symbolSetOf, usedSet } from '../store/symbols.ts';
import { checkedSet } from './check.ts';
import { patienceMs } from './learn.ts';
import { reviewedSheet } from './reviewed-sheet.ts';
import type { trialRequest } from './schema.ts';

const inDraft = (fault: Detail): Detail => ({ ...fault, target: `draft.${fault.target}` });

/** What a set, or a draft of it, would make of a reviewed sheet, beside the set that the sheet was read with. Nothing is changed. */
export async function tryOutSet(row: StoredSet, body: Static<typeof trialRequest>, context: Context) {
  const sheet = await reviewedSheet(body, row.twin_id, context);
  if ('code' in sheet) return fail(invalidSet, { details: [sheet] });
  const draft = body.draft && checkedSet(body.draft);
  if (draft && 'faults' in draft) return fail(invalidSet, { details: draft.faults.map(inDraft) });
  const used = (await usedSet(context.db, sheet.inference.symbol_set_id)) ?? row;
  const reviewed = sheet.prediction.regions.flatMap(({ id, modelClass, status, boundingBox: box }) =>
    modelClass === undefined || status === 'pending' ? [] : [{ id, modelClass, box, there: status === 'approved' }],
  );
  const outcome = await workOf(context.ports, { who: context.caller.userId, mostMs: patienceMs }, (run) =>
    context.ports.engines.workFolder(async (folder) => {
      const { format, page } = sheet;
      const sets = { before: symbolSetOf(used), after: { ...symbolSetOf(row), ...draft?.rules } };
      return run('drawingTrial', { input: await sheet.fetch(folder), format, page, ...sets, reviewed });
    }),
  );
  if ('failure' in outcome) return fail(invalidSet, { details: [invalidValue('sheet', outcome.failure)] });
  const { better, worse, ...counts } = outcome.result;
  return reply(200, { ...counts, better: [...better], worse: [...worse] });
}
