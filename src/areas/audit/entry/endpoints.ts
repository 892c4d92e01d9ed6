import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { type AccessRule, endpoint, json, reply } from '../../../api/http/endpoint.ts';
import { fail, problems } from '../../../api/http/problem.ts';
import { continuationLinks, readContinuation, writeContinuation } from '../../../api/query/continuation.ts';
import { type Audit, type AuditEntry, logOfPerson } from '../../../kernel/audit.ts';
import { parseInstant } from '../../../std/instant.ts';
import { isoTime } from '../../../std/iso-time.ts';
import { invalidAudit } from '../errors.ts';
import { type auditEntry, entriesAnswer, entriesQuery, entryExample } from './schema.ts';

const usualTop = 100;

/** Who may see the log: administrators that of their organization, people without one their own. */
const readers: AccessRule<unknown, undefined> = {
  permit: {
    level: 'administrator',
    text: 'Organization administrators; people without an organization for themselves.',
  },
  problems: [problems.insufficientPermissions],
  resolve: async (_params, { caller }) =>
    caller.organizationId === null || caller.organizationAdministrator
      ? undefined
      : fail(problems.insufficientPermissions),
};

export const entryEndpoints = (audit: Audit) => [
  endpoint({
    id: 'audit.getEntries',
    method: 'GET',
    path: '/audit/entries',
    title: 'Get audit entries',
    description:
      "What was done that concerns access, the newest first: sign-ins, passwords, sessions, consents, applications, and members, roles and groups of the organization's twins. A person without an organization sees what concerns their own account and twins.",
    access: readers,
    query: entriesQuery,
    invalid: invalidAudit,
    answers: {
      200: json(entriesAnswer, 'One page of entries.', {
        entries: [entryExample],
        _links: { self: { href: 'https://api.example.com/audit/entries?%24top=100' } },
      }),
    },
    run: ({ query }, context) => listEntries(query, context, audit),
  }),
];

async function listEntries(query: Static<typeof entriesQuery>, context: Context, audit: Audit) {
  const { $top: top = usualTop, continuationToken: token, from, to, ...rest } = query;
  const { db, caller, now, ports, baseUrl } = context;
  const binding = `audit ${caller.userId} ${JSON.stringify([from, to, rest])}`;
  const after = token === undefined ? undefined : readContinuation(ports.secrets, binding, token, now);
  if (token !== undefined && after === undefined) return badToken();
  const filter = {
    ...rest,
    mode: caller.mode,
    from: from === undefined ? undefined : parseInstant(from),
    to: to === undefined ? undefined : parseInstant(to),
    before: after && { position: Number(after[0]), id: String(after[1]) },
  };
  const log = logOfPerson({ id: caller.userId, organizationId: caller.organizationId });
  const rows = await audit.list(db, log, filter, top + 1);
  const entries = rows.slice(0, top);
  const last = entries.at(-1);
  const linkTo = continuationLinks(`${baseUrl}/audit/entries`, { ...query, $top: top });
  const more = rows.length > top && last !== undefined;
  const next = more && writeContinuation(ports.secrets, binding, [last.position, last.id], now);
  const _links = { self: linkTo(token), ...(next ? { next: linkTo(next) } : {}) };
  return reply(200, { entries: entries.map(entryView), _links });
}

const entryView = (entry: AuditEntry): Static<typeof auditEntry> => {
  const { id, time, action, outcome, by, about, twinId, detail } = entry;
  const { userId, clientId, email, address, userAgent, correlationId } = by;
  return {
    id,
    dateTime: isoTime(time),
    action,
    outcome,
    actor: { userId, clientId, email },
    source: { address, userAgent },
    about,
    twinId,
    detail,
    correlationId,
  };
};

const badToken = () =>
  fail(invalidAudit, {
    details: [
      {
        code: 'InvalidParameter',
        message: 'The continuationToken query parameter value is incorrect.',
        target: 'continuationToken',
      },
    ],
  });
