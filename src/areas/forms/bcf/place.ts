import { twinAccess } from '../../../api/auth/access-rules.ts';
import type { AccessRule } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { askedTwin } from '../../../api/query/asked-twin.ts';
import { need } from '../access.ts';
import { findDefinition, sharedInto } from '../definition/store.ts';
import { twinNotFound } from '../errors.ts';
import { formIdNotFound } from '../form/create.ts';
import type { DefinitionRow } from '../tables.ts';

/** The twin and the definition of an import; asked before the file comes. */
export const onImport: AccessRule<unknown, { readonly access: Access; readonly definition: DefinitionRow }> = {
  permit: need.create.permit,
  problems: [twinNotFound, formIdNotFound, problems.insufficientPermissions],
  changes: 'inTwin',
  byQuery: true,
  async resolve(_params, context) {
    const { query, db } = context;
    const access = await twinAccess(context, askedTwin({ ...query }), twinNotFound, need.create);
    if (isFailed(access)) return access;
    const definition = await findDefinition(db, String(query.formDefinitionId));
    if (definition === undefined) return fail(formIdNotFound);
    const isUsable =
      definition.twin_id === access.twin.id || (await sharedInto(db, definition.id)).includes(access.twin.id);
    return isUsable ? { access, definition } : fail(formIdNotFound);
  },
};
