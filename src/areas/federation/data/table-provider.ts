import { setTimeout as sleep } from 'node:timers/promises';
import type { Kit } from '../../../api/area.ts';
import { tableFormat } from '../../../engines/tables/params.ts';
import type { TableStore, WantedTables } from '../deps.ts';
import { findTableFile, insertTableFile, updateTableFile } from '../store/table-files.ts';
import type { TableFileRow } from '../tables.ts';
import { tableCache } from './table-cache.ts';
import { tablesKind } from './table-job.ts';

const pollMs = 100;
const dayMs = 86_400_000;

export function tableStore({ db, ports, now }: Pick<Kit, 'db' | 'ports' | 'now'>, folder: string): TableStore {
  const cached = tableCache(folder, ports.blobs);

  /** Begins to make what is not there. */
  async function begin(wanted: WantedTables, userId: string): Promise<void> {
    const row = await findTableFile(db, wanted);
    if (row && row.used > now() - dayMs) return;
    await db.write(async (tx) => {
      if (await findTableFile(tx, wanted)) return void (await updateTableFile(tx, wanted, { used: now() }));
      const { kind, id, version, twinId, title } = wanted;
      const payload = { kind, id, version };
      const job_id = await ports.jobs.enqueue(tx, { kind: tablesKind, twinId, title, createdBy: userId, payload });
      await insertTableFile(tx, {
        source_kind: kind,
        source_id: id,
        version,
        format: tableFormat,
        twin_id: twinId,
        blob_id: null,
        state: 'Making',
        fault: null,
        catalog: null,
        job_id,
        size: 0,
        used: now(),
      });
    });
  }

  async function settled(wanted: readonly WantedTables[]): Promise<readonly TableFileRow[] | undefined> {
    const rows: TableFileRow[] = [];
    for (const one of wanted) {
      const row = await findTableFile(db, one);
      if (row === undefined || row.state === 'Making') return undefined;
      rows.push(row);
    }
    return rows;
  }

  return {
    async ready(wanted, { userId, signal }, waitMs) {
      for (const one of wanted) await begin(one, userId);
      const end = now() + waitMs;
      for (;;) {
        const rows = await settled(wanted);
        if (rows !== undefined || now() >= end) return rows;
        await sleep(pollMs, undefined, { signal });
      }
    },
    path({ blob_id }) {
      if (blob_id === null) throw new Error('A table file that is not ready has no bytes.');
      return cached(blob_id);
    },
  };
}
