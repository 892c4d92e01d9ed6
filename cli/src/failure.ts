/** What the exit codes mean. */
export const exits = {
  done: 0,
  rejected: 1,
  wrongCall: 2,
  notSignedIn: 3,
  notFound: 4,
  unreachable: 5,
  jobFailed: 6,
  interrupted: 130,
};

export interface FailureOptions {
  /** Lines below the sentence. */
  readonly lines?: readonly string[];
  /** As scripts read it: `WrongCall`, `NotSignedIn`, …; of the server what it answered. */
  readonly error?: unknown;
  readonly status?: number;
  readonly correlationId?: string | undefined;
}

/** Ends a command with a sentence and an exit code. */
export class Failure extends Error {
  readonly exit: number;
  readonly options: FailureOptions;

  constructor(exit: number, message: string, options: FailureOptions = {}) {
    super(message);
    this.exit = exit;
    this.options = options;
  }
}

const codes: Readonly<Record<number, string>> = {
  1: 'Failed',
  2: 'WrongCall',
  3: 'NotSignedIn',
  4: 'NotFound',
  5: 'Unreachable',
  6: 'JobFailed',
  130: 'Interrupted',
};

/** The one line that stands for a failure where somebody reads JSON. */
export function failureAsJson({ exit, message, options }: Failure): string {
  const error = options.error ?? {
    code: codes[exit] ?? 'Failed',
    message: [message, ...(options.lines ?? [])].join('\n'),
  };
  const correlationId = options.correlationId;
  return JSON.stringify({
    error,
    status: options.status ?? 0,
    ...(correlationId === undefined ? {} : { correlationId }),
    exitCode: exit,
  });
}

export const wrongCall = (message: string, lines: readonly string[] = []): Failure =>
  new Failure(exits.wrongCall, message, { lines });
