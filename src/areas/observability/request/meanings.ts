import type { Entry } from '../../../kernel/request-log/entry.ts';

/** What codes say and what to do about them; those of single APIs have the text of their status. */
const byCode: Readonly<Record<string, string>> = {
  HeaderNotFound: 'The request had no Authorization header. Send "Authorization: Bearer" with an access token.',
  Unauthorized:
    'The access token was refused: it has expired or was revoked, its application or user is disabled, or it lacks the scope. Get a new token, and ask for the scope twin-platform.',
  InsufficientPermissions:
    'The caller sees the resource, but lacks the permission for this operation. The reference names it; an owner of the twin or an administrator of the organization gives roles.',
  ResourceNotFound:
    'No operation has this path and method in this version. Compare both with the reference, and the version in the Accept header.',
  NotAcceptable: 'The Accept header asks for a form in which there is no answer. Leave it out, or ask for JSON.',
  PreconditionFailed: 'The resource was changed since it was read. Read it again, and send its new ETag in If-Match.',
  RequestTooLarge: 'The body is larger than this operation takes. Send less at once, or upload files in blocks.',
  UriTooLong: 'The address is longer than 8,192 bytes. Ask for fewer things at once.',
  UnsupportedMediaType: 'The body has a Content-Type that this operation does not take. JSON needs application/json.',
  RateLimitExceeded:
    'The application has made more requests for this user than its tier allows. Wait for the seconds in Retry-After; fewer, larger pages and webhooks instead of polling help.',
  DataConflict:
    'The state of the data contradicts the request, or the first request with this Idempotency-Key is still running. Read the state, then try again.',
  InternalServerError:
    'The server failed. The operator finds the cause in the log by the correlation id. The same request may succeed later.',
  ServiceUnavailable: 'Something that the server needs was away, or it was starting. Try again after Retry-After.',
};

const byStatus: Readonly<Record<number, string>> = {
  400: 'The server could not read the request. Compare its form with the reference of the operation.',
  401: 'The access token was refused. Get a new one.',
  403: 'The caller may not do this here. An owner of the twin or an administrator of the organization can change that.',
  404: 'There is nothing with this id for this caller: it never existed, was deleted, or the caller has no access to it. Compare the id, and ask with a member of the twin.',
  409: 'The state of the resource forbids it, or a unique value is taken. Read the resource, and decide anew.',
  410: 'It was there once and is gone.',
  413: 'The body is larger than this operation takes.',
  422: 'A part of the request was refused: `details` names each, and why. Change those parts; the same request will be refused again.',
  502: 'A system behind the server failed. Try again later.',
  504: 'A system behind the server was too late. Try again later.',
};

const noAnswer =
  'The connection ended before there was an answer: the caller gave up, or something between has cut it. What the request changed is done all the same.';

/** What a refused request means, at most 300 characters; null for a success. */
export function meaningOf({ status, code }: Pick<Entry, 'status' | 'code'>): string | null {
  if (status === null) return noAnswer;
  if (status < 400) return null;
  const known = code === null ? undefined : byCode[code];
  return (
    known ?? byStatus[status] ?? (status < 500 ? 'The request was refused.' : 'The server failed. Try again later.')
  );
}
