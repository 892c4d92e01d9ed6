import { checkMigrations } from '../kernel/blobs/check/tables.ts';
import { blobMigrations } from '../kernel/blobs/tables.ts';
import type { Migration } from '../kernel/db/database.ts';
import { maintenanceMigrations } from '../kernel/jobs/maintenance.ts';
import { originMigrations } from '../kernel/jobs/origins.ts';
import { jobMigrations } from '../kernel/jobs/tables.ts';
import { rateLimitMigrations } from '../kernel/limits/rate-limits.ts';
import { requestLogMigrations } from '../kernel/request-log/body-switches.ts';
import { idempotencyMigrations } from './http/idempotency.ts';

/** The tables of the kernel itself. */
export const kernelMigrations: readonly Migration[] = [
  ...jobMigrations,
  ...maintenanceMigrations,
  ...idempotencyMigrations,
  ...rateLimitMigrations,
  ...blobMigrations,
  ...checkMigrations,
  ...originMigrations,
  ...requestLogMigrations,
];
