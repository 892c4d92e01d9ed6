import { runFromCommandLine } from './command-line.ts';
import { type EngineContext, EngineFailure } from './engine.ts';
import type { EngineTable } from './engines.ts';
import type { EngineMessage, EngineOrder } from './messages.ts';

const progressMs = 100;

/** Runs one engine of the table as the parent process or, without one, the command line says. Then the process ends. */
export async function runEngines(table: EngineTable): Promise<void> {
  if (process.send === undefined) process.exit(await runFromCommandLine(table, process.argv.slice(2)));
  // nobody wants the result any more
  process.once('disconnect', () => process.exit(1));
  const order = await new Promise<EngineOrder>((resolve) => process.once('message', resolve));
  const last = await outcomeOf(table, order);
  process.send(last, () => process.exit(0));
}

async function outcomeOf(table: EngineTable, order: EngineOrder): Promise<EngineMessage> {
  const stopping = new AbortController();
  process.once('SIGTERM', () => stopping.abort());
  const parent = parentContext(stopping.signal);
  try {
    const engine = await table[order.engine]?.();
    if (engine === undefined) throw new Error(`There is no engine '${order.engine}'.`);
    const result = await engine(order.params as never, parent);
    parent.flush();
    return { is: 'result', result: result ?? null, peakMemory: peakMemory() };
  } catch (error) {
    if (!(error instanceof EngineFailure)) return { is: 'error', stack: (error as Error).stack ?? String(error) };
    const { code, message, line } = error;
    return { is: 'failure', code, message, ...(line === undefined ? {} : { line }) };
  }
}

/** Progress goes to the parent at most every 100 ms, for an engine may tell of every element; `flush` sends the last. */
function parentContext(signal: AbortSignal): EngineContext & { flush(): void } {
  const send = (message: EngineMessage) => process.connected && process.send?.(message);
  let waiting = {};
  let sentAt = 0;
  const flush = () => {
    send({ is: 'progress', progress: waiting });
    waiting = {};
    sentAt = performance.now();
  };
  return {
    signal,
    flush,
    log: (line) => send({ is: 'log', line }),
    progress(change) {
      waiting = { ...waiting, ...change };
      if (change.step !== undefined || performance.now() - sentAt >= progressMs) flush();
    },
  };
}

/** The most this process has held resident, in bytes. */
export const peakMemory = (): number => process.resourceUsage().maxRSS * 1024;
