import { connect, createServer, type Socket } from 'node:net';

/** A way to a server on loopback that can go dead without a word, as a firewall or a pulled cable does it. */
export interface DeadEnd {
  readonly port: number;
  /** From now on nothing passes, on connections that are there and on new ones; none is closed. */
  freeze(): void;
  /** From now on every connection is closed at once, as where nobody listens. */
  refuse(): void;
  /** New connections pass again; those that were frozen stay dead. */
  thaw(): void;
  /** Connections that somebody still holds open. */
  readonly open: number;
  close(): Promise<void>;
}

export async function openProxy(target: number): Promise<DeadEnd> {
  const sockets = new Set<Socket>();
  let frozen = false;
  let refusing = false;
  const server = createServer((near) => {
    if (refusing) return void near.destroy();
    sockets.add(near);
    near.on('error', () => {}).once('close', () => sockets.delete(near));
    if (frozen) return void near.resume(); // what comes is lost
    const far = connect(target, '127.0.0.1');
    far.on('error', () => near.destroy()).once('close', () => frozen || near.destroy());
    near.once('close', () => far.destroy());
    near.on('data', (chunk) => frozen || far.write(chunk));
    far.on('data', (chunk) => frozen || near.write(chunk));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    freeze() {
      frozen = true;
    },
    refuse() {
      refusing = true;
      for (const socket of sockets) socket.destroy();
    },
    thaw() {
      refusing = false;
      frozen = false;
    },
    get open() {
      return sockets.size;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
