import type { ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { EngineMessage, EngineOrder } from '../../engines/messages.ts';
import { addressOf, isBuilt } from '../../std/built.ts';
import type { Environment } from '../../std/start-process.ts';
import { type Ending, endingOf, forkGroup, killGroup } from './process-group.ts';

/*
 * A small process that starts the engines for a server and passes on what the two tell each other: `starter.ts` starts it.
 * It ends with the server, and the engines with it.
 */

/** From the server; `id` is a number that it gives the engine. `entry`: another program than that of all engines. */
export type StarterOrder = { readonly id: number } & (
  | { readonly is: 'start'; readonly entry?: string | undefined; readonly environment: Environment }
  | { readonly is: 'order'; readonly order: EngineOrder }
);

/** To the server; `ended` is the last of an engine. */
export type StarterMessage = { readonly id: number } & (
  | { readonly is: 'started'; readonly pid: number }
  | { readonly is: 'message'; readonly message: EngineMessage }
  /** On its standard error. */
  | { readonly is: 'said'; readonly text: string }
  | { readonly is: 'ended'; readonly ending: Ending }
);

/** Of -20 to 19; 0 is usual. With 5 it has a third of what a process of usual priority has beside it. */
const engineNiceness = 5;

const program = fileURLToPath(addressOf('engine', isBuilt()));
const engines = new Map<number, ChildProcess>();

process.on('message', (told: StarterOrder) => {
  if (told.is === 'start') start(told);
  else give(told.id, told.order);
});
process.on('disconnect', () => process.exit());
process.on('exit', () => engines.forEach((engine) => void killGroup(engine)));
process.on('SIGTERM', () => {}); // a service manager may send it to all processes: the server says when to end

function start({ id, entry = program, environment }: Extract<StarterOrder, { is: 'start' }>): void {
  try {
    const engine = forkGroup(entry, environment, ['ignore', 'ignore', 'pipe', 'ipc']);
    engines.set(id, engine);
    giveWay(engine);
    passOn(id, engine);
  } catch (error) {
    tell({ id, is: 'ended', ending: notStarted(error) });
  }
}

/** Requests come before engines where the cores are not enough for both: an engine takes what is left over. */
function giveWay({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, engineNiceness);
  } catch {
    // it has ended already, or the system does not let us
  }
}

function passOn(id: number, engine: ChildProcess): void {
  const end = (ending: Ending) => {
    if (engines.delete(id)) tell({ id, is: 'ended', ending });
  };
  engine.on('message', (message: EngineMessage) => tell({ id, is: 'message', message }));
  engine.stderr?.setEncoding('utf8').on('data', (text: string) => tell({ id, is: 'said', text }));
  engine.on('error', (error) => end(notStarted(error)));
  engine.on('exit', () => killGroup(engine)); // what it has started would hold its outputs open
  engine.on('close', (code, signal) => end(endingOf(code, signal)));
  if (engine.pid !== undefined) tell({ id, is: 'started', pid: engine.pid });
}

function give(id: number, order: EngineOrder): void {
  const engine = engines.get(id);
  engine?.send(order, (error) => error && killGroup(engine));
}

/** A server that is gone is heard of by `disconnect`. */
const tell = (message: StarterMessage): void => void process.send?.(message, () => {});

const notStarted = (error: unknown): Ending => ({
  how: `could not be started or reached: ${error instanceof Error ? error.message : error}`,
});
