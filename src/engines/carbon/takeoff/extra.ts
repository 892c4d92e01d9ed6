import { type MeasuredValue, measuredValues } from '../../snapshot/measures.ts';
import type { ElementRecord, SiPerUnit } from '../../snapshot/types.ts';
import type { Cell } from '../table/table.ts';
import type { BaseUnit } from '../units.ts';

/** Columns named `<set>.<property or quantity>` that labels ask for. */
export type ExtraColumns = ReadonlySet<string>;

const units: Readonly<Partial<Record<MeasuredValue['kind'], BaseUnit>>> = {
  length: 'm',
  area: 'm2',
  volume: 'm3',
  mass: 'kg',
  count: 'pcs',
};

/** The cells of an element for these columns; a set of its own goes before one of its type. */
export function extraCells(
  { propertySets }: ElementRecord,
  wanted: ExtraColumns,
  siPerUnit: SiPerUnit,
  seen: Set<string>,
): ReadonlyMap<string, Cell> {
  const cells = new Map<string, Cell>();
  if (wanted.size === 0) return cells;
  for (const set of propertySets.toSorted((a, b) => Number(a.of === 'type') - Number(b.of === 'type'))) {
    if (![...wanted].some((column) => column.startsWith(`${set.name}.`))) continue;
    for (const measured of measuredValues(set, siPerUnit)) {
      const column = `${set.name}.${measured.path.join('.')}`;
      if (!wanted.has(column) || cells.has(column)) continue;
      seen.add(column);
      cells.set(column, cellOf(measured));
    }
  }
  return cells;
}

function cellOf({ value, kind, siPerUnit }: MeasuredValue): Cell {
  if (typeof value !== 'number')
    return { value: typeof value === 'string' ? value : value === null ? null : JSON.stringify(value) };
  if (kind === 'unknown') return { value };
  const unit = units[kind];
  return { value: siPerUnit === null ? null : value * siPerUnit, ...(unit ? { unit, source: 'declared' } : {}) };
}
