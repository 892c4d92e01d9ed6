import { permission } from '../../api/auth/access-rules.ts';
import { type FoundModel, modelAccess, onModel, readModels } from '../../api/auth/model-access.ts';
import type { AccessRule } from '../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../api/http/problem.ts';
import { changesetNotFound, modelNotFound } from './errors.ts';
import { findChangeset } from './store/changesets.ts';
import type { ChangesetRow } from './tables.ts';

export const changeImports = permission('models_manage', 'storage_write');

export const onReadableModel = onModel(readModels, modelNotFound);

export interface FoundChangeset extends FoundModel {
  readonly row: ChangesetRow;
}

type Params = { readonly modelId: string; readonly changesetId: string };

/** The model and changeset that the path names; the changeset by its id or index. */
export const onChangeset = (need: typeof readModels): AccessRule<Params, FoundChangeset> => ({
  permit: need.permit,
  problems: [modelNotFound, changesetNotFound, problems.insufficientPermissions],
  changes: 'inTwin',
  async resolve({ modelId, changesetId }, context) {
    const found = await modelAccess(context, modelId, modelNotFound, need);
    if (isFailed(found)) return found;
    const row = await findChangeset(context.db, found.model.id, changesetId);
    return row === undefined ? fail(changesetNotFound) : { ...found, row };
  },
});
