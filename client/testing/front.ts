import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** A request that the platform has answered through it. */
export interface Passed {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly status: number;
  /** Bytes of its body. */
  readonly received: number;
}

/** Stands in front of a platform, as a load balancer does, and sees what goes through. */
export interface Front {
  readonly url: string;
  readonly passed: readonly Passed[];
  /** Hears of each answer before the client gets it. */
  onAnswer: (passed: Passed) => void;
  /** Answers in place of the platform where it says so; true: it has answered. */
  instead: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Cuts the body of answers after so many bytes, where it says a number. */
  cutAfter: (request: IncomingMessage) => number | undefined;
  stop(): Promise<void>;
}

export async function startFront(port: number, target: () => string): Promise<Front> {
  const passed: Passed[] = [];
  const server = createServer((incoming, response) => {
    if (front.instead(incoming, response)) return;
    const { method = '', url = '', headers } = incoming;
    const onward = request(`${target()}${url}`, { method, headers: { ...headers, host: `localhost:${port}` } });
    let received = 0;
    incoming.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    onward.on('error', () => response.destroy());
    onward.on('response', (answer) => {
      const { statusCode: status = 0 } = answer;
      const one = { method, url: new URL(url, front.url), headers, status, received };
      passed.push(one);
      front.onAnswer(one);
      response.writeHead(status, answer.headers);
      const most = front.cutAfter(incoming);
      if (most === undefined) return void answer.pipe(response);
      let left = most;
      answer.on('data', (chunk: Buffer) => {
        const piece = chunk.subarray(0, left);
        left -= piece.length;
        response.write(piece, () => left === 0 && response.destroy());
      });
    });
    incoming.on('close', () => incoming.complete || onward.destroy());
    incoming.pipe(onward);
  });
  const front: Front = {
    url: `http://localhost:${port}`,
    passed,
    onAnswer: () => undefined,
    instead: () => false,
    cutAfter: () => undefined,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => void server.listen(port, resolve));
  return front;
}
