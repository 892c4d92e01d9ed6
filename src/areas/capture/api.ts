import type { RealityApi } from '../../reality-jobs/api.ts';

export const prefix = '/capture';

export const capture: RealityApi = {
  name: 'capture',
  kind: 'capture.job',
  event: 'realityModeling.jobCompleted.v1',
  path: `${prefix}/jobs`,
  verb: 'Model',
  listsByData: true,
};
