import type { Located, Requirement } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import type { AccessRule } from '../../../api/http/endpoint.ts';
import { fail, isFailed, type Problem, problems } from '../../../api/http/problem.ts';
import { decided, need } from '../access.ts';
import { definitionNotFound } from '../errors.ts';
import type { DefinitionRow } from '../tables.ts';
import { findDefinition, sharedInto } from './store.ts';

/**
 * A definition that somebody may view, through its owner or any twin that it is shared into. A change is the owner's
 * business, but for what every twin that shares a ReadWrite one may do (`shared`). While the owner's twin is deleted there is no such definition.
 */
export async function accessToDefinition(
  row: DefinitionRow,
  needed: Requirement,
  notFound: Problem,
  context: Context,
  from: 'owner' | 'shared' = 'owner',
) {
  const { db, caller, ports } = context;
  if ((await ports.twins.find(db, row.twin_id)) === undefined) return fail(notFound);
  const owner = decided(await ports.access.of(db, caller, row.twin_id), needed, notFound, context);
  if (!isFailed(owner)) return { resource: row, access: owner };
  const everywhere = needed === need.view || (from === 'shared' && row.share_type === 'ReadWrite');
  let refusal = owner;
  for (const twinId of await sharedInto(db, row.id)) {
    const known = await ports.access.of(db, caller, twinId);
    const access = decided(known, everywhere ? needed : need.view, notFound, context);
    if (!isFailed(access) && everywhere) return { resource: row, access };
    if (!isFailed(access) || access.problem.status === 403) refusal = fail(problems.insufficientPermissions);
  }
  return refusal;
}

export function onDefinition(
  needed: Requirement,
  from: 'owner' | 'shared' = 'owner',
): AccessRule<{ readonly id: string }, Located<DefinitionRow>> {
  return {
    permit: needed.permit,
    problems: [definitionNotFound, ...(needed === need.view ? [] : [problems.insufficientPermissions])],
    changes: 'inTwin',
    async resolve({ id }, context) {
      const row = await findDefinition(context.db, id);
      return row === undefined
        ? fail(definitionNotFound)
        : accessToDefinition(row, needed, definitionNotFound, context, from);
    },
  };
}
