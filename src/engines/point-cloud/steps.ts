import type { CloudOutput } from '../conversion/params.ts';
import type { EngineContext } from '../engine.ts';
import type { Tally } from './load.ts';
import { isTiled } from './outputs.ts';

/** Counts points over the steps: read once, then written once for each output; all tilesets are written at once. */
export function progressOf(context: EngineContext, tally: Tally, outputs: readonly CloudOutput[]) {
  const passes = outputs.filter((format) => !isTiled(format)).length + (outputs.some(isTiled) ? 1 : 0);
  const total = tally.promised === undefined ? null : tally.promised * (1 + passes);
  let writtenPoints = 0;
  let isReading = false;
  const tell = (reading: boolean) => {
    const step = reading ? 'Reading files' : 'Writing files';
    const done = tally.read + writtenPoints;
    const change = { done: total === null ? done : Math.min(done, total), total, unit: 'points' };
    context.progress(reading === isReading ? change : { step, ...change });
    isReading = reading;
  };
  return {
    reading: { ...context, progress: () => tell(true) },
    written(points: number) {
      writtenPoints += points;
      tell(false);
    },
    end: () => context.progress(total === null ? {} : { done: total }),
  };
}
