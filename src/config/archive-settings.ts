import type { Settings } from '../api/ports/settings.ts';
import { integer, type Read } from './setting.ts';

export const archiveSettings = (read: Read): Settings['archives'] => ({
  days: read('ARCHIVE_DAYS', 7, integer(1, 3650)),
  snapshotMs: read('ARCHIVE_SNAPSHOT_SECONDS', 600, integer(1, 86_400)) * 1000,
  bytes: read('ARCHIVE_MAX_BYTES', 2 ** 40, integer(1, 2 ** 50)),
  entries: read('ARCHIVE_MAX_ENTRIES', 5_000_000, integer(1, 100_000_000)),
});
