import { timingSafeEqual } from 'node:crypto';

/** Whether a signature is the right one; takes as long for every wrong one of the same length. */
export function sameSignature(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
