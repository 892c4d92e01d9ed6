import type { Kit } from '../../api/area.ts';
import { thumbnailQueue } from './attachment/thumbnail-queue.ts';
import { bcfImportJob } from './bcf/job.ts';
import { tellDue } from './form/due.ts';
import { purgeDeleted } from './maintenance.ts';

export type FormWork = ReturnType<typeof formWork>;

/** What is done while nobody waits for it: as the area shows it, and what its endpoints begin. */
export function formWork(kit: Kit) {
  const copies = thumbnailQueue(kit);
  const shown = { jobs: [bcfImportJob(kit)], maintenance: [purgeDeleted(kit), tellDue(kit)], stop: copies.stop };
  return { copies, shown };
}
