import type { Ports } from '../../../api/ports/ports.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import type { ExportRow } from '../tables.ts';

/** Tells subscribers that exports have ended, in the transaction of their end. */
export async function tellOfExports(
  tx: Transaction,
  rows: readonly ExportRow[],
  exportSucceeded: boolean,
  { events, twins }: Pick<Ports, 'events' | 'twins'>,
): Promise<void> {
  for (const { id, model_id, changeset_id, twin_id, type } of rows) {
    const twin = await twins.find(tx, twin_id);
    if (twin === undefined) continue;
    const content = {
      exportId: id,
      modelId: model_id,
      changesetId: changeset_id,
      exportType: type,
      exportSucceeded,
    };
    await events.raise(tx, { type: 'export.jobCompleted.v1', twin, content });
  }
}
