import { gateOf } from '@twin-platform/client/gate';
import { queryClient } from '../../platform/query-client.ts';
import { shownComponents } from '../queries.ts';
import { type Bundles, filesOf } from './bundle.ts';
import { type Intake, intakes, isGoing } from './intake.ts';
import { type Common, run, type Work } from './run.ts';

/*
 * What people do with files that become components. It belongs to the console, not to a page of it: it goes on wherever
 * one goes.
 */
const atOnce = gateOf(3);
const works = new Map<string, Work>();
const betweenReadsMs = 1500;

/** Begins to make components of files; those that belong to none are told as failed. */
export function takeIn({ bundles, strays }: Bundles, common: Common): void {
  if (works.size === 0) window.addEventListener('beforeunload', keepOpen);
  const begun = bundles.map((bundle): Intake => {
    const id = crypto.randomUUID();
    const files = filesOf(bundle);
    works.set(id, { bundle, common, stop: new AbortController(), sent: new Map(), done: new Set() });
    const size = files.reduce((sum, file) => sum + file.size, 0);
    return { id, name: bundle.name, files: files.length, size, state: 'Waiting', sent: 0 };
  });
  const told = strays.map((file): Intake => {
    const error = new Error('No design file has this name, so it belongs to no component.');
    return { id: crypto.randomUUID(), name: file.name, files: 1, size: file.size, state: 'Failed', sent: 0, error };
  });
  intakes.add([...begun, ...told]);
  for (const { id } of begun) start(id);
}

const keepOpen = (event: BeforeUnloadEvent): void => {
  if (intakes.every().some(isGoing)) event.preventDefault();
};

function start(id: string): void {
  void atOnce(async () => {
    const work = works.get(id);
    if (work === undefined || work.stop.signal.aborted) return;
    intakes.change(id, { state: 'Sending', held: undefined });
    try {
      const componentId = await run(id, work);
      works.delete(id);
      intakes.change(id, { state: 'Done', componentId, held: undefined });
      arrived();
    } catch (error) {
      if (work.stop.signal.aborted) return;
      const made = work.componentId === undefined ? {} : { componentId: work.componentId };
      intakes.change(id, { state: 'Failed', error, held: undefined, ...made });
    }
  });
}

/** Goes on after a failure, where it ended. */
export function tryAgain(id: string): void {
  if (!works.has(id)) return;
  intakes.change(id, { state: 'Waiting', error: undefined });
  start(id);
}

/** Whether there is something to try again: of a stray file there is not. */
export const canTryAgain = (id: string): boolean => works.has(id);

/** Ends it and takes it off the list; what it has made stays. */
export function dismiss(id: string): void {
  works.get(id)?.stop.abort();
  works.delete(id);
  intakes.remove(id);
}

export function dismissEnded(): void {
  for (const one of intakes.every()) if (!isGoing(one)) dismiss(one.id);
}

let resting = false;

/** Reads again what shows components: soon, however many arrive. */
function arrived(): void {
  if (resting) return;
  resting = true;
  setTimeout(() => {
    resting = false;
    for (const queryKey of shownComponents) void queryClient.invalidateQueries({ queryKey: [...queryKey] });
  }, betweenReadsMs);
}
