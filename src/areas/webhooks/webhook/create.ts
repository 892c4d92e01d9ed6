import type { Static } from 'typebox';
import { permission, twinAccess } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { Caller } from '../../../kernel/callers/people.ts';
import { newId } from '../../../std/ids.ts';
import { jsonOf } from '../../../std/json.ts';
import { invalidCreate, twinNotFound } from '../errors.ts';
import { recordWebhook } from '../recording.ts';
import { newSecret } from '../secret.ts';
import type { WebhookRow } from '../tables.ts';
import { maintainer } from './entitlement.ts';
import type { webhookCreate } from './schema.ts';
import { insertWebhook, webhooksOfCreator } from './store.ts';
import { createdView } from './view.ts';

const mostPerApplication = 100;

/** Makes an inactive webhook. The answer is the only one with its secret. */
export async function createWebhook(body: Static<typeof webhookCreate>, context: Context) {
  const { caller, now, ports } = context;
  const scope = body.scope.toLowerCase() === 'twin' ? 'twin' : 'Account';
  const scopeId = scope === 'twin' ? String(body.scopeId).toLowerCase() : await accountOf(context);
  if (scopeId === undefined) return fail(problems.insufficientPermissions);
  const access = await twinAccess(context, scopeId, twinNotFound, permission(maintainer));
  if (isFailed(access)) return access;
  const secret = body.secret ?? newSecret();
  const row: WebhookRow = {
    id: newId(),
    scope,
    scope_id: scopeId,
    active: 0,
    ending: 0,
    callback_url: body.callbackUrl,
    event_types: jsonOf([...new Set(body.eventTypes)]),
    secret: ports.secrets.seal(secret),
    created_by: caller.userId,
    client_id: caller.clientId,
    organization_id: organizationOf(caller),
    created: now,
    modified: now,
    version: 1,
    failing_since: null,
    failed_messages: 0,
    names: context.words === undefined ? 0 : 1,
    mode: caller.mode,
  };
  return context.write(async (tx) => {
    if ((await webhooksOfCreator(tx, caller)).length >= mostPerApplication) return quotaExceeded();
    await insertWebhook(tx, row);
    await recordWebhook(tx, 'webhook.created', row, { ports, by: context.by, detail: body.eventTypes.join(', ') });
    return reply(202, createdView(row, secret));
  });
}

const organizationOf = (caller: Caller): string | null =>
  caller.kind === 'service' ? caller.applicationOrganizationId : caller.organizationId;

/** The account twin of the application's organization. */
async function accountOf({ caller, db, ports }: Context): Promise<string | undefined> {
  const organization = organizationOf(caller);
  return organization === null ? undefined : (await ports.twins.accountOf(db, organization))?.id;
}

const quotaExceeded = () =>
  fail(invalidCreate, {
    details: [
      {
        code: 'ResourceQuotaExceeded',
        message: `An application can have at most ${mostPerApplication} webhooks.`,
        target: 'webhooks',
      },
    ],
  });
