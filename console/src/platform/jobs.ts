import type { Schemas } from '@twin-platform/client';

/** Long work of the server, as it tells it. */
export type Job = Schemas['jobs']['Job'];

export const isUnderWay = ({ state }: Pick<Job, 'state'>): boolean => state === 'Running' || state === 'Queued';
