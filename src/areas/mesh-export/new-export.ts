import type { Changeset } from '../../api/ports/models.ts';
import { newId } from '../../std/ids.ts';
import type { columnsOf } from './options.ts';
import type { ExportRow } from './tables.ts';
import { exporterVersion, type RequestableType } from './types.ts';

/** An export that no job is there for yet. `createdBy`: who asks for it; null when it is made without being asked for. */
export function newExport(
  changeset: Changeset,
  type: RequestableType,
  asked: ReturnType<typeof columnsOf>,
  createdBy: string | null,
  now: number,
): Omit<ExportRow, 'job_id'> {
  return {
    id: newId(),
    model_id: changeset.modelId,
    twin_id: changeset.twinId,
    changeset_id: changeset.id,
    changeset_index: changeset.index,
    type,
    ...asked,
    exporter_version: exporterVersion,
    automatic: createdBy === null ? 1 : 0,
    kept: createdBy === null ? 0 : 1,
    created_by: createdBy,
    status: 'NotStarted',
    error: null,
    created: now,
    changed: now,
  };
}
