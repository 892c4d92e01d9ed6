import type { Static } from 'typebox';
import { twinAccess } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { type RawInput, reply } from '../../../api/http/endpoint.ts';
import { type Detail, fail, isFailed } from '../../../api/http/problem.ts';
import { newId } from '../../../std/ids.ts';
import { membersOf } from '../../../std/records.ts';
import { write } from '../access.ts';
import { invalidCreate, invalidValue, overQuota, twinNotFound } from '../errors.ts';
import type { inferenceCreate } from '../schema.ts';
import { countInferences, insertInference } from '../store/runs.ts';
import { findSet } from '../store/symbols.ts';
import type { InferenceRow } from '../tables.ts';
import { inferenceView } from '../view.ts';

const most = 10_000;
const modelVersions: readonly string[] = ['1.0', '1.1', '1.2', '1.3'];

export function checkVersion({ body }: RawInput): Detail[] {
  const { modelVersion } = membersOf(body);
  if (typeof modelVersion !== 'string' || modelVersion.trim() === '' || modelVersions.includes(modelVersion.trim()))
    return [];
  const shown = modelVersion.slice(0, 50);
  return [
    invalidValue('modelVersion', `Model version '${shown}' is not available. Available are 1.0, 1.1, 1.2 and 1.3.`),
  ];
}

/** Makes an inference, which waits for its inputs. */
export async function createInference(body: Static<typeof inferenceCreate>, context: Context) {
  const access = await twinAccess(context, body.twinId, twinNotFound, write);
  if (isFailed(access)) return access;
  const { caller, now, baseUrl } = context;
  const row: InferenceRow = {
    id: newId(),
    twin_id: access.twin.id,
    model_version: body.modelVersion,
    symbol_set_id: body.symbolSetId?.toLowerCase() ?? null,
    created_by: caller.userId,
    created: now,
    modified: now,
  };
  const outcome = await context.write(async (tx) => {
    const set = row.symbol_set_id === null ? undefined : await findSet(tx, row.symbol_set_id);
    if (row.symbol_set_id !== null && (set === undefined || (set.twin_id ?? row.twin_id) !== row.twin_id)) {
      return fail(invalidCreate, { details: [invalidValue('symbolSetId', 'This is no symbol set of the twin.')] });
    }
    if ((await countInferences(tx, row.twin_id)) < most) return insertInference(tx, row);
    return fail(invalidCreate, { details: [overQuota('inferences', `A twin has at most ${most} inferences.`)] });
  });
  return isFailed(outcome) ? outcome : reply(201, { inference: inferenceView(row, baseUrl) });
}
