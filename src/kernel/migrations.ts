import { blobMigrations } from './blobs/tables.ts';
import type { Migration } from './db/database.ts';
import { idempotencyMigrations } from './http/idempotency.ts';
import { maintenanceMigrations } from './jobs/maintenance.ts';
import { jobMigrations } from './jobs/tables.ts';
import { rateLimitMigrations } from './limits/rate-limits.ts';
import { originMigrations } from './tracing/origins.ts';

/** The tables of the kernel itself. */
export const kernelMigrations: readonly Migration[] = [
  ...jobMigrations,
  ...maintenanceMigrations,
  ...idempotencyMigrations,
  ...rateLimitMigrations,
  ...blobMigrations,
  ...originMigrations,
];
