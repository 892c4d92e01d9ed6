import type { Schemas } from '@twin-platform/client';

type JobV2 = Schemas['realityAnalysis']['AnalysisJob'];
type JobV1 = Schemas['realityAnalysisV1']['AnalysisJobV1'];

export type State = 'open' | 'waiting' | 'running' | 'stopping' | 'done' | 'failed' | 'cancelled';

/** An analysis, by whichever version of the API it was asked for. */
export interface Analysis {
  readonly id: string;
  readonly version: 1 | 2;
  /** "Objects2D", "ExtractGround", …: the words of version 2, and that one. */
  readonly type: string;
  readonly name: string | undefined;
  readonly state: State;
  readonly created: string;
  readonly started?: string | undefined;
  readonly ended?: string | undefined;
  /** Of processing, as the server counts it. */
  readonly units?: number | undefined;
  /** Ids of data or names of detectors by what they are for. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Ids of data by the names of outputs; of a report its path in the bucket. */
  readonly outputs: ReadonlyMap<string, string>;
  readonly options: Readonly<Record<string, unknown>>;
}

export const isUnderWay = ({ state }: Pick<Analysis, 'state'>): boolean =>
  state === 'waiting' || state === 'running' || state === 'stopping';

const states2: Readonly<Record<JobV2['state'], State>> = {
  Queued: 'waiting',
  Active: 'running',
  TerminatingOnCancel: 'stopping',
  TerminatingOnFailure: 'stopping',
  Cancelled: 'cancelled',
  Failed: 'failed',
  Success: 'done',
};
const states1: Readonly<Record<JobV1['state'], State>> = {
  unsubmitted: 'open',
  active: 'running',
  success: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
};

const textsOf = (values: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' && value ? [[name, value]] : [])),
  );

export function analysisOf2({ id, type, name, state, executionInfo, specifications }: JobV2): Analysis {
  const { createdDateTime: created, startedDateTime, endedDateTime, processingUnits } = executionInfo;
  return {
    id,
    version: 2,
    type,
    name,
    state: states2[state],
    created,
    started: startedDateTime,
    ended: endedDateTime,
    units: processingUnits,
    inputs: textsOf(specifications.inputs),
    outputs: textsOf(specifications.outputs),
    options: specifications.options ?? {},
  };
}

/** Names of outputs in version 1 by what version 2 calls the same. */
const outputs1: Readonly<Record<string, string>> = {
  exportedSegmentation3DLAZ: 'segmentation3DAsLAZ',
  exportedSegmentation3DLAS: 'segmentation3DAsLAS',
};

export function analysisOf1(job: JobV1): Analysis {
  const { executionInformation: told } = job;
  return {
    id: job.id,
    version: 1,
    name: job.name,
    state: states1[job.state],
    created: job.createdDateTime,
    type: `${job.type.charAt(0).toUpperCase()}${job.type.slice(1)}`,
    started: told?.startedDateTime,
    ended: told?.endedDateTime,
    units: told?.estimatedUnits,
    inputs: new Map(job.inputs.map(({ type, id }) => [type, id])),
    outputs: new Map(job.outputs.flatMap(({ type, id }) => (id ? [[outputs1[type] ?? type, id]] : []))),
    options: job.options ?? {},
  };
}
