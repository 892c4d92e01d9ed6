import type { ClientRequest, ServerResponse } from 'node:http';
import { finished, type Readable } from 'node:stream';
import { freeBuffer } from '../../std/free-buffer.ts';

/** Bytes that wait for a slow receiver, as a rule at most. */
const mostWaiting = 2 ** 18;

type Message = ClientRequest | ServerResponse;

/**
 * Writes an answer's own stream into it as fast as it takes it, and ends it. Rejects when the receiver closes before the
 * end, or the source fails; the source is destroyed then.
 */
export function streamUpload(source: Readable, target: Message): Promise<void> {
  return passOn(source, target, { owned: true }).catch((error) => {
    source.destroy();
    throw error;
  });
}

interface Passing {
  /** Nobody else has the chunks, so each one's memory is given back once it was sent. */
  readonly owned: boolean;
  /** Sees each chunk before it goes on; what it throws ends the passing. */
  take?(chunk: Buffer): void;
}

/**
 * The same with a source that stays: where it fails, the source stops at that place. Chunks go on as they come: to iterate
 * over a stream joins those that wait, and the copies are left to the garbage collector.
 */
export function passOn(source: Readable, target: Message, { owned, take }: Passing): Promise<void> {
  return new Promise((resolve, reject) => {
    let waiting = 0;
    let ended = false;
    const pass = (chunk: Buffer) => {
      const { length } = chunk;
      try {
        take?.(chunk);
      } catch (error) {
        return end(error);
      }
      waiting += length;
      target.write(chunk, () => {
        if (owned) freeBuffer(chunk);
        waiting -= length;
        if (waiting < mostWaiting && !ended) source.resume();
      });
      if (waiting >= mostWaiting) source.pause();
    };
    const closed = () => end(new Error('The connection was closed.'));
    const unwatch = finished(source, { writable: false }, (error) => end(error));
    const end = (error: unknown) => {
      ended = true;
      unwatch();
      source.off('data', pass);
      target.off('close', closed);
      if (error) {
        source.pause();
        reject(error);
      } else {
        target.end();
        resolve();
      }
    };
    if (target.destroyed) return closed();
    target.once('close', closed);
    source.on('data', pass);
    source.resume();
  });
}
