import type { Context } from '../../../kernel/http/context.ts';
import type { Endpoint } from '../../../kernel/http/endpoint.ts';
import { isFailed } from '../../../kernel/http/problem.ts';
import { within } from '../../../kernel/http/within.ts';
import type { Operation } from './operation.ts';

/** The single requests that operations are done like. */
export interface Singles {
  readonly update: Endpoint;
  readonly delete: Endpoint;
}

const shownTarget = (target: string | null | undefined) => (target ? { target } : {});

/** Does one operation of several, and tells what became of it. */
export async function doOne({ op, id, body, ifMatch }: Operation, singles: Singles, context: Context) {
  const part = { params: { id }, body: body ?? {}, ifMatch };
  const outcome = await within(singles[op], part, context);
  if (!isFailed(outcome)) return { id, status: outcome.status };
  const { problem, message, target, details = [] } = outcome;
  return {
    id,
    status: problem.status,
    error: {
      ...{ code: problem.code, message: message ?? problem.message },
      ...shownTarget(target ?? problem.target),
      ...(details.length > 0
        ? { details: details.map((one) => ({ code: one.code, message: one.message, ...shownTarget(one.target) })) }
        : {}),
    },
  };
}
