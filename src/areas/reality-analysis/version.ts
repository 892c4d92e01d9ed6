/** The two versions of the API. They share detectors; each has jobs and shapes of its own. */
export interface AnalysisApi {
  readonly version: 1 | 2;
  /** Code of what is wrong with a request. */
  readonly code: 'InvalidRealityDataAnalysisRequest' | 'InvalidRealityAnalysisRequest';
}

export const v1: AnalysisApi = { version: 1, code: 'InvalidRealityDataAnalysisRequest' };
export const v2: AnalysisApi = { version: 2, code: 'InvalidRealityAnalysisRequest' };

/** Under which current clients ask for buckets and presets. */
export const otherPrefix = '/reality-modeling';

export const prefixes = { 1: '/realitydataanalysis', 2: '/reality-analysis' } as const;

/** The operation's id. */
export const idIn = ({ version }: AnalysisApi, name: string): string =>
  `${version === 2 ? 'realityAnalysis' : 'realityAnalysisV1'}.${name}`;
