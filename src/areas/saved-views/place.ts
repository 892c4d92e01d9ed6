import { twinAccess, visible } from '../../api/auth/access-rules.ts';
import type { Context } from '../../api/http/context.ts';
import { fail, isFailed, type Problem, problems } from '../../api/http/problem.ts';
import type { Access } from '../../api/ports/access.ts';
import { mayUseModels } from './access.ts';
import { bodyFault } from './body-rules.ts';

/** The twin, and maybe a model of it, that something belongs to. */
export interface Place {
  readonly access: Access;
  readonly modelId: string | null;
}

interface Named {
  readonly twinId: string;
  readonly modelId?: string;
}

/**
 * The place that a body names. What is unknown or out of the caller's reach is refused alike; a model of another twin
 * is a fault of the body.
 */
export async function placeOf<C extends string>({ twinId, modelId }: Named, invalid: Problem<C>, context: Context) {
  const access = await twinAccess(context, twinId, problems.insufficientPermissions, visible);
  if (isFailed(access)) return access;
  if (modelId === undefined) return { access, modelId: null };
  const model = await context.ports.models.find(context.db, modelId.toLowerCase());
  if (model === undefined) return fail(problems.insufficientPermissions);
  const ofModel = await context.ports.access.of(context.db, context.caller, model.twinId);
  if (!ofModel?.visible || !mayUseModels(ofModel)) return fail(problems.insufficientPermissions);
  if (model.twinId === access.twin.id) return { access, modelId: model.id };
  return fail(invalid, { details: [bodyFault('modelId', 'modelId is not a model of this twin.')] });
}

/** What a list is asked for. */
export interface Asked {
  readonly twinId?: string;
  readonly modelId?: string;
}

/**
 * The place that a list is asked for, by its twin, its model or both. Undefined: the caller does not know it, or the
 * model is none of the twin.
 */
export async function askedPlace({ twinId, modelId }: Asked, context: Context): Promise<Place | undefined> {
  const { db, caller, ports } = context;
  const model = modelId === undefined ? undefined : await ports.models.find(db, modelId.toLowerCase());
  const twin = twinId?.toLowerCase() ?? model?.twinId;
  if (twin === undefined || (modelId !== undefined && model?.twinId !== twin)) return undefined;
  const access = await ports.access.of(db, caller, twin);
  if (!access?.visible || (model && !mayUseModels(access))) return undefined;
  return { access, modelId: model?.id ?? null };
}
