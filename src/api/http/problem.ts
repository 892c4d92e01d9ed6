import type { UndoesTransaction } from '../../kernel/db/database.ts';
import { mostFaults } from '../../kernel/schema/validator.ts';
import type { Detail } from '../../std/detail.ts';
import { contentChanged, contentLost } from '../../std/unavailable.ts';

export type { Detail } from '../../std/detail.ts';

/** One row of an error table: the status, code and fixed message of a refusal. */
export interface Problem<C extends string = string> {
  readonly status: number;
  readonly code: C;
  readonly message: string;
  /** What it is about, where an API file says so. */
  readonly target?: string;
}

/** A refusal as a value. Returned from a write, it undoes the transaction. */
export interface Failed<C extends string = string> extends UndoesTransaction {
  readonly problem: Problem<C>;
  readonly message?: string;
  readonly target?: string;
  readonly details?: readonly Detail[];
  readonly headers?: Readonly<Record<string, string>>;
}

export const problem = <C extends string>(status: number, code: C, message: string, target?: string): Problem<C> => ({
  status,
  code,
  message,
  ...(target === undefined ? {} : { target }),
});

/** Refuses a request; `message` replaces the problem's fixed one where an API file wants a value in it. */
export const fail = <C extends string>(
  of: Problem<C>,
  more: Omit<Failed, 'problem' | 'undoesTransaction'> = {},
): Failed<C> => ({ ...more, problem: of, undoesTransaction: true });

/**
 * Refuses with the 404 that the caller names for what is not theirs to see: a handler's type need not name it, because
 * it is declared wherever such a thing can be asked for.
 */
export const rejectAsNotFound = (notFound: Problem): Failed<never> => fail(notFound) as Failed<never>;

export const isFailed = (value: unknown): value is Failed =>
  typeof value === 'object' && value !== null && 'problem' in value && 'undoesTransaction' in value;

/**
 * Thrown where something that the access rule found is no longer there: another request removed it in between. The
 * access rule is asked again and gives its own 404.
 */
export class NoLongerThere extends Error {}

/** The refusals that belong to no API (conventions.md section 4). */
export const problems = {
  badRequest: problem(400, 'BadRequest', 'The request is invalid.'),
  headerNotFound: problem(401, 'HeaderNotFound', 'Header Authorization was not found in the request. Access denied.'),
  invalidScheme: problem(401, 'InvalidAuthorizationScheme', 'Authorization scheme is not valid.'),
  unauthorized: problem(
    401,
    'Unauthorized',
    'Access denied due to invalid access_token. Make sure to provide a valid token for this API endpoint.',
  ),
  insufficientPermissions: problem(
    403,
    'InsufficientPermissions',
    'The user has insufficient permissions for the requested operation.',
  ),
  resourceNotFound: problem(
    404,
    'ResourceNotFound',
    'The requested resource was not found. Verify the API URL and the Accept header.',
  ),
  notAcceptable: problem(406, 'NotAcceptable', 'The requested representation is not available.'),
  dataConflict: problem(409, 'DataConflict', 'A request with this Idempotency-Key is still running.'),
  preconditionFailed: problem(412, 'PreconditionFailed', 'The resource was changed since it was read.'),
  requestTooLarge: problem(413, 'RequestTooLarge', 'The request is larger than the server is able to process.'),
  uriTooLong: problem(414, 'UriTooLong', 'The request URL is too long.'),
  unsupportedMediaType: problem(415, 'UnsupportedMediaType', 'Media type is not supported.'),
  rangeNotSatisfiable: problem(416, 'RangeNotSatisfiable', 'The requested range is not satisfiable.'),
  /** Only where an operation has no 422 of its own. */
  invalidRequest: problem(422, 'InvalidRequest', 'The request is invalid.'),
  rateLimitExceeded: problem(
    429,
    'RateLimitExceeded',
    'The client sent more requests than allowed by this API for the current tier of the client.',
  ),
  internalServerError: problem(500, 'InternalServerError', 'An unexpected error happened.'),
  contentLost: problem(500, contentLost.code, contentLost.message),
  contentChanged: problem(503, contentChanged.code, contentChanged.message),
  serviceUnavailable: problem(503, 'ServiceUnavailable', 'The service is temporarily unavailable.'),
} as const;

/** What an answer says where it names only the first faults. */
export const moreFaults: Detail = {
  code: 'InvalidRequestBody',
  message: 'There may be more faults than are named here.',
  target: null,
};

/** What an answer tells of one fault: a name of a member, which may be in it, may be as long as the request. */
const longestText = 1000;
const cut = (text: string): string =>
  text.length > longestText ? `${text.slice(0, longestText).toWellFormed()}…` : text;

/** The details that an answer tells: `mostFaults` at most, of which the last says that there are more. */
export function toldDetails(details: readonly Detail[], most = mostFaults): Detail[] {
  const told = details.length <= most ? details : [...details.slice(0, Math.max(0, most - 1)), moreFaults];
  return told.map(({ target, message, ...detail }) => ({
    ...detail,
    message: cut(message),
    ...(typeof target === 'string' ? { target: cut(target) } : target === undefined ? {} : { target }),
  }));
}

/** The body of every refusal: `{ error: { code, message, target?, details? } }`. */
export function errorBody(failed: Failed): { error: Record<string, unknown> } {
  const target = failed.target ?? failed.problem.target;
  return {
    error: {
      code: failed.problem.code,
      message: cut(failed.message ?? failed.problem.message),
      ...(target === undefined ? {} : { target: cut(target) }),
      ...(failed.details?.length ? { details: toldDetails(failed.details) } : {}),
    },
  };
}

/** Codes that any operation may answer without declaring them. */
export type EverywhereCode = (typeof problems)[keyof typeof problems]['code'];
