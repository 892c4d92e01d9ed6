import { permission, twinAccess } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import type { AccessRule } from '../../../api/http/endpoint.ts';
import { type Failed, fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { Caller } from '../../../kernel/callers/people.ts';
import { isUuid } from '../../../std/ids.ts';
import { twinNotFound, webhookNotFound } from '../errors.ts';
import type { WebhookRow } from '../tables.ts';
import { maintainer } from './entitlement.ts';
import { findWebhook } from './store.ts';

const callers = 'Service applications, and users who are organization administrators';

const mayCall = (caller: Caller): boolean => caller.kind === 'service' || caller.organizationAdministrator;

/** Who may use this API at all. */
export const webhookCallers: AccessRule<unknown, undefined> = {
  permit: { level: 'administrator', text: `${callers}.` },
  problems: [problems.insufficientPermissions],
  changes: 'own',
  resolve: async (_params, { caller }) => (mayCall(caller) ? undefined : fail(problems.insufficientPermissions)),
};

/** As `webhookCallers`, with the permission in the twin that the body names. */
export const webhookCreators: AccessRule<unknown, undefined> = {
  ...webhookCallers,
  permit: {
    level: 'permission',
    permission: maintainer,
    text: `${callers}, with ${maintainer} in the twin, or in the account twin of the application's organization.`,
  },
};

/** A webhook for those who made it, and for the administrators of its application's organization. */
export const webhookForReading: AccessRule<{ readonly webhookId: string }, WebhookRow> = {
  permit: { level: 'administrator', text: `${callers}: their own, and those of their organization's applications.` },
  problems: [webhookNotFound, problems.insufficientPermissions],
  changes: 'own',
  resolve: ({ webhookId }, context) => seen(webhookId, context),
};

/** The same, where who made it must still have the permission in the twin. */
export const webhookForChanging: AccessRule<{ readonly webhookId: string }, WebhookRow> = {
  ...webhookForReading,
  async resolve({ webhookId }, context) {
    const row = await seen(webhookId, context);
    if (isFailed(row) || row.created_by !== context.caller.userId) return row;
    const access = await twinAccess(context, row.scope_id, twinNotFound, permission(maintainer));
    return isFailed(access) ? fail(problems.insufficientPermissions) : row;
  },
};

async function seen(webhookId: string, { caller, db }: Context): Promise<WebhookRow | Failed> {
  if (!mayCall(caller)) return fail(problems.insufficientPermissions);
  const row = isUuid(webhookId) ? await findWebhook(db, webhookId.toLowerCase()) : undefined;
  return row !== undefined && isSeenBy(row, caller) ? row : fail(webhookNotFound);
}

function isSeenBy(row: WebhookRow, caller: Caller): boolean {
  if (row.mode !== caller.mode) return false;
  if (row.created_by === caller.userId) return true;
  return caller.kind === 'user' && row.organization_id !== null && row.organization_id === caller.organizationId;
}
