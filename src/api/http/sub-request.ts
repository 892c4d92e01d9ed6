import type { Context } from './context.ts';
import type { Endpoint, Outcome } from './endpoint.ts';
import { fail, isFailed, NoLongerThere, problems } from './problem.ts';
import { matches } from './reply.ts';
import { runEndpoint } from './run.ts';
import { declaredBody, faultsOf, trimmedBody } from './validation.ts';

/** A request that is part of another one. */
export interface SubRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** As the header If-Match. */
  readonly ifMatch: string | undefined;
}

/**
 * Does what an endpoint does, for the caller of another request: permission, If-Match, validation and handler, in the
 * order of a request of its own. The body is JSON, the query empty.
 */
export async function subRequest(endpoint: Endpoint, part: SubRequest, context: Context): Promise<Outcome> {
  const { params, ifMatch } = part;
  const isFresh = (target: unknown): boolean =>
    ifMatch === undefined || endpoint.version === undefined || matches(ifMatch, `"${endpoint.version(target)}"`);
  const inner: Context = {
    ...context,
    query: {},
    write: (work) =>
      context.write(async (tx) => {
        if (ifMatch === undefined) return work(tx);
        const target = await endpoint.access.resolve(params, { ...context, db: tx });
        return isFailed(target) || !isFresh(target) ? fail(problems.preconditionFailed) : work(tx);
      }),
  };
  try {
    return await perform(endpoint, part, inner, isFresh);
  } catch (error) {
    if (!(error instanceof NoLongerThere)) throw error;
    const again = await endpoint.access.resolve(params, inner);
    return isFailed(again) ? again : fail(problems.serviceUnavailable);
  }
}

async function perform(
  endpoint: Endpoint,
  { params, body }: SubRequest,
  context: Context,
  isFresh: (target: unknown) => boolean,
): Promise<Outcome> {
  const target = await endpoint.access.resolve(params, context);
  if (isFailed(target)) return target;
  if (!isFresh(target)) return fail(problems.preconditionFailed);
  const given = endpoint.body ? trimmedBody(endpoint, body) : undefined;
  const faults = await faultsOf(endpoint, { query: {}, body: given, headers: {} }, target, context, undefined);
  if (faults.length > 0) return fail(endpoint.invalid ?? problems.badRequest, { details: faults });
  const value = endpoint.body ? declaredBody(endpoint, given) : undefined;
  const input = { params, query: {}, body: value, headers: {}, target, prefer: undefined };
  return runEndpoint(endpoint, input, context);
}
