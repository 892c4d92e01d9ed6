import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The exact text of the body. */
  readonly body: string;
  readonly at: number;
}

export type AnswerWith = (response: ServerResponse, received: Received, nth: number) => void;

/** A subscriber: a real server on loopback that keeps what it gets. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  answerWith(answer: AnswerWith): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let answer: AnswerWith = (response) => response.end();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString('utf8');
    const one = { path: request.url ?? '', headers: request.headers, body, at: Date.now() };
    received.push(one);
    answer(response, one, received.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/callback`,
    port,
    received,
    answerWith(next) {
      answer = next;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Verifies as public receivers do: the algorithm stands before "=", the hex after it, compared without case. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const [algorithm = '', signature = ''] = String(headers.signature ?? '').split('=');
  const expected = createHmac(algorithm, secret).update(body, 'utf8').digest('hex');
  return expected.toLowerCase() === signature.toLowerCase();
}
