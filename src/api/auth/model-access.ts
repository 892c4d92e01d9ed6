import type { Context } from '../http/context.ts';
import type { AccessRule } from '../http/endpoint.ts';
import { type Failed, isFailed, type Problem, problems, rejectAsNotFound } from '../http/problem.ts';
import type { Access } from '../ports/access.ts';
import type { Model } from '../ports/models.ts';
import { permission, type Requirement, twinAccess } from './access-rules.ts';

/** A model in use, and the caller's access to its twin. */
export interface FoundModel {
  readonly model: Model;
  readonly access: Access;
}

/** What reading any data of a model needs. */
export const readModels: Requirement = permission('models_read', 'models_webview');

/** A model that a request names; who has no access to its twin gets the same 404 as for an unknown one. */
export async function modelAccess(
  context: Context,
  modelId: string,
  notFound: Problem,
  need: Requirement,
): Promise<FoundModel | Failed<'InsufficientPermissions'>> {
  const model = await context.ports.models.find(context.db, modelId);
  if (model === undefined) return rejectAsNotFound(notFound);
  const access = await twinAccess(context, model.twinId, notFound, need);
  return isFailed(access) ? access : { model, access };
}

/** The model that the path names. */
export const onModel = (
  need: Requirement,
  notFound: Problem,
): AccessRule<{ readonly modelId: string }, FoundModel> => ({
  permit: need.permit,
  problems: [notFound, problems.insufficientPermissions],
  changes: 'inTwin',
  resolve: ({ modelId }, context) => modelAccess(context, modelId, notFound, need),
});
