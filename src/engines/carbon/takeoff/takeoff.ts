import { filterOf } from '../../../std/odata/evaluate.ts';
import { parseFilter } from '../../../std/odata/parse.ts';
import type { Row, Table } from '../table/table.ts';
import { elementSubject, readCell, readForFilter, type TakeoffRow, takeoffColumns } from './columns.ts';
import type { Elements, TakeoffElement } from './elements.ts';

/** Elements as a table: a row for each, or for each material of each. */
export function takeoffTable(
  name: string,
  { elements, extraColumns }: Elements,
  { modelId, filter, perMaterial }: { modelId: string; filter: string | undefined; perMaterial: boolean },
): Table {
  const wanted: (element: TakeoffElement) => boolean =
    filter === undefined ? () => true : filterOf(parseFilter(filter, elementSubject), readForFilter(modelId));
  return {
    name,
    column: (column) => (Object.hasOwn(takeoffColumns, column) || extraColumns.has(column) ? column : undefined),
    *rows() {
      for (const element of elements) {
        if (!wanted(element)) continue;
        for (const part of perMaterial ? materialsOf(element) : [undefined]) yield rowOf({ element, part });
      }
    },
  };
}

/** A layer without material makes no row; an element without any material makes one. */
function materialsOf({ parts }: TakeoffElement): readonly TakeoffRow['part'][] {
  const named = parts.filter(({ material }) => material !== null);
  return named.length === 0 ? [undefined] : named;
}

const rowOf = (row: TakeoffRow): Row => ({
  cell: (column) => readCell(row, column),
  element: {
    globalId: row.element.globalId,
    id: row.element.id,
    class: row.element.class,
    storey: row.element.storey,
    layer: row.part?.thickness ?? null,
    area: row.element.quantities.area?.value ?? null,
  },
});
