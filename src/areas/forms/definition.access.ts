import type { Found, Need } from '../../kernel/auth/access-rules.ts';
import type { Context } from '../../kernel/http/context.ts';
import type { AccessRule } from '../../kernel/http/endpoint.ts';
import { fail, isFailed, type Problem, problems } from '../../kernel/http/problem.ts';
import { decided, need } from './access.ts';
import { findDefinition, sharedInto } from './definition.store.ts';
import { definitionNotFound } from './errors.ts';
import type { DefinitionRow } from './tables.ts';

/**
 * A definition that somebody may view, through its owner or any twin that it is shared into; a change is the owner's
 * business. While the owner's twin is deleted there is no such definition.
 */
export async function accessToDefinition(row: DefinitionRow, needed: Need, notFound: Problem, context: Context) {
  const { db, caller, ports } = context;
  if ((await ports.twins.find(db, row.twin_id)) === undefined) return fail(notFound);
  const owner = decided(await ports.access.of(db, caller, row.twin_id), needed, notFound, context);
  if (!isFailed(owner)) return { resource: row, access: owner };
  if (owner.problem.status === 403) return owner;
  for (const twinId of await sharedInto(db, row.id)) {
    const access = decided(await ports.access.of(db, caller, twinId), need.view, notFound, context);
    if (isFailed(access)) continue;
    return needed === need.view ? { resource: row, access } : fail(problems.insufficientPermissions);
  }
  return fail(notFound);
}

export function onDefinition(needed: Need): AccessRule<{ readonly id: string }, Found<DefinitionRow>> {
  return {
    permit: needed.permit,
    problems: [definitionNotFound, ...(needed === need.view ? [] : [problems.insufficientPermissions])],
    async resolve({ id }, context) {
      const row = await findDefinition(context.db, id);
      return row === undefined
        ? fail(definitionNotFound)
        : accessToDefinition(row, needed, definitionNotFound, context);
    },
  };
}
