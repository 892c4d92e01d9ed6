import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Stub {
  readonly url: string;
  /** Requests so far; `take` empties it. */
  take(): readonly Received[];
  stop(): Promise<void>;
}

/** A server that notes what it is asked and answers what a test wants. */
export async function startStub(
  answer: (received: Received, response: ServerResponse) => Reply | undefined,
): Promise<Stub> {
  let all: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const received = { method, url, headers, body: await buffer(request) };
    all.push(received);
    const reply = answer(received, response);
    if (reply === undefined) return;
    const { status = 200, headers: own = {}, body } = reply;
    const isText = typeof body === 'string' || Buffer.isBuffer(body);
    const type = isText || body === undefined ? {} : { 'Content-Type': 'application/json' };
    response.writeHead(status, { ...type, ...own });
    response.end(isText || body === undefined ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    take() {
      const taken = all;
      all = [];
      return taken;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
