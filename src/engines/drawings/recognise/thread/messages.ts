import type { Sheet } from '../../sheet.ts';
import type { SymbolSet } from '../../symbols/set.ts';
import type { PredictOptions } from '../predict.ts';

/**
 * To the thread, with the set if it is another than the basic one. An order of the kind `set` says what the next sheet will be
 * looked at with. To one of the kind `sheet` it answers with a `PredictionFile`; what it throws is an error of the thread.
 */
export type ThreadOrder = { readonly set: SymbolSet | undefined } & (
  | { readonly is: 'set' }
  | { readonly is: 'sheet'; readonly sheet: Sheet; readonly options: PredictOptions }
);
