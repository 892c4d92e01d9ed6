import { permission, twinAccess } from '../../../api/auth/access-rules.ts';
import { readModels } from '../../../api/auth/model-access.ts';
import type { Context } from '../../../api/http/context.ts';
import type { AccessRule } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import type { Model } from '../../../api/ports/models.ts';
import type { Caller } from '../../../kernel/callers/people.ts';
import { isUuid } from '../../../std/ids.ts';
import { exportNotFound } from '../errors.ts';
import type { ExportRow } from '../tables.ts';
import { findExport } from './store.ts';

export const startExports = permission('models_read');
const manage = permission('models_manage');

/** An export of a model in use. */
export interface FoundExport {
  readonly row: ExportRow;
  readonly model: Model;
}

type Params = { readonly id: string };
type Allows = (access: Access, caller: Caller, row: ExportRow) => boolean;

const onExport = (permit: typeof manage.permit, allows: Allows): AccessRule<Params, FoundExport> => ({
  permit,
  problems: [exportNotFound, problems.insufficientPermissions],
  changes: 'inTwin',
  async resolve({ id }, context: Context) {
    const row = isUuid(id) ? await findExport(context.db, id.toLowerCase()) : undefined;
    const model = row && (await context.ports.models.find(context.db, row.model_id));
    if (row === undefined || model === undefined) return fail(exportNotFound);
    const need = { permit, allows: (access: Access, caller: Caller) => allows(access, caller, row) };
    const access = await twinAccess(context, model.twinId, exportNotFound, need);
    return isFailed(access) ? access : { row, model };
  },
});

export const exportForReading = onExport(readModels.permit, (access, caller) => readModels.allows(access, caller));

export const exportForDeleting = onExport(
  { ...manage.permit, text: 'Who started the export, and who holds models_manage in the twin.' },
  (access, caller, row) =>
    manage.allows(access, caller) || (row.created_by === caller.userId && readModels.allows(access, caller)),
);
