import type { RealityApi } from '../../reality-jobs/api.ts';

export const prefix = '/realityconversion';

export const conversion: RealityApi = {
  name: 'conversion',
  kind: 'realityConversion.job',
  event: 'realityConversion.jobCompleted.v1',
  path: `${prefix}/jobs`,
  verb: 'Convert',
  listsByData: true,
};
