import type { Static } from 'typebox';
import { readModels } from '../../../api/auth/model-access.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { type Detail, fail, isFailed } from '../../../api/http/problem.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { comparisonExists, invalidRequest, modelNotFound } from '../errors.ts';
import { modelInTwin } from './access.ts';
import { queueComparison } from './queue.ts';
import { invalid } from './rules.ts';
import type { comparisonJobCreate } from './schema.ts';
import { type Span, spanOf } from './span.ts';
import { findBySpan } from './store.ts';
import { comparisonView } from './view.ts';

export type Wanted = Static<typeof comparisonJobCreate>;

/** Queues the comparison of two versions; there is one at most of the same two. */
export async function createComparison(wanted: Wanted, context: Context) {
  const found = await modelInTwin(context, wanted, modelNotFound, readModels);
  if (isFailed(found)) return found;
  const outcome = await context.write(async (tx) => {
    const added = await addComparison(tx, wanted, context);
    return isFailed(added) || added.isNew ? added : fail(comparisonExists);
  });
  if (isFailed(outcome)) return outcome;
  return reply(202, { comparisonJob: comparisonView(outcome.row, undefined, undefined) });
}

/** Makes a comparison, or finds the one that is there already. The caller's rights in the twin have been looked at. */
export async function addComparison(tx: Transaction, wanted: Wanted, { ports, caller, now }: Context) {
  const model = await ports.models.find(tx, wanted.modelId);
  if (model === undefined) return fail(modelNotFound);
  const changesets = await ports.models.changesets(tx, model.id);
  const [startId, endId] = [wanted.startChangesetId.toLowerCase(), wanted.endChangesetId.toLowerCase()];
  const { start, end } = spanOf(changesets, startId, endId);
  if (start === undefined || end === undefined || start.index > end.index) {
    return fail(invalidRequest, { details: faultsOf({ ...(start ? { start } : {}), ...(end ? { end } : {}) }) });
  }
  const known = await findBySpan(tx, model.id, startId, endId);
  if (known !== undefined) return { row: known, isNew: false };
  const order = { model, changesets, span: { start, end }, createdBy: caller.userId, now };
  return { row: await queueComparison(tx, order, ports), isNew: true };
}

function faultsOf({ start, end }: Partial<Span>): Detail[] {
  if (start && end) return [invalid('startChangesetId', "comes after 'endChangesetId' in the history of the model")];
  const unknown = 'is not a changeset of the model';
  return [
    ...(start ? [] : [invalid('startChangesetId', unknown)]),
    ...(end ? [] : [invalid('endChangesetId', unknown)]),
  ];
}
