import type { Gauge } from '../../std/gauge.ts';
import type { Log } from '../../std/log.ts';
import type { Mount } from '../../std/mount.ts';
import type { SecretBox } from '../../std/secrets.ts';
import type { Database } from '../db/database.ts';
import type { Maintenance } from '../jobs/job.ts';
import { makeBlobs } from './blobs.ts';
import { blobCache } from './cache.ts';
import { type CheckSettings, type ContentChecks, contentChecks } from './check/service.ts';
import { blobMaintenance } from './collect.ts';
import type { Containers } from './container-port.ts';
import { containerMount } from './containers/mount.ts';
import { damageWatch, type RecordDamage } from './damage.ts';
import { blobMount } from './endpoint.ts';
import { blobFigures } from './metrics.ts';
import type { Blobs, UploadWatch } from './port.ts';
import type { BlobRights } from './rights.ts';
import { runningHashes } from './running-hash.ts';
import type { BlobStore } from './store.ts';

export interface BlobService {
  readonly blobs: Blobs;
  readonly containers: Containers;
  readonly mount: Mount;
  readonly maintenance: readonly Maintenance[];
  readonly figures: readonly Gauge[];
  /** What the last check of all content found; undefined before there was one. */
  readonly lastCheck: ContentChecks['last'];
}

export interface BlobServiceOptions {
  readonly db: Database;
  readonly store: BlobStore;
  readonly secrets: SecretBox;
  /** Begins every signed address; no trailing slash. */
  readonly baseUrl: string;
  readonly log: Log;
  readonly rights: BlobRights;
  readonly watch: UploadWatch;
  readonly recordDamage: RecordDamage;
  /** The check of all content; default: none. */
  readonly check?: CheckSettings;
  /** Milliseconds since 1970; default the clock. */
  readonly now?: () => number;
}

/** Blobs as areas use them, the endpoint that serves their addresses, and what keeps the store clean. */
export function blobService({
  db,
  store,
  secrets,
  baseUrl,
  log,
  rights,
  watch,
  recordDamage,
  check = { schedule: undefined, bytesPerSecond: 0 },
  now = Date.now,
}: BlobServiceOptions): BlobService {
  const damage = damageWatch({ db, log, record: recordDamage, now });
  const deps = { db, store, log, hashes: runningHashes(), rights, watch, damage, now };
  const blobs = makeBlobs(deps, secrets, baseUrl);
  const recent = blobCache(blobs);
  const checks = contentChecks({ ...deps, record: recordDamage }, check);
  const serving = { ...deps, secrets, blobs, recent };
  return {
    blobs,
    containers: { mount: (kind) => containerMount(serving, kind) },
    mount: blobMount({ ...deps, recent }, secrets),
    maintenance: [...blobMaintenance(deps), ...checks.maintenance],
    figures: [...blobFigures(db, now), ...checks.figures],
    lastCheck: checks.last,
  };
}
