import type { Engines as EngineTable } from '../../engines/engines.ts';
import type { RunEngine } from '../../kernel/jobs/engine-process.ts';
import type { WithKeptFolder, WithWorkFolder } from '../../kernel/jobs/work-folder.ts';
import type { SharedSemaphore } from '../../std/semaphore.ts';

/** The heavy work behind jobs, in processes of its own. */
export interface Engines {
  readonly run: RunEngine<EngineTable>;
  /** Where work that a request waits for waits for its turn: each of it is a process, which takes the time of the others. */
  readonly requests: SharedSemaphore;
  /** Gives a job a folder of its own while it works. */
  readonly workFolder: WithWorkFolder;
  /** The same folder for each attempt, while the job has not ended. */
  readonly keptFolder: WithKeptFolder;
}
