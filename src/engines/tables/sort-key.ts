import { valueTypeOf } from '../../std/odata/edm.ts';
import type { SortKey } from '../../std/odata/order.ts';
import type { Column } from './params.ts';

/** A column as rows are sorted by it. */
export const sortKey = ({ name, type, nullable }: Column, descending: boolean): SortKey => ({
  name,
  type: valueTypeOf(type),
  nullable,
  descending,
});
