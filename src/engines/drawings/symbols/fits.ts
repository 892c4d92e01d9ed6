import type { Point } from '../geometry.ts';
import { anyFit, lay, type MutableFit } from './fit.ts';

/** A list of fits that is filled again and again: next to none of them is kept. */
export interface Fits {
  readonly list: readonly MutableFit[];
  count: number;
}

export const noFits = (most: number): Fits => ({ list: Array.from({ length: most }, anyFit), count: 0 });

/** Lays a place of the symbol onto one of the sheet. */
export function addFit(fits: Fits, onto: Point, of: Point, sx: number, sy: number): void {
  const fit = fits.list[fits.count++];
  if (fit !== undefined) lay(fit, onto, of, sx, sy);
}
