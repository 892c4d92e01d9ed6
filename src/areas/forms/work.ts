import type { Kit } from '../../kernel/area.ts';
import { copiesSoon } from './attachment/copies-soon.ts';
import { bcfImportJob } from './bcf/job.ts';
import { tellDue } from './due.ts';
import { purgeDeleted } from './upkeep.ts';

export type FormWork = ReturnType<typeof formWork>;

/** What is done while nobody waits for it: as the area shows it, and what its endpoints begin. */
export function formWork(kit: Kit) {
  const copies = copiesSoon(kit);
  const shown = { jobs: [bcfImportJob(kit)], maintenance: [purgeDeleted(kit), tellDue(kit)], stop: copies.stop };
  return { copies, shown };
}
