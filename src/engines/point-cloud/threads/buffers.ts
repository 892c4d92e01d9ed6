import { listsOfBatch } from '../batch.ts';
import { listsOf } from '../tile/points.ts';
import type { Order, Outcome } from './orders.ts';

/** Memory that goes from one thread to another with an order, or its outcome: nobody else uses it. */
export function buffersOf(message: Order | Outcome): ArrayBuffer[] {
  return memoryOf(message)
    .map(({ buffer }) => buffer)
    .filter((buffer) => buffer instanceof ArrayBuffer);
}

function memoryOf(message: Order | Outcome): readonly ArrayBufferView[] {
  if ('bytes' in message) return [message.bytes, ...(message.spare ? listsOfBatch(message.spare) : [])];
  if ('points' in message) return listsOf(message.points);
  if ('tile' in message) return listsOf(message.tile.points);
  return 'batch' in message && message.batch ? listsOfBatch(message.batch) : [];
}
