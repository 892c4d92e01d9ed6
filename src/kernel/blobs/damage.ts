import { evictOldest } from '../../std/evict-oldest.ts';
import { type Log, stackOf } from '../../std/log.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { BlobRow } from './tables.ts';
import type { ContentFault } from './verify.ts';

export type DamagedBlob = Pick<BlobRow, 'id' | 'area' | 'container'>;

/** Told of content whose bytes are not those that were stored. */
export interface DamageWatch {
  found(blob: DamagedBlob): void;
}

/** Puts it into the audit of those whose content it is. */
export type RecordDamage = (tx: Transaction, blob: DamagedBlob & { readonly fault: ContentFault }) => Promise<void>;

const hour = 3_600_000;
const remembered = 1000;

/** Logs and records damage: of one blob once an hour, however often it is asked for. */
export function damageWatch(deps: {
  readonly db: Database;
  readonly log: Log;
  readonly record: RecordDamage;
  readonly now: () => number;
}): DamageWatch {
  const known = new Map<string, number>();
  return {
    found({ id, area, container }) {
      const { db, log, record, now } = deps;
      if (now() - (known.get(id) ?? 0) < hour) return;
      if (known.size >= remembered) evictOldest(known);
      known.set(id, now());
      log.error(
        { blob: `${area}/${container}/${id}` },
        'Stored content has changed and is not served. Run `npm run check`, and bring it back from a backup.',
      );
      db.write((tx) => record(tx, { id, area, container, fault: 'changed' })).catch((error: unknown) => {
        known.delete(id);
        log.error({ error: stackOf(error) }, 'The damage of content was not recorded.');
      });
    },
  };
}
