import type { Static } from 'typebox';
import { twinAccess } from '../../../api/auth/access-rules.ts';
import { readModels } from '../../../api/auth/model-access.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import type { Model } from '../../../api/ports/models.ts';
import { cutPage, linksOf, pageOf } from '../../../api/query/paging.ts';
import { fold } from '../../../std/text.ts';
import { twinNotFound } from '../errors.ts';
import type { modelsQuery } from '../schema.ts';
import { newestOf, newestReadyOf } from '../store/changesets.ts';
import { modelsOf } from '../store/models.ts';
import { modelView } from '../view.ts';

/** The models of a twin, by name. */
export async function listModels(query: Static<typeof modelsQuery>, context: Context) {
  const access = await twinAccess(context, query.twinId, twinNotFound, readModels);
  if (isFailed(access)) return access;
  const page = pageOf(query);
  const wanted = fold(query.$search ?? '');
  const all = await modelsOf(context.db, access.twin.id, context.ports);
  const found = all.filter((one) => fold(one.displayName).includes(wanted));
  const { rows, hasMore } = cutPage(found.slice(page.skip, page.skip + page.top + 1), page);
  const parameters = { twinId: query.twinId, $search: query.$search };
  return reply(200, {
    models: await Promise.all(rows.map((one) => viewOf(one, context))),
    _links: linksOf(`${context.baseUrl}/models`, parameters, page, hasMore),
  });
}

export const getModel = async (model: Model, context: Context) => reply(200, { model: await viewOf(model, context) });

async function viewOf(model: Model, { db, ports, baseUrl }: Context) {
  const newest = await newestOf(db, model.id);
  if (newest === undefined) throw new NoLongerThere(`Model ${model.id} was purged.`);
  const ready = newest.state === 'Ready' ? newest : await newestReadyOf(db, model.id);
  const job = newest.state === 'Importing' ? await ports.jobs.find(db, newest.job_id) : undefined;
  return modelView(model, { newest, ready, job }, baseUrl);
}
