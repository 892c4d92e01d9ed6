import type { Prediction } from '../prediction.ts';

/** How many regions there are, and how many tags of regions and links; what was deleted does not count. */
export function countsOf({ regions, links }: Prediction): { regionsCount: number; tagsCount: number } {
  const kept = regions.filter(({ status }) => status !== 'deleted');
  const lines = Object.values(links).filter(({ status }) => status !== 'deleted');
  return { regionsCount: kept.length, tagsCount: [...kept, ...lines].filter(({ userLabel }) => userLabel).length };
}
