import type { SheetLines, SheetText } from '../../sheet.ts';
import type { SymbolSet } from '../../symbols/set.ts';
import type { PredictOptions } from '../predict.ts';

/**
 * To the thread. `set`: the next sheet will be looked at with this one, or with all that is built in. `lines`: what of the sheet is
 * known first. `texts`: the rest; it answers with a `PredictionFile`. What it throws is an error of the thread.
 */
export type ThreadOrder =
  | { readonly is: 'set'; readonly set: SymbolSet | undefined }
  | { readonly is: 'lines'; readonly lines: SheetLines; readonly set: SymbolSet | undefined }
  | { readonly is: 'texts'; readonly texts: readonly SheetText[]; readonly options: PredictOptions };
