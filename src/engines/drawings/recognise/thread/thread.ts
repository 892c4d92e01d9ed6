import { parentPort } from 'node:worker_threads';
import { basicSet } from '../../symbols/basic.ts';
import { preparedTemplates } from '../../symbols/prepared.ts';
import type { SymbolSet } from '../../symbols/set.ts';
import type { Template } from '../../symbols/template.ts';
import { predictionOf } from '../predict.ts';
import { fileOf } from '../prediction-file.ts';
import { recognise } from '../recognise.ts';
import { seenVectors } from '../vectors.ts';
import type { ThreadOrder } from './messages.ts';

/* The thread that recognises what a sheet of lines shows, while its process draws the picture. */
let last: { readonly key: string; readonly templates: readonly Template[] } | undefined;

/** Those of the last set are kept: the next sheet of a run is mostly looked at with the same. */
function templatesFor(set: SymbolSet): readonly Template[] {
  const key = set === basicSet ? set.id : JSON.stringify(set);
  if (last?.key !== key) last = { key, templates: preparedTemplates(set) };
  return last.templates;
}

parentPort?.on('message', (order: ThreadOrder) => {
  const { set = basicSet } = order;
  const templates = templatesFor(set);
  if (order.is === 'set') return;
  const seen = seenVectors(order.sheet);
  const found = recognise(seen, set, templates);
  parentPort?.postMessage(fileOf(predictionOf(seen, found, set, order.options)));
});
