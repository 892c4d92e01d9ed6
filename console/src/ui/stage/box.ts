import { Box3, Vector3 } from 'three';
import type { Box } from './view-data.ts';

/** A box of the picture out of one of the library. */
export const boxOf = ({ min, max }: Box3): Box => ({ low: min.toArray(), high: max.toArray() });

export const box3Of = ({ low, high }: { readonly low: readonly number[]; readonly high: readonly number[] }): Box3 =>
  new Box3(new Vector3().fromArray(low), new Vector3().fromArray(high));
