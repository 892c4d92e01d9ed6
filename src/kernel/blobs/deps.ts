import type { Log } from '../../std/log.ts';
import type { Database } from '../db/database.ts';
import type { DamageWatch } from './damage.ts';
import type { UploadWatch } from './port.ts';
import type { BlobRights } from './rights.ts';
import type { RunningHashes } from './running-hash.ts';
import type { BlobStore } from './store.ts';

/** What the functions of this folder work with. */
export interface BlobDeps {
  readonly db: Database;
  readonly store: BlobStore;
  readonly log: Log;
  readonly hashes: RunningHashes;
  readonly rights: BlobRights;
  readonly watch: UploadWatch;
  readonly damage: DamageWatch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Removes objects that no row names any more. Should it fail, the collection finds them a day later. */
export function discard(deps: Pick<BlobDeps, 'store' | 'log'>, keys: readonly string[]): void {
  if (keys.length === 0) return;
  deps.store.remove(keys).catch((error) => deps.log.warn({ error: String(error) }, 'blob objects not removed yet'));
}

/** Why an upload was refused, by its code in the protocol. */
export type UploadFault = 'BlobNotFound' | 'Md5Mismatch' | 'InvalidBlockId' | 'InvalidBlockList';

export const isFault = (value: unknown): value is UploadFault => typeof value === 'string';
