import { type Static, Type } from 'typebox';
import { auditActions, auditOutcomes, auditSubjects, isAuditAction } from '../../../kernel/audit.ts';
import {
  anyText,
  arrayOf,
  dateTime,
  instant,
  integer,
  line,
  link,
  nullable,
  oneOf,
  optional,
  output,
  uuid,
} from '../../../kernel/schema/shapes.ts';

const actions = Object.keys(auditActions).filter(isAuditAction);
const meanings = actions.map((action) => `\`${action}\`: ${auditActions[action]}`).join(' ');

export const auditEntry = output(
  {
    id: uuid(),
    dateTime: dateTime(),
    action: oneOf(actions, `What was done. ${meanings}`),
    outcome: oneOf(auditOutcomes),
    actor: output({
      userId: nullable(uuid('Null where nobody is known yet; zeros stand for the server itself.')),
      clientId: nullable(anyText('The application through which it was done; null for the pages of the server.')),
      email: nullable(anyText('As it was then.')),
    }),
    source: output({
      address: anyText('Network address; empty where there was none.'),
      userAgent: anyText('What the client called itself.'),
    }),
    about: output({ type: oneOf(auditSubjects), id: anyText(), name: anyText('As it was called then.') }),
    twinId: nullable(uuid()),
    detail: nullable(anyText('What it came to, in a few words.')),
    correlationId: anyText('The one of the request, by which the server log names it.'),
  },
  'AuditEntry',
);

export const entriesAnswer = output(
  { entries: arrayOf(auditEntry), _links: output({ self: link, next: optional(link) }) },
  'AuditEntriesResponse',
);

const text = (description: string) => optional(line({ min: 1, max: 320, description }));

export const entriesQuery = Type.Object({
  from: optional(instant('Entries of this time and later.')),
  to: optional(instant('Entries before this time.')),
  action: optional(oneOf(actions)),
  outcome: optional(oneOf(auditOutcomes)),
  actor: text('Id or e-mail of a user, or id of an application: who did it.'),
  about: text('Id or name of what it is about; of a user, the e-mail.'),
  twinId: optional(uuid('What was done in this twin.')),
  $top: optional(integer({ minimum: 1, maximum: 1000, description: 'Items in one page, at most 1000.' })),
  continuationToken: optional(Type.String({ maxLength: 2000 })),
});

export const entryExample: Static<typeof auditEntry> = {
  id: '3c1d2a60-8f0e-4b5e-9a55-0d5a1f3b7c21',
  dateTime: '2026-11-22T08:30:00.000Z',
  action: 'user.changed',
  outcome: 'Succeeded',
  actor: { userId: '7f1d6e0c-8a5c-4b1e-9f0e-0b6c1a2d3e4f', clientId: null, email: 'ada.larsen@example.com' },
  source: { address: '203.0.113.7', userAgent: 'Mozilla/5.0' },
  about: { type: 'User', id: '0b0c4d6e-2f5a-4d7e-8c7d-5e6f7a8b9c0d', name: 'bo.berg@example.com' },
  twinId: null,
  detail: 'Active, co_administrator',
  correlationId: 'b8a1c5de-6a1f-4a52-8d7e-2c9f0e1d3b4a',
};
