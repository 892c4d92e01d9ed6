import type { Kit } from '../../api/area.ts';
import { exportJob } from './archive/export-job.ts';
import { importJob } from './archive/import-job.ts';
import { previewJob } from './preview/job.ts';
import { thumbnailJob } from './thumbnail/job.ts';
import { uploadJob } from './upload/job.ts';

/** The work of the library that no request waits for. */
export const libraryJobs = (kit: Kit) => [
  exportJob(kit),
  importJob(kit),
  previewJob(kit),
  thumbnailJob(kit),
  uploadJob(kit),
];
