import type { Engines as EngineTable } from '../../engines/engines.ts';
import type { RunEngine } from '../jobs/engine-process.ts';
import type { WithKeptFolder, WithWorkFolder } from '../jobs/work-folder.ts';

/** The heavy work behind jobs, in processes of its own. */
export interface Engines {
  readonly run: RunEngine<EngineTable>;
  /** Gives a job a folder of its own while it works. */
  readonly workFolder: WithWorkFolder;
  /** The same folder for each attempt, while the job has not ended. */
  readonly keptFolder: WithKeptFolder;
}
