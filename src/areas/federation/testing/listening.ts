import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A host on this machine that a test made. */
export interface Listening {
  readonly port: number;
  stop(): void;
}

/** Listens, and lets each connection be answered; nothing of it is left once it is stopped. */
export async function listening(answer: (socket: Socket) => void): Promise<Listening> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    answer(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('It listens nowhere.');
  return {
    port: address.port,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
