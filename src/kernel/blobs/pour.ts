import { once } from 'node:events';
import type { ClientRequest, ServerResponse } from 'node:http';
import { release } from './release.ts';

/**
 * Writes chunks into a message as fast as it takes them and ends it. `owned`: nobody else has the chunks, so each
 * one's memory is given back once it was sent. Rejects when the target closes before its end, or the source fails.
 */
export async function pour(
  chunks: AsyncIterable<Buffer>,
  target: ClientRequest | ServerResponse,
  owned: boolean,
): Promise<void> {
  const closed = new AbortController();
  const close = () => closed.abort();
  target.once('close', close);
  for await (const chunk of chunks) {
    if (target.destroyed) throw new Error('The connection was closed.');
    const more = target.write(chunk, () => {
      if (owned) release(chunk);
    });
    if (!more) await once(target, 'drain', { signal: closed.signal });
  }
  target.off('close', close);
  target.end();
}
