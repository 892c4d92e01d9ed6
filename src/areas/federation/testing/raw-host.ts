import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { selfSigned } from '../../../../test/support/self-signed.ts';
import { message } from './liar.ts';
import { type Listening, listening } from './listening.ts';

/** What a host sends, and when. */
export interface RawAnswer {
  readonly bytes: Buffer;
  /** To the first thing that is said, or after a handshake of the PostgreSQL protocol that was good. */
  readonly after: 'connection' | 'handshake';
}

const sslRequest = 80877103;
const welcome = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);

/** A host that answers with bytes of any kind, by TLS to those of the PostgreSQL protocol who ask for it. */
export const startRawHost = (answer: () => RawAnswer): Promise<Listening> =>
  listening((socket) => {
    socket.once('data', (first) => {
      if (first.length !== 8 || first.readInt32BE(4) !== sslRequest) return begin(socket, answer());
      socket.write('S');
      const secured = new TLSSocket(socket, { isServer: true, ...selfSigned });
      secured.on('error', () => {}).once('data', () => begin(secured, answer()));
    });
  });

function begin(socket: Socket, { bytes, after }: RawAnswer): void {
  if (after === 'connection') return void socket.write(bytes);
  socket.write(welcome);
  socket.once('data', () => socket.write(bytes));
}
