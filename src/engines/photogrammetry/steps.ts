import type { EngineContext } from '../engine.ts';
import { type StepName, shares } from './params.ts';

type Tell = (share: number, message: string) => void;

/** The steps of a run. Shares of steps that are left out are spread over those that are there. */
export function stepsOf({ progress, signal }: EngineContext, onlyCalibration: boolean) {
  const ends: Readonly<Record<StepName, number>> = onlyCalibration
    ? { PrepareStep: shares.PrepareStep, Calibration: 94, Reconstruction: 94, Production: shares.Production }
    : shares;
  const taken: { step: StepName; seconds: number }[] = [];
  let begin = 0;
  return {
    taken: () => taken,
    /** Runs a step and tells how far the whole is. */
    async run<T>(step: StepName, work: (tell: Tell) => Promise<T>): Promise<T> {
      signal?.throwIfAborted();
      const [from, to] = [begin, ends[step]];
      const started = performance.now();
      progress({ step, done: from, total: 100, unit: '%', message: null });
      const result = await work((share, message) =>
        progress({ done: Math.floor(from + (to - from) * share), message }),
      );
      signal?.throwIfAborted();
      begin = to;
      progress({ done: to, message: null });
      taken.push({ step, seconds: Math.round((performance.now() - started) / 100) / 10 });
      return result;
    },
  };
}
