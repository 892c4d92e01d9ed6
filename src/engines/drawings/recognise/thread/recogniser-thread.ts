import type { Worker } from 'node:worker_threads';
import { startThread } from '../../../../std/start-process.ts';
import { idleThread } from '../../../idle-thread.ts';
import type { SheetLines, SheetText } from '../../sheet.ts';
import type { SymbolSet } from '../../symbols/set.ts';
import type { PredictOptions } from '../predict.ts';
import type { PredictionFile } from '../prediction-file.ts';
import type { ThreadOrder } from './messages.ts';

/** Most of what is made is needed for an instant: room for much of it would only be memory that is touched. */
const resourceLimits = { maxYoungGenerationSizeMb: 24 };
const threads = idleThread(() => startThread(new URL('./worker.ts', import.meta.url), { resourceLimits }));

/** Starts the thread, and lets it prepare the set, while the sheet is being read. */
export async function prepareBeside(set: SymbolSet | undefined): Promise<void> {
  const thread = threads.take();
  tell(thread, { is: 'set', set });
  await threads.keep(thread);
}

/**
 * What a sheet of lines shows; a thread finds it out, so that this one can read its texts and draw its picture meanwhile. No
 * `set`: all that is built in.
 */
export async function recogniseInThread(
  lines: SheetLines,
  texts: Promise<readonly SheetText[]>,
  set: SymbolSet | undefined,
  options: PredictOptions,
): Promise<PredictionFile> {
  const thread = threads.take();
  const answer = answerOf(thread);
  tell(thread, { is: 'lines', lines, set });
  const told = texts.then(
    (known) => tell(thread, { is: 'texts', texts: known, options }),
    async (error: unknown) => {
      await threads.keep(thread);
      throw error;
    },
  );
  const [file] = await Promise.all([answer, told]);
  await threads.keep(thread);
  return file;
}

const answerOf = (thread: Worker): Promise<PredictionFile> =>
  new Promise((resolve, reject) => {
    thread.once('message', resolve).once('error', reject);
    thread.once('exit', () => reject(new Error('The thread that recognises ended without an answer.')));
  });

const tell = (thread: Worker, order: ThreadOrder): void => thread.postMessage(order);
