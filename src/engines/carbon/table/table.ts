import type { BaseUnit } from '../units.ts';

/** A cell: a number with its unit, or a text. */
export interface Cell {
  readonly value: string | number | null;
  /** As a quantity, where the value is written in another form or unit. */
  readonly number?: number;
  readonly unit?: BaseUnit;
  /** Where a quantity comes from. */
  readonly source?: 'declared' | 'mesh' | 'table';
}

export const emptyCell: Cell = { value: null };

/** A row of a table, by the names of its columns, which have been looked at before. */
export interface Row {
  cell(column: string): Cell;
  /** Of a model. */
  readonly element?: RowElement;
}

/** The element that a row is about. */
export interface RowElement {
  readonly globalId: string;
  readonly id: string;
  readonly class: string;
  readonly storey: string | null;
  /** m, of the layer that the row is about. */
  readonly layer: number | null;
  /** m², of the whole element. */
  readonly area: number | null;
}

export interface Table {
  readonly name: string;
  /** Whether there is a column of that name, as the rows take it; undefined where there is none. */
  column(name: string): string | undefined;
  rows(): Iterable<Row>;
}

export const textOf = ({ value }: Cell): string | null => {
  const text = value === null ? '' : String(value).trim();
  return text === '' ? null : text;
};
