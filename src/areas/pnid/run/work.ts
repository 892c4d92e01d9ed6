import { join } from 'node:path';
import type { Kit } from '../../../api/area.ts';
import type { SymbolSet } from '../../../engines/drawings/symbols/set.ts';
import type { RunningJob } from '../../../kernel/jobs/job.ts';
import type { InferenceRow, InputRow } from '../tables.ts';

export const runKind = 'pnid.recognise';

export interface RunPayload {
  readonly inferenceId: string;
}

/** A run at work. */
export interface Work {
  readonly job: RunningJob<RunPayload>;
  readonly kit: Kit;
  readonly inference: InferenceRow;
  readonly inputs: readonly InputRow[];
  /** Absent: the basic one. Nobody changes it while a run goes on. */
  readonly symbolSet?: SymbolSet;
  /** The run's own, while it works. */
  readonly folder: string;
}

/** Where an input lies while the run works. */
export const inputPath = ({ folder, inputs }: Work, name: string): string =>
  join(folder, `input-${inputs.findIndex((one) => one.name === name)}`);
