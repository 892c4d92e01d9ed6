import { onResource, ownerOrAdministrator } from '../../../api/auth/access-rules.ts';
import type { Access } from '../../../api/ports/access.ts';
import { isUuid } from '../../../std/ids.ts';
import { exportNotFound } from '../errors.ts';
import { findExport } from '../store.ts';
import type { ExportRow } from '../tables.ts';

export interface FoundExport {
  readonly row: ExportRow;
  readonly access: Access;
}

/** An export, for those who may export its twin. */
export const onExport = onResource({
  find: async (db, { exportId }: { readonly exportId: string }) =>
    isUuid(exportId) ? findExport(db, exportId.toLowerCase()) : undefined,
  twinOf: (row) => row.twin_id,
  notFound: exportNotFound,
  need: ownerOrAdministrator,
});
