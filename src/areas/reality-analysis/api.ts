import type { RealityApi } from '../../reality-jobs/api.ts';
import { prefixes } from './version.ts';

const shared = {
  kind: 'realityAnalysis.job',
  event: 'realityAnalysis.jobCompleted.v1',
  verb: 'Analyse',
} as const;

/** What a job without a name is called where names are needed; nobody can give this one. */
export const unnamed = (type: string): string => `${type}:`;

/** Jobs of the two versions, each of which sees its own. */
export const analysis1: RealityApi = {
  ...shared,
  name: 'analysis',
  path: `${prefixes[1]}/jobs`,
  listsByData: true,
};
export const analysis2: RealityApi = {
  ...shared,
  name: 'analysis2',
  path: `${prefixes[2]}/jobs`,
  listsByData: false,
  titleOf: ({ name, type }) => (name === unnamed(type) ? type : name),
};
