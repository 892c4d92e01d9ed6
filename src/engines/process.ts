import { flushCompileCache } from 'node:module';
import { codeOf } from '../std/errors.ts';
import { runFromCommandLine } from './command-line.ts';
import { type EngineContext, EngineFailure } from './engine.ts';
import type { EngineTable } from './engines.ts';
import type { EngineMessage, EngineOrder } from './messages.ts';
import { ProgramKilled } from './program.ts';
import { stoppingAt } from './stopping.ts';

const progressMs = 100;

/** Runs engines of the table, one after the other, as the parent process says; without one, as the command line says. */
export async function runEngines(table: EngineTable): Promise<void> {
  if (process.send === undefined) process.exit(await runFromCommandLine(table, process.argv.slice(2)));
  process.once('disconnect', endGroup);
  for (;;) {
    const order = await new Promise<EngineOrder>((resolve) => process.once('message', resolve));
    const outcome = await outcomeOf(table, order);
    flushCompileCache(); // when it is used no more this process is killed, and would leave nothing to the next
    process.send(outcome);
  }
}

/** Nobody wants the result any more: this process ends, and with it what it has started. */
function endGroup(): void {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.exit(1); // it leads no group
  }
}

async function outcomeOf(table: EngineTable, order: EngineOrder): Promise<EngineMessage> {
  const stopping = stoppingAt(['SIGTERM']);
  const parent = parentContext(stopping.signal);
  try {
    const engine = await table[order.engine]?.();
    if (engine === undefined) throw new Error(`There is no engine '${order.engine}'.`);
    const result = await engine(order.params as never, parent);
    parent.flush();
    return { is: 'result', result: result ?? null, peakMemory: peakMemory() };
  } catch (error) {
    if (!(error instanceof EngineFailure)) {
      const code = codeOf(error);
      const stack = (error instanceof Error && error.stack) || String(error);
      const killed = error instanceof ProgramKilled ? { killed: error.message } : {};
      return { is: 'error', stack, ...(typeof code === 'string' ? { code } : {}), ...killed };
    }
    const { code, message, line, params } = error;
    return { is: 'failure', code, message, params, ...(line === undefined ? {} : { line }) };
  } finally {
    stopping.done();
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
    at: (input) => send({ is: 'at', input }),
    progress(change) {
      waiting = { ...waiting, ...change };
      if (change.step !== undefined || performance.now() - sentAt >= progressMs) flush();
    },
  };
}

/** The most this process has held resident, in bytes. */
export const peakMemory = (): number => process.resourceUsage().maxRSS * 1024;
