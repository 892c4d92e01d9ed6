import type { Changeset } from '../../../api/ports/models.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import type { ExportRow } from '../tables.ts';

export const exportKind = 'meshExport.tiles';

export interface ExportPayload {
  readonly modelId: string;
  readonly changesetId: string;
}

interface Facts {
  readonly changeset: Changeset;
  /** Of the model. */
  readonly name: string;
  readonly createdBy: string;
}

/** One job for exports of one changeset that ask for the same; answers its id. */
export function enqueueExports(
  tx: Transaction,
  rows: readonly Pick<ExportRow, 'id' | 'type'>[],
  { changeset, name, createdBy }: Facts,
  { jobs }: Pick<Ports, 'jobs'>,
): Promise<string> {
  const { modelId, id: changesetId, index, twinId } = changeset;
  const [first] = rows;
  const resource =
    rows.length === 1 ? `/mesh-export/${first?.id}` : `/mesh-export/?modelId=${modelId}&changesetId=${changesetId}`;
  return jobs.enqueue(tx, {
    kind: exportKind,
    twinId,
    title: `Export ${name}, version ${index}: ${rows.map((row) => row.type).join(', ')}`,
    createdBy,
    payload: { modelId, changesetId } satisfies ExportPayload,
    resource,
  });
}

/** The same for a changeset that is being imported: the job waits until that has ended. */
export async function enqueueWaiting(
  tx: Transaction,
  rows: readonly Pick<ExportRow, 'id' | 'type'>[],
  facts: Facts,
  ports: Pick<Ports, 'jobs'>,
): Promise<string> {
  const id = await enqueueExports(tx, rows, facts, ports);
  await ports.jobs.hold(tx, id, 'Waiting for the import');
  return id;
}
