import type { Static, TSchema } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { type Detail, fail } from '../../../api/http/problem.ts';
import { readContinuation, writeContinuation } from '../../../api/query/continuation.ts';
import type { Library } from '../access.ts';
import { addressOf } from '../common-view.ts';
import type { tokenQuery } from '../schema/term.ts';
import { type TermPosition, termsOf } from '../store/term.ts';
import type { TermRow } from '../tables.ts';
import type { Terms } from './kinds.ts';

const pageSize = 50;

const badToken: Detail = {
  code: 'InvalidParameter',
  message: 'The continuationToken query parameter value is incorrect.',
  target: 'continuationToken',
};

/** The words of a kind by name, 50 a page. */
export async function listTerms<O extends TSchema, A extends TSchema, C extends string>(
  of: Terms<O, A, C>,
  { account }: Library,
  { continuationToken }: Static<typeof tokenQuery>,
  { db, ports, caller, now, baseUrl }: Context,
) {
  const binding = JSON.stringify(['library', of.kind, account?.id ?? '', caller.userId]);
  const token = continuationToken?.replace(/^'(.*)'$/, '$1') || undefined; // '' between quotes is none, too
  const after = token === undefined ? undefined : readContinuation(ports.secrets, binding, token, now);
  if (token !== undefined && after === undefined) return fail(of.problems.invalidList, { details: [badToken] });
  if (account === undefined) return reply(200, of.allView([], {}));
  const rows = await termsOf(db, account.id, of.kind, after && positionIn(after), pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? page.at(-1) : undefined;
  if (last === undefined) return reply(200, of.allView(page, {}));
  const next = writeContinuation(ports.secrets, binding, positionOf(last), now);
  const href = `${addressOf(baseUrl, of.plural)}?continuationToken='${next}'`;
  return reply(200, of.allView(page, { next: { href } }));
}

const positionOf = (row: TermRow): TermPosition => [row.name_folded, row.version_folded, row.id];
const positionIn = ([name, version, id]: readonly (string | number)[]): TermPosition => [
  String(name),
  String(version),
  String(id),
];
