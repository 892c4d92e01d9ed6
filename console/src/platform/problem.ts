/** What a refusal of the platform says. */
export interface Detail {
  readonly code: string;
  readonly message: string;
  readonly target?: string | null;
}

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly target?: string | null;
  readonly details?: readonly Detail[];
}

/** A call that did not succeed. A class, because callers tell it from other errors by `instanceof`. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  /** The part of the request that was refused, where the refusal has no details. */
  readonly target: string | undefined;
  readonly details: readonly Detail[];
  readonly correlationId: string | undefined;
  /** Of its entry in the log of requests; undefined where the server was not reached. */
  readonly requestId: string | undefined;
  /** How long to wait before the next try, where the server says it. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, refusal: Refusal, headers?: Headers) {
    super(refusal.message);
    this.name = 'Problem';
    this.status = status;
    this.code = refusal.code;
    this.target = refusal.target ?? undefined;
    this.details = refusal.details ?? [];
    this.correlationId = headers?.get('x-correlation-id') ?? undefined;
    this.requestId = headers?.get('x-request-id') ?? undefined;
    const seconds = Number.parseInt(headers?.get('retry-after') ?? '', 10);
    this.retryAfterMs = Number.isNaN(seconds) ? undefined : seconds * 1000;
  }
}

/** Reads the error body that every API answers. */
export function problemOf(response: Response, body: unknown): Problem {
  const refusal = isRefusal(body) ? body.error : { code: String(response.status), message: response.statusText };
  return new Problem(response.status, refusal, response.headers);
}

const isRefusal = (body: unknown): body is { readonly error: Refusal } =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object';

/** The server could not be reached at all. */
export const unreachable = (): Problem =>
  new Problem(0, { code: 'Unreachable', message: 'The server does not answer.' });

/** Somebody has changed it since it was read, and nothing was done. */
export const isChanged = (error: unknown): boolean => error instanceof Problem && error.code === 'PreconditionFailed';

const advice: Readonly<Record<number, string>> = {
  0: 'Check your connection. The console continues when the server answers again.',
  401: 'Sign in again.',
  403: 'Ask an owner of the twin, or an administrator of your organization, for the permission.',
  404: 'It may have been deleted or moved, or you have no access to it. Go back and reload the list.',
  409: 'Somebody else may have changed it. Reload and try again.',
  412: 'Somebody else has changed it meanwhile. Reload and try again.',
  413: 'Choose a smaller file.',
  422: 'Correct what is named and try again.',
  429: 'Wait a moment, then try again.',
};

const adviceByCode: Readonly<Record<string, string>> = {
  PictureNotDrawn: 'Download it to look at it with another program.',
  PointsChanged: 'Yours are still here: download them as CSV, reload, and add what is missing.',
  FileAlreadyExists: 'Choose another name, or replace the content of the file that is there.',
  FolderAlreadyExists: 'Choose another name.',
  FileLocked: 'Ask who locked it to unlock it; whoever may write here can unlock it, too.',
  UploadUnderWay: 'Wait until it has ended, or cancel it.',
  TeamMemberNotFound: 'Nobody with that e-mail address uses this platform yet. Invite them to the twin first.',
  twinHasChildren: 'Delete the twins below it first.',
  twinExists: 'Choose another number.',
};

/** What a person can do about it. */
export function whatToDo(error: unknown): string {
  if (!(error instanceof Problem)) return 'Reload the page. If it happens again, tell your administrator.';
  const known = adviceByCode[error.code] ?? advice[error.status];
  return known ?? 'Try again. If it happens again, tell your administrator the correlation id.';
}
