import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { engineEnvironment } from './engine-environment.ts';
import { endingOf, forkGroup, killGroup } from './process-group.ts';
import { type StartedEngine, type ToldEngine, toldEngine } from './started-engine.ts';
import type { StarterMessage, StarterOrder } from './starter-process.ts';

interface Starter {
  isThere(): boolean;
  start(entry?: string): Promise<StartedEngine>;
}

const program = fileURLToPath(new URL('./starter-process.ts', import.meta.url));
let current: Starter | undefined;

/**
 * Starts a program that runs engines, that of all engines or `entry`. A small process does it, one for all of them, which
 * the first of them starts: a fork copies the page tables of the process that calls it, so a server with much memory would
 * keep its requests waiting.
 */
export function startEngine(entry?: string): Promise<StartedEngine> {
  if (current?.isThere() !== true) current = openStarter();
  return current.start(entry);
}

function openStarter(): Starter {
  const starter = forkGroup(program, engineEnvironment(), ['ignore', 'ignore', 'inherit', 'ipc']);
  const engines = new Map<number, ToldEngine>();
  const hold = holding(starter);
  let isThere = true;
  let lastId = 0;
  const send = (order: StarterOrder) => void starter.send(order, () => {}); // its end is heard of below
  const take = (told: StarterMessage) => {
    engines.get(told.id)?.take(told);
    if (told.is !== 'ended') return;
    engines.delete(told.id);
    hold(told.id, false);
  };
  const end = (how: string) => {
    isThere = false;
    for (const [id, { engine }] of engines) {
      killGroup(engine);
      take({ id, is: 'ended', ending: { how: `was lost with the process that starts engines, which ${how}` } });
    }
  };
  starter.on('message', take);
  starter.on('error', ({ message }) => end(`could not be started or reached: ${message}`));
  starter.on('close', (code, signal) => end(endingOf(code, signal).how));
  return {
    isThere: () => isThere,
    async start(entry) {
      const id = ++lastId;
      const told = toldEngine({
        give: (order) => send({ id, is: 'order', order }),
        hold: (isHeld) => hold(id, isHeld),
      });
      engines.set(id, told);
      hold(id, true);
      send({ id, is: 'start', entry, environment: engineEnvironment() });
      await told.begun;
      return told.engine;
    },
  };
}

/** The starter keeps this process from ending as long as one of its engines shall. */
function holding(starter: ChildProcess): (id: number, isHeld: boolean) => void {
  const held = new Set<number>();
  return (id, isHeld) => {
    if (isHeld) held.add(id);
    else held.delete(id);
    const how = held.size > 0 ? 'ref' : 'unref';
    starter[how]();
    starter.channel?.[how]();
  };
}
