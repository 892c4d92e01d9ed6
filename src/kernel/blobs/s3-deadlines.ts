import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { freeBuffer } from '../../std/free-buffer.ts';
import { Unavailable } from '../../std/unavailable.ts';
import type { Meter } from './meter.ts';
import { frugalBody } from './s3-body.ts';

/** How long a server of the S3 protocol is waited for, in milliseconds. */
export interface S3Deadlines {
  readonly connect: number;
  /** Until a request without a stream of bytes is answered. */
  readonly answer: number;
  /** Without a single byte passing, while it is the server's turn. */
  readonly stall: number;
}

export const usualS3Deadlines: S3Deadlines = { connect: 5000, answer: 10_000, stall: 30_000 };

/**
 * Calls `stalled` once nothing has moved for that long, while it is the server that is waited for and not the other
 * side of the transfer, which may take all the time it wants. Answers how to end the watch.
 */
function watch(ms: number, moved: () => number, serversTurn: () => boolean, stalled: (why: Unavailable) => void) {
  let before = moved();
  let since = Date.now();
  const look = setInterval(() => {
    const now = moved();
    if (now !== before || !serversTurn()) {
      before = now;
      since = Date.now();
    } else if (Date.now() - since >= ms) {
      clearInterval(look);
      stalled(new Unavailable('file store', `nothing has moved for ${ms} ms`));
    }
  }, ms / 4);
  look.unref();
  return () => clearInterval(look);
}

/** What a request is sent with. */
export interface SendOptions {
  readonly abortSignal?: AbortSignal;
  /** 0: as long as it takes. */
  readonly requestTimeout?: number;
}

/** Sends a request whose body is `source`, measured; aborts it when the server takes no more of it, or does not answer. */
export async function sending<T>(
  source: Readable,
  counter: Meter,
  ms: number,
  send: (body: Readable, options: SendOptions) => Promise<T>,
): Promise<T> {
  const aborting = new AbortController();
  let taken = 0;
  const counted: Meter = {
    take(chunk) {
      taken += chunk.length;
      counter.take(chunk);
    },
    read: counter.read,
  };
  const unwatch = watch(
    ms,
    () => taken,
    () => source.readableEnded || source.readableLength > 0, // else its sender has nothing for the server now
    (why) => aborting.abort(why),
  );
  try {
    return await send(frugalBody(source, counted), { abortSignal: aborting.signal, requestTimeout: 0 });
  } catch (error) {
    const told = aborting.signal.aborted ? aborting.signal.reason : error;
    aborting.abort(); // an answer before the end of the body leaves nobody who takes the rest of it
    throw told;
  } finally {
    unwatch();
  }
}

/** Ends a body that its reader wants and the server does not send. Gives back what its socket has read: the body has copies. */
export function receiving(body: Readable, ms: number): Readable {
  if (!(body instanceof IncomingMessage)) return body;
  const { socket } = body;
  socket.on('data', freeBuffer); // behind the parser, which heard of it first
  const unwatch = watch(
    ms,
    () => socket.bytesRead,
    () => body.readableLength === 0,
    (why) => body.destroy(why),
  );
  return body.once('close', () => {
    unwatch();
    socket.off('data', freeBuffer);
  });
}
