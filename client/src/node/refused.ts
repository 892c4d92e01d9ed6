/** What the platform or its store said against a request. */
export class Refused extends Error {
  readonly status: number;
  /** For example `FileAlreadyExists`. */
  readonly code: string;
  /** As it was received: code, message, details. */
  readonly error: unknown;
  readonly correlationId: string | undefined;

  constructor(response: Response, error: unknown) {
    const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
    super(typeof message === 'string' ? message : `The server answered ${response.status}.`);
    this.name = 'Refused';
    this.status = response.status;
    this.code = typeof code === 'string' ? code : String(response.status);
    this.error = error;
    this.correlationId = response.headers.get('X-Correlation-ID') ?? undefined;
  }
}

interface Called<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of a success with its headers; throws {@link Refused} for others. */
export async function answered<T>(
  call: Promise<Called<T>>,
): Promise<{ readonly data: T; readonly response: Response }> {
  const { data, error, response } = await call;
  if (!response.ok) throw refusalOf(response, error);
  return { data: data as T, response };
}

export function refusalOf(response: Response, body: unknown): Refused {
  const isObject = typeof body === 'object' && body !== null;
  const error = isObject && 'error' in body ? body.error : undefined;
  return new Refused(response, typeof error === 'object' && error !== null ? error : {});
}
