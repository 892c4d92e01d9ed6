import type { Database } from '../db/database.ts';
import type { Figure } from '../figures.ts';
import type { Mount } from '../http/mount.ts';
import type { Maintenance } from '../jobs/job.ts';
import type { Log } from '../log.ts';
import type { Blobs, UploadWatch } from '../ports/blobs.ts';
import type { Containers } from '../ports/containers.ts';
import type { SecretBox } from '../ports/secrets.ts';
import { makeBlobs } from './blobs.ts';
import { blobMaintenance } from './collect.ts';
import { containerMount } from './containers/mount.ts';
import { blobMount } from './endpoint.ts';
import { blobFigures } from './figures.ts';
import { recentBytes } from './recent.ts';
import type { BlobRights } from './rights.ts';
import { runningHashes } from './running-hash.ts';
import type { BlobStore } from './store.ts';

export interface BlobService {
  readonly blobs: Blobs;
  readonly containers: Containers;
  readonly mount: Mount;
  readonly maintenance: readonly Maintenance[];
  readonly figures: readonly Figure[];
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
  now = Date.now,
}: BlobServiceOptions): BlobService {
  const deps = { db, store, log, hashes: runningHashes(), rights, watch, now };
  const blobs = makeBlobs(deps, secrets, baseUrl);
  const recent = recentBytes(blobs);
  const serving = { ...deps, secrets, blobs, recent };
  return {
    blobs,
    containers: { mount: (kind) => containerMount(serving, kind) },
    mount: blobMount({ ...deps, recent }, secrets),
    maintenance: blobMaintenance(deps),
    figures: blobFigures(db, now),
  };
}
