import { readFileSync } from 'node:fs';
import { type EngineContext, EngineFailure, type EngineProgress } from './engine.ts';
import type { EngineTable } from './engines.ts';
import { stoppingAt } from './stopping.ts';

const exitCodes = { done: 0, failed: 1, wrongCall: 2, unexpected: 3, stopped: 130 };

/** Runs an engine for a person; answers the exit code. */
export async function runFromCommandLine(table: EngineTable, words: readonly string[]): Promise<number> {
  const [name = '', text = ''] = words;
  const engine = await table[name]?.();
  const params = parametersOf(text);
  if (engine === undefined || params === undefined) {
    console.error(`npm run -s engine -- <${Object.keys(table).join(' | ')}> <JSON, or a file with it>`);
    return exitCodes.wrongCall;
  }
  const stopping = stoppingAt(['SIGINT', 'SIGTERM']);
  const screen = progressLine();
  try {
    const result = await engine(params as never, { ...screen.context, signal: stopping.signal });
    screen.end();
    console.log(JSON.stringify(result, null, 2));
    return exitCodes.done;
  } catch (error) {
    screen.end();
    if (stopping.signal.aborted) {
      console.error('Stopped.');
      return exitCodes.stopped;
    }
    if (!(error instanceof EngineFailure)) {
      console.error(error);
      return exitCodes.unexpected;
    }
    console.error(`${error.code}: ${error.line === undefined ? '' : `line ${error.line}: `}${error.message}`);
    return exitCodes.failed;
  } finally {
    stopping.done();
  }
}

function parametersOf(text: string): unknown {
  try {
    return JSON.parse(text.trimStart().startsWith('{') ? text : readFileSync(text, 'utf8'));
  } catch {
    return undefined;
  }
}

/** One line on a terminal that is written again and again; elsewhere a line per step. */
function progressLine(): { readonly context: EngineContext; end(): void } {
  const terminal = process.stderr.isTTY;
  let now: EngineProgress = { step: null, done: 0, total: null, unit: null, message: null };
  let drawnAt = 0;
  const clear = terminal ? '\r\u001b[K' : '';
  const draw = (end: string) => {
    const share = now.total ? `${Math.floor((100 * now.done) / now.total)} % ` : '';
    const count = `${now.done}${now.total === null ? '' : ` of ${now.total}`} ${now.unit ?? ''}`;
    process.stderr.write(`${clear}${now.step ?? ''}  ${share}(${count.trim()}) ${now.message ?? ''}${end}`);
    drawnAt = performance.now();
  };
  return {
    context: {
      log: (line) => void process.stderr.write(`${clear}${line}\n`),
      progress(change) {
        now = { ...now, ...change };
        if (terminal ? performance.now() - drawnAt > 100 : change.step !== undefined) draw(terminal ? '' : '\n');
      },
    },
    end: () => void (terminal && draw('\n')),
  };
}
