import type { Static } from 'typebox';
import { modelAccess, readModels } from '../../../api/auth/model-access.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { isFailed } from '../../../api/http/problem.ts';
import type { Model } from '../../../api/ports/models.ts';
import { cutPage, linksOf, pageOf } from '../../../api/query/paging.ts';
import { modelNotFound } from '../errors.ts';
import { typeNamed } from '../types.ts';
import type { exportsQuery } from './schema.ts';
import { type ExportFilter, listExportRows, modelsExportedBy } from './store.ts';
import { fullView, minimalView } from './view.ts';

/** Ours are all of the first tile format. */
const tileFormat = 1;
type Query = Static<typeof exportsQuery>;

/** Exports of a model, or those that the caller started of all models that they may read now. */
export async function listExports(query: Query, prefer: 'minimal' | 'representation' | undefined, context: Context) {
  const models = await modelsOf(query.modelId, context);
  if (isFailed(models)) return models;
  const page = pageOf(query);
  const filter = filterOf(query, [...models.keys()], context);
  const found = filter === undefined ? [] : await listExportRows(context.db, filter, page);
  const { rows, hasMore } = cutPage(found, page);
  const { baseUrl, now, ports } = context;
  const options = { baseUrl, now, ports, cdn: query.cdn === 1, spelling: query.exportType };
  const exports = rows.flatMap((row) => {
    const model = models.get(row.model_id);
    if (model === undefined) return [];
    return prefer === 'representation' ? fullView(row, model, options) : minimalView(row, model);
  });
  return reply(200, { exports, _links: linksOf(`${baseUrl}/mesh-export/`, query, page, hasMore) });
}

async function modelsOf(modelId: string | undefined, context: Context) {
  if (modelId !== undefined) {
    const found = await modelAccess(context, modelId, modelNotFound, readModels);
    return isFailed(found) ? found : new Map([[found.model.id, found.model]]);
  }
  const models = new Map<string, Model>();
  for (const id of await modelsExportedBy(context.db, context.caller.userId)) {
    const found = await modelAccess(context, id, modelNotFound, readModels);
    if (!isFailed(found)) models.set(id, found.model);
  }
  return models;
}

/** Undefined when nothing can be found. */
function filterOf(query: Query, models: readonly string[], { caller }: Context): ExportFilter | undefined {
  const { modelId, changesetId, exportType, tileVersion, $orderBy } = query;
  const type = exportType === undefined ? undefined : typeNamed(exportType);
  const unreadable = tileVersion !== undefined && tileVersion < tileFormat;
  if (models.length === 0 || unreadable || (exportType !== undefined && type === undefined)) return undefined;
  return {
    models,
    ...(modelId === undefined ? { createdBy: caller.userId } : {}),
    ...(changesetId ? { changesetId: changesetId.toLowerCase() } : {}),
    ...(type === undefined ? {} : { type }),
    ...($orderBy === undefined ? {} : { order: $orderBy === 'date:asc' ? 'asc' : 'desc' }),
  };
}
