import type { Mend } from './mends.ts';
import type { StepIndex } from './scan.ts';

/** Entity → places of the first scale and of those that are the same where they are left out. */
const scales: Readonly<Record<string, readonly [first: number, others: readonly number[]]>> = {
  IFCCARTESIANTRANSFORMATIONOPERATOR2DNONUNIFORM: [3, [4]],
  IFCCARTESIANTRANSFORMATIONOPERATOR3DNONUNIFORM: [3, [5, 6]],
};
const longest = 1000;

/** A scale along the second or third axis that is left out is that along the first one; the library takes 1. */
export function scaleMends(bytes: Uint8Array, index: StepIndex): Mend[] {
  const kinds = index.entities.map((entity) => scales[entity]);
  if (kinds.every((kind) => kind === undefined)) return [];
  const mends: Mend[] = [];
  for (let position = 0; position < index.count; position++) {
    const places = kinds[index.kinds[position] ?? 0];
    if (places === undefined) continue;
    const [first, others] = places;
    const open = index.offsets[position] ?? 0;
    const text = Buffer.from(bytes.slice(open, open + longest)).toString('latin1');
    const close = text.indexOf(')');
    const values = text.slice(1, close).split(',');
    const scale = values[first]?.trim();
    if (close === -1 || !scale || scale === '$') continue;
    const given = values.map((value, at) => (others.includes(at) && value.trim() === '$' ? scale : value));
    if (given.join() !== values.join()) mends.push({ from: open + 1, to: open + close, text: given.join() });
  }
  return mends;
}
