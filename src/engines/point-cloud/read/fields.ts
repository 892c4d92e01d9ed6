import type { FieldUse } from '../../formats/field-names.ts';
import { type Columns, colorNames, type PointBatch } from '../batch.ts';

const largest: Partial<Record<FieldUse, number>> = {
  red: 65_535,
  green: 65_535,
  blue: 65_535,
  nearInfrared: 65_535,
  classification: 255,
  returnNumber: 15,
  returnCount: 15,
  userData: 255,
  source: 65_535,
};

/** Puts a value of a point where it belongs. `share`: a colour as a part of one. */
export function putter(use: FieldUse, batch: PointBatch, share = false): (n: number, value: number) => void {
  if (use === 'packedColor') return packedPutter(batch);
  const target = use === 'x' || use === 'y' || use === 'z' ? batch[use] : batch.columns[use];
  if (target === undefined) return () => {};
  const most = largest[use];
  if (most === undefined) {
    return (n, value) => {
      target[n] = value;
    };
  }
  const by = share && isColor(use) ? 65_535 : 1;
  return (n, value) => {
    target[n] = Math.min(most, Math.max(0, Math.round(value * by)));
  };
}

const isColor = (use: FieldUse): boolean => colorNames.some((name) => name === use);

function packedPutter({ columns: { red, green, blue } }: PointBatch): (n: number, value: number) => void {
  return (n, value) => {
    if (red) red[n] = (value >>> 16) & 255;
    if (green) green[n] = (value >>> 8) & 255;
    if (blue) blue[n] = value & 255;
  };
}

/** The columns that fields fill. */
export function columnsOf(all: readonly (FieldUse | undefined)[]): (keyof Columns)[] {
  const found = new Set<keyof Columns>();
  for (const use of all) {
    if (use === 'packedColor') for (const name of colorNames) found.add(name);
    else if (use !== undefined && use !== 'x' && use !== 'y' && use !== 'z') found.add(use);
  }
  const colors = colorNames.filter((name) => found.has(name)).length;
  if (colors > 0 && colors < 3) for (const name of colorNames) found.delete(name);
  return [...found];
}

export const hasPlaces = (all: readonly (FieldUse | undefined)[]): boolean =>
  (['x', 'y', 'z'] as const).every((axis) => all.includes(axis));
