import type { Static } from 'typebox';
import { permission } from '../../../api/auth/access-rules.ts';
import { readModels } from '../../../api/auth/model-access.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { type ModelOfTwin, modelInTwin } from '../comparison/access.ts';
import { modelNotFound } from '../errors.ts';
import { q } from '../tables.ts';
import type { trackingUpdate } from './schema.ts';

const writeModels = permission('models_write');

export async function putTracking(body: Static<typeof trackingUpdate>, context: Context) {
  const found = await modelInTwin(context, body, modelNotFound, writeModels);
  if (isFailed(found)) return found;
  const { id, twinId } = found.model;
  const enabled = body.enable ? 1 : 0;
  const outcome = await context.write(async (tx) => {
    const row = { model_id: id, twin_id: twinId, enabled };
    const insert = q.insertInto('comparison_tracking').values(row);
    await tx.run(insert.onConflict((conflict) => conflict.column('model_id').doUpdateSet({ enabled })));
  });
  return isFailed(outcome) ? outcome : ({ status: 202 } as const);
}

export async function getTracking(query: ModelOfTwin, context: Context) {
  const found = await modelInTwin(context, query, modelNotFound, readModels);
  if (isFailed(found)) return found;
  const rows = q.selectFrom('comparison_tracking').select('enabled').where('model_id', '=', found.model.id);
  return reply(200, { enabled: (await context.db.first(rows))?.enabled === 1 });
}
