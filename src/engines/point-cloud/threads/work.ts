import { writeFileSync } from 'node:fs';
import { decodeChunk } from '../laz/decode.ts';
import { kinds } from '../tile/kinds.ts';
import type { Order, Outcome } from './orders.ts';

/** Does what is ordered, on whatever thread. */
export async function work(order: Order): Promise<Outcome> {
  if (order.is === 'chunk') return { is: 'chunk', records: await decodeChunk(order.bytes, order.chunk) };
  const sizes = order.files.map(({ path, format }) => {
    const bytes = kinds[format].write(order.points, order.step);
    writeFileSync(path, bytes);
    return bytes.length;
  });
  return { is: 'tile', sizes };
}
