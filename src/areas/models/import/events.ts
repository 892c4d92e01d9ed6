import { faultText } from '../../../api/ports/models.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import type { ChangesetRow } from '../tables.ts';

/** Tells subscribers how the import of a version ended, in the transaction of its end. */
export async function tellOfImport(
  tx: Transaction,
  row: ChangesetRow,
  { events, twins }: Pick<Ports, 'events' | 'twins'>,
): Promise<void> {
  const twin = await twins.find(tx, row.twin_id);
  if (twin === undefined) return;
  const version = { modelId: row.model_id, changesetId: row.id };
  if (row.state === 'Ready') {
    await events.raise(tx, { type: 'models.changesReady.v1', twin, content: { ...version, changesetIndex: row.idx } });
    return;
  }
  const line = row.error_line === null ? {} : { line: row.error_line };
  const reason = faultText({ reason: row.error_reason ?? '', ...line });
  await events.raise(tx, { type: 'models.importFailed.v1', twin, content: { ...version, reason } });
}
