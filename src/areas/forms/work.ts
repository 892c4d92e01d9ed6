import type { Kit } from '../../kernel/area.ts';
import { bcfImportJob } from './bcf/job.ts';
import { tellDue } from './due.ts';
import { purgeDeleted } from './upkeep.ts';

/** What is done while nobody waits for it. */
export const formWork = (kit: Kit) => ({
  jobs: [bcfImportJob(kit)],
  maintenance: [purgeDeleted(kit), tellDue(kit)],
});
