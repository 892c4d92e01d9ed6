import type { TSchema } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { noContent, reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import { newId } from '../../../std/ids.ts';
import { accountFor, type Found, type Library } from '../access.ts';
import type { TermBody } from '../schema/term.ts';
import { deleteTermRow, findTerm, insertTerm, namesake, updateTerm } from '../store/term.ts';
import type { TermRow } from '../tables.ts';
import { contentOf, type Terms } from './kinds.ts';

export async function createTerm<O extends TSchema, A extends TSchema, C extends string>(
  of: Terms<O, A, C>,
  library: Library,
  body: TermBody,
  context: Context,
) {
  const { now } = context;
  const stamp = { id: newId(), kind: of.kind, created: now, modified: now, revision: 1 };
  const outcome = await context.write(async (tx) => {
    const { id: account_id } = await accountFor(tx, library, context);
    const row: TermRow = { ...stamp, account_id, ...contentOf(body) };
    return (await insertTerm(tx, row)) ? row : fail(of.problems.taken);
  });
  return isFailed(outcome) ? outcome : termReply(of, 201, outcome);
}

export async function updateTermBy<O extends TSchema, A extends TSchema, C extends string>(
  of: Terms<O, A, C>,
  { resource }: Found<TermRow>,
  body: TermBody,
  { now, write }: Context,
) {
  const outcome = await write(async (tx) => {
    const before = await findTerm(tx, resource.account_id, of.kind, resource.id);
    if (before === undefined) throw new NoLongerThere(`${of.name} ${resource.id} was deleted.`);
    const row = { ...before, ...contentOf(body), modified: now, revision: before.revision + 1 };
    if (await namesake(tx, row)) return fail(of.problems.taken);
    await updateTerm(tx, row);
    return row;
  });
  return isFailed(outcome) ? outcome : termReply(of, 200, outcome);
}

/** Components that refer to it lose the reference. */
export async function deleteTerm({ resource }: Found<TermRow>, { now, write }: Context) {
  const outcome = await write(async (tx) => {
    if (!(await deleteTermRow(tx, resource, now)))
      throw new NoLongerThere(`${resource.kind} ${resource.id} was deleted.`);
  });
  return isFailed(outcome) ? outcome : noContent;
}

export const termReply = <const S extends number, O extends TSchema, A extends TSchema, C extends string>(
  of: Terms<O, A, C>,
  status: S,
  row: TermRow,
) => reply(status, of.oneView(row), { version: row.revision });
