import { type Static, Type } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import { continuationLinks, readContinuation, writeContinuation } from '../../../api/query/continuation.ts';
import { arrayOf, dateTime, link, optional, output, sensitive, uuid } from '../../../kernel/schema/shapes.ts';
import { isoTime } from '../../../std/iso-time.ts';
import { badToken, cannotListMails } from '../errors.ts';
import type { listQuery } from '../sandbox/schema.ts';
import type { MailRow } from '../tables.ts';
import { mailsOf } from './store.ts';

const mail = output(
  {
    id: uuid(),
    to: Type.String({ description: 'An e-mail address.' }),
    subject: Type.String(),
    text: sensitive(Type.String({ description: 'It may hold links that let people in.' })),
    dateTime: dateTime('By the clock of the sandbox.'),
  },
  'Mail',
);

export const mailList = output(
  { mails: arrayOf(mail), _links: output({ self: link, next: optional(link) }) },
  'MailsResponse',
);

const usualTop = 100;

/** The mails that a sandbox would have sent, the newest first. */
export async function listMails(sandboxId: string, query: Static<typeof listQuery>, context: Context) {
  const { $top: top = usualTop, continuationToken: token } = query;
  const { db, caller, ports, now, baseUrl } = context;
  const binding = `mails ${caller.userId} ${sandboxId}`;
  const after = token === undefined ? undefined : readContinuation(ports.secrets, binding, token, now);
  if (token !== undefined && after === undefined) return fail(cannotListMails, { details: [badToken] });
  const rows = await mailsOf(db, sandboxId, after && Number(after[0]), top + 1);
  const page = rows.slice(0, top);
  const last = rows.length > top ? page.at(-1) : undefined;
  const linkTo = continuationLinks(`${baseUrl}/testmode/sandboxes/${sandboxId}/mails`, { ...query, $top: top });
  const next = last && linkTo(writeContinuation(ports.secrets, binding, [last.position], now));
  return reply(200, {
    mails: page.map((row) => mailView(row, context)),
    _links: { self: linkTo(token), ...(next ? { next } : {}) },
  });
}

function mailView({ id, content, created }: MailRow, { ports }: Pick<Context, 'ports'>): Static<typeof mail> {
  const {
    to,
    subject,
    text,
  }: Pick<Static<typeof mail>, 'to' | 'subject' | 'text'> = JSON.parse(ports.secrets.open(content));
  return { id, to, subject, text, dateTime: isoTime(created) };
}
