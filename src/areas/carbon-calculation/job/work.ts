import type { LabelView } from '../schema/configuration.ts';
import type { JobRow } from '../tables.ts';

/** What a job is to calculate: a copy of its configuration, or of what stands for one. */
export interface Work {
  /** The GUID of a file: tables, or a model whose takeoff is the only table. */
  readonly reportId: string | null;
  readonly modelId: string | null;
  /** A changeset, a file of tables in place of the model, or neither: the newest version. */
  readonly extractionId: string | null;
  /** Null: the columns that every report of tool a has. */
  readonly labels: readonly LabelView[] | null;
}

export const workOf = ({ work }: Pick<JobRow, 'work'>): Work => JSON.parse(work);

export const carbonKind = 'carbon.calculate';

export interface CarbonPayload {
  /** Of the row, which may be gone by the time the job runs. */
  readonly carbonJobId: string;
}
