import { permission, type Requirement, twinAccess, visible } from '../../../api/auth/access-rules.ts';
import { type FoundModel, readModels } from '../../../api/auth/model-access.ts';
import type { Context } from '../../../api/http/context.ts';
import type { AccessRule } from '../../../api/http/endpoint.ts';
import { type Failed, fail, isFailed, type Problem, problems, rejectAsNotFound } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { comparisonNotFound } from '../errors.ts';
import type { ComparisonRow } from '../tables.ts';
import { findByJobId } from './store.ts';

/** A model by two ids that a request names: it must be one of that twin. */
export interface ModelOfTwin {
  readonly twinId: string;
  readonly modelId: string;
}

/** A comparison, and the caller's access to the twin of its model. */
export interface FoundComparison {
  readonly row: ComparisonRow;
  readonly access: Access;
}

/** Who has no access to the twin gets the same 404 as for a model that is unknown, recycled or of another twin. */
export async function modelInTwin(
  context: Context,
  { twinId, modelId }: ModelOfTwin,
  notFound: Problem,
  need: Requirement,
): Promise<FoundModel | Failed<'InsufficientPermissions'>> {
  const model = await context.ports.models.find(context.db, modelId);
  if (model?.twinId !== twinId.toLowerCase()) return rejectAsNotFound(notFound);
  const access = await twinAccess(context, model.twinId, notFound, need);
  return isFailed(access) ? access : { model, access };
}

type Params = ModelOfTwin & { readonly jobId: string };

async function comparison(params: Params, context: Context, need: Requirement): Promise<FoundComparison | Failed> {
  const found = await modelInTwin(context, params, comparisonNotFound, need);
  if (isFailed(found)) return found;
  const row = await findByJobId(context.db, found.model.id, params.jobId);
  return row === undefined ? fail(comparisonNotFound) : { row, access: found.access };
}

const refusals = [comparisonNotFound, problems.insufficientPermissions];

export const onComparison: AccessRule<Params, FoundComparison> = {
  permit: readModels.permit,
  problems: refusals,
  changes: 'inTwin',
  resolve: (params, context) => comparison(params, context, readModels),
};

const manage = permission('models_manage');

/** Its creator, while they may still read, or who manages models. */
export const onComparisonToDelete: AccessRule<Params, FoundComparison> = {
  permit: { ...manage.permit, text: `${manage.permit.text} The creator of the job, while they may read it.` },
  problems: refusals,
  changes: 'inTwin',
  async resolve(params, context) {
    const { caller } = context;
    const mayAtAll: Requirement = {
      ...visible,
      allows: (one) => manage.allows(one, caller) || readModels.allows(one, caller),
    };
    const found = await comparison(params, context, mayAtAll);
    if (isFailed(found)) return found;
    const own = found.row.created_by === caller.userId;
    return own || manage.allows(found.access, caller) ? found : fail(problems.insufficientPermissions);
  },
};
