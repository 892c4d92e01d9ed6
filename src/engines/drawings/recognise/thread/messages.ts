import type { Sheet } from '../../sheet.ts';
import type { SymbolSet } from '../../symbols/set.ts';
import type { PredictOptions } from '../predict.ts';

/** To the thread. To an order of the kind `sheet` it answers with a `Prediction`; what it throws is an error of the thread. */
export type ThreadOrder =
  /** What the next sheet will be looked at with. */
  | { readonly is: 'set'; readonly set: SymbolSet }
  | { readonly is: 'sheet'; readonly sheet: Sheet; readonly set: SymbolSet; readonly options: PredictOptions };
