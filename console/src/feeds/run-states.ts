import type { Run } from './queries.ts';

export const stateColors: Readonly<Record<Run['state'], string>> = {
  Queued: 'gray',
  Running: 'blue',
  Succeeded: 'teal',
  Failed: 'red',
  Cancelled: 'gray',
  Skipped: 'orange',
};
