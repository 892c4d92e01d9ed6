import type { IncomingMessage, ServerResponse } from 'node:http';

/** Something that answers all requests below a path itself, outside of the APIs' conventions (pages, blobs, OAuth). */
export interface Mount {
  /** Begins with "/", matched case-sensitively against whole segments; "/auth" covers "/auth" and "/auth/x". */
  readonly prefix: string;
  handle(request: IncomingMessage, response: ServerResponse): void | Promise<void>;
}
