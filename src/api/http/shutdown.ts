import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/**
 * Ends a server without a reset in front of a request: it takes no new connections, says `Connection: close` on every
 * answer from then on, and leaves idle connections open for `graceMs`, because what comes on them may be on its way.
 */
export function shutdownOf(server: Server): {
  answering(response: ServerResponse): void;
  end(graceMs: number): Promise<void>;
} {
  // One entry for each connection, not for each answer: a set that grows and shrinks with every answer is copied again
  // and again, and each dead copy keeps the answers of its time until the next full collection.
  const latest = new Map<Socket, ServerResponse | undefined>();
  server.on('connection', (socket: Socket) => {
    latest.set(socket, undefined);
    socket.once('close', () => latest.delete(socket));
  });
  let draining = false;
  return {
    answering(response) {
      if (draining) response.shouldKeepAlive = false;
      if (response.socket) latest.set(response.socket, response);
    },
    end: (graceMs) =>
      new Promise((resolve) => {
        draining = true;
        for (const response of latest.values()) if (response && !response.headersSent) response.shouldKeepAlive = false;
        let sweep: NodeJS.Timeout | undefined;
        // connections that were busy at the end of the grace are idle once they have answered
        const begin = () => {
          sweep = setInterval(() => {
            server.closeIdleConnections();
            // to the server they are not idle until it has waited a minute for their first request
            for (const socket of latest.keys()) if (socket.bytesRead === 0) socket.destroy();
          }, 50);
        };
        const grace = setTimeout(begin, graceMs);
        server.once('close', () => {
          clearTimeout(grace);
          clearInterval(sweep);
          resolve();
        });
        // the HTTP server's own `close` would end idle connections at once
        NetServer.prototype.close.call(server);
      }),
  };
}
