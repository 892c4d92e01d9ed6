import { EngineFailure } from '../engine.ts';

/** Ends of an analysis by what it was given (capture.md section 0.7). */
export const failures = {
  invalidData: (file: string, why: string) =>
    new EngineFailure('InputData_Invalid', `Invalid input data: "${file}", ${why}.`, undefined, [file]),
  missingData: (what: string) => new EngineFailure('InputData_Missing', what),
  notRunnable: (why: string) => new EngineFailure('DetectorNotRunnable', why),
  limit: (which: string) => new EngineFailure('LimitExceeded', `There are more than ${which}.`, undefined, [which]),
} as const;
