import type { Vector } from '../../matrix.ts';

/** The places of a binary PLY of doubles and byte colours. */
export function pointsOfPly(bytes: Buffer): Vector[] {
  const end = bytes.indexOf('end_header\n') + 'end_header\n'.length;
  const count = Number(/element vertex (\d+)/.exec(bytes.toString('latin1', 0, end))?.[1]);
  return Array.from({ length: count }, (_, n): Vector => {
    const at = end + 27 * n;
    return [bytes.readDoubleLE(at), bytes.readDoubleLE(at + 8), bytes.readDoubleLE(at + 16)];
  });
}
