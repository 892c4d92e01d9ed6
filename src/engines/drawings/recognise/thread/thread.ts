import { parentPort } from 'node:worker_threads';
import type { SheetLines, SheetText } from '../../sheet.ts';
import { automaticSet } from '../../symbols/automatic.ts';
import { preparedTemplates } from '../../symbols/prepared.ts';
import type { SymbolSet } from '../../symbols/set.ts';
import type { Template } from '../../symbols/template.ts';
import { type PredictOptions, predictionOf } from '../predict.ts';
import { fileOf } from '../prediction-file.ts';
import { recognise } from '../recognise.ts';
import { type BegunSheet, begunSheet, seenVectors } from '../vectors.ts';
import type { ThreadOrder } from './messages.ts';

/* The thread that recognises what a sheet of lines shows, while its process draws the picture. */
let last: { readonly key: string; readonly templates: readonly Template[] } | undefined;

/** Those of the last set are kept: the next sheet of a run is mostly looked at with the same. */
function templatesFor(set: SymbolSet): readonly Template[] {
  const key = set === automaticSet ? set.id : JSON.stringify(set);
  if (last?.key !== key) last = { key, templates: preparedTemplates(set) };
  return last.templates;
}

/** The sheet that is being looked at. */
let sheet: { readonly lines: SheetLines; readonly set: SymbolSet; readonly begun: BegunSheet } | undefined;

parentPort?.on('message', (order: ThreadOrder) => {
  if (order.is === 'texts') return finish(order.texts, order.options);
  const { set = automaticSet } = order;
  const templates = templatesFor(set);
  if (order.is === 'lines') sheet = { lines: order.lines, set, begun: begunSheet(order.lines, templates) };
});

function finish(texts: readonly SheetText[], options: PredictOptions): void {
  if (sheet === undefined) throw new Error('There are texts, but no lines.');
  const { lines, set, begun } = sheet;
  const seen = seenVectors({ ...lines, texts }, begun);
  const found = recognise(seen, set, templatesFor(set));
  parentPort?.postMessage(fileOf(predictionOf(seen, found, set, options)));
  sheet = undefined;
}
