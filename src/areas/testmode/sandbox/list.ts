import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import { continuationLinks, readContinuation, writeContinuation } from '../../../api/query/continuation.ts';
import { type Condition, column, condition } from '../../../kernel/db/condition.ts';
import { badToken, cannotListSandboxes } from '../errors.ts';
import { q } from '../tables.ts';
import type { listQuery } from './schema.ts';
import { sandboxView } from './view.ts';

const usualTop = 100;

/** Of twins that the caller is a member of, and those of the organization or person whose Account they administer. */
function seenBy({ caller, ports }: Context): Condition {
  const mine = ports.access.memberTwins(caller);
  // a union: for an `or` PostgreSQL would read all sandboxes
  return caller.organizationAdministrator
    ? condition`${column('id')} in (select twin_id from ${mine} as mine
        union all select id from test_sandboxes where owner_user_id = ${caller.userId}
        union all select id from test_sandboxes where owner_organization_id = ${caller.organizationId})`
    : condition`${column('id')} in (select twin_id from ${mine} as mine
        union all select id from test_sandboxes where owner_user_id = ${caller.userId})`;
}

/** The sandboxes that the caller sees, the newest first. */
export async function listSandboxes(query: Static<typeof listQuery>, context: Context) {
  const { $top: top = usualTop, continuationToken: token } = query;
  const { db, caller, ports, now, baseUrl } = context;
  const binding = `sandboxes ${caller.userId} ${caller.clientId}`;
  const after = token === undefined ? undefined : readContinuation(ports.secrets, binding, token, now);
  if (token !== undefined && after === undefined) return fail(cannotListSandboxes, { details: [badToken] });
  let wanted = q.selectFrom('test_sandboxes').selectAll().where('ended', 'is', null).where(seenBy(context));
  if (after !== undefined) {
    wanted = wanted.where(condition`(created, id) < (${Number(after[0])}, ${String(after[1])})`);
  }
  const rows = await db.all(
    wanted
      .orderBy('created', 'desc')
      .orderBy('id', 'desc')
      .limit(top + 1),
  );
  const page = rows.slice(0, top);
  const sandboxes = [];
  for (const row of page) {
    const twin = await ports.twins.find(db, row.id);
    if (twin) sandboxes.push(sandboxView(row, twin, context)); // without one it ends with the next look of its upkeep
  }
  const last = rows.length > top ? page.at(-1) : undefined;
  const linkTo = continuationLinks(`${baseUrl}/testmode/sandboxes`, { ...query, $top: top });
  const next = last && linkTo(writeContinuation(ports.secrets, binding, [last.created, last.id], now));
  return reply(200, { sandboxes, _links: { self: linkTo(token), ...(next ? { next } : {}) } });
}
