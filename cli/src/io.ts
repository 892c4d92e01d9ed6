/** Where something is written; `isTerminal` decides its form. */
export interface Sink {
  /** Resolves once there is room for more; rejects with EPIPE when nobody reads any more. */
  write(data: string | Uint8Array): Promise<void>;
  readonly isTerminal: boolean;
  /** Characters in a line. */
  readonly width: number;
}

/** What a call of the tool may use of its process, so that many can run in one. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly platform: string;
  readonly home: string;
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** Standard input. */
  readonly stdin: { readonly isTerminal: boolean; read(): Promise<Uint8Array>; line(): Promise<string> };
  /** Aborted by Ctrl-C. */
  readonly interrupted: AbortSignal;
  readonly fetch: typeof fetch;
  /** Waits so many milliseconds, or until it is interrupted. */
  sleep(ms: number): Promise<void>;
  /** Opens a page in the browser. */
  open(address: string): void;
}

export const tell = (io: Io, line: string): Promise<void> => io.stderr.write(`${line}\n`);
