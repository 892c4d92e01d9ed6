import type { RealityApiName, RealityJobRow } from './tables.ts';

/** What the jobs of one API are called, wherever they are told of. */
export interface RealityApi {
  readonly name: RealityApiName;
  /** Kind of its jobs in the queue. */
  readonly kind: string;
  readonly event:
    | 'realityModeling.jobCompleted.v1'
    | 'realityConversion.jobCompleted.v1'
    | 'realityAnalysis.jobCompleted.v1';
  /** Path of its jobs below the base address. */
  readonly path: string;
  /** What a job does, as the title of one in the queue begins. */
  readonly verb: string;
  /** Whether its list knows the jobs of an input or output. */
  readonly listsByData: boolean;
  /** What a job is called in titles and in the names of its outputs; absent: its name. */
  readonly titleOf?: (row: Pick<RealityJobRow, 'name' | 'type'>) => string;
}
