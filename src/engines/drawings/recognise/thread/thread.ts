import { parentPort } from 'node:worker_threads';
import { preparedTemplates } from '../../symbols/prepared.ts';
import type { SymbolSet } from '../../symbols/set.ts';
import type { Template } from '../../symbols/template.ts';
import { predictionOf } from '../predict.ts';
import { recognise } from '../recognise.ts';
import { seenVectors } from '../vectors.ts';
import type { ThreadOrder } from './messages.ts';

/* The thread that recognises what a sheet of lines shows, while its process draws the picture. */
let last: { readonly key: string; readonly templates: readonly Template[] } | undefined;

/** Those of the last set are kept: the next sheet of a run is mostly looked at with the same. */
function templatesFor(set: SymbolSet): readonly Template[] {
  const key = JSON.stringify(set);
  if (last?.key !== key) last = { key, templates: preparedTemplates(set) };
  return last.templates;
}

parentPort?.on('message', (order: ThreadOrder) => {
  const templates = templatesFor(order.set);
  if (order.is === 'set') return;
  const seen = seenVectors(order.sheet);
  const found = recognise(seen, order.set, templates);
  parentPort?.postMessage(predictionOf(seen, found, order.set, order.options));
});
