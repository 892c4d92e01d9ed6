import type { Context } from '../../../api/http/context.ts';
import type { Endpoint } from '../../../api/http/endpoint.ts';
import { isFailed, toldDetails } from '../../../api/http/problem.ts';
import { subRequest } from '../../../api/http/sub-request.ts';
import type { Operation } from './operation.ts';

/** The single requests that operations are done like. */
export interface Singles {
  readonly update: Endpoint;
  readonly delete: Endpoint;
}

const shownTarget = (target: string | null | undefined) => (target ? { target } : {});

/** Does one operation of several, and tells what became of it, with `mostDetails` of what was wrong. */
export async function doOne(
  { op, id, body, ifMatch }: Operation,
  singles: Singles,
  context: Context,
  mostDetails: number,
) {
  const part = { params: { id }, body: body ?? {}, ifMatch };
  const outcome = await subRequest(singles[op], part, context);
  if (!isFailed(outcome)) return { id, status: outcome.status };
  const { problem, message, target } = outcome;
  const details = toldDetails(outcome.details ?? [], mostDetails);
  return {
    id,
    status: problem.status,
    error: {
      code: problem.code,
      message: message ?? problem.message,
      ...shownTarget(target ?? problem.target),
      ...(details.length > 0
        ? { details: details.map((one) => ({ code: one.code, message: one.message, ...shownTarget(one.target) })) }
        : {}),
    },
  };
}
