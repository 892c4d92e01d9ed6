import type { Static } from 'typebox';
import { jsonOf } from '../../../std/json.ts';
import type { savedViewData } from '../schema/data.ts';
import { bytesOf } from '../store/extensions.ts';
import type { ViewData } from '../tables.ts';

const kinds = ['twin3dView', 'twinDrawingView', 'twinSheetView'] as const;

/** The columns of a view's data: of the one view in it, whatever else was given beside. */
export function dataColumns(given: Static<typeof savedViewData>): { data: ViewData; data_size: number } {
  const data = jsonOf(Object.fromEntries(kinds.flatMap((kind) => (given[kind] ? [[kind, given[kind]]] : []))));
  return { data, data_size: bytesOf(data) };
}
