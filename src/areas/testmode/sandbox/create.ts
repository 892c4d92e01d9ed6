import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import type { TwinAsking, TwinFacts } from '../../../api/ports/twins.ts';
import type { Actor } from '../../../kernel/audit.ts';
import { type AuditAction, logOfTwin } from '../../../kernel/audit.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { newId, newToken } from '../../../std/ids.ts';
import { cannotCreate, twinExists } from '../errors.ts';
import type { SandboxRow } from '../tables.ts';
import { claimKey } from './access.ts';
import type { sandboxCreate } from './schema.ts';
import { addSandbox, newSandbox } from './store.ts';
import { sandboxView } from './view.ts';

const usualDays = 7;

type SandboxAction = Extract<AuditAction, `sandbox.${string}`>;

/** Records what becomes of a sandbox in the log of its organization, whatever the mode of who reads it. */
export const recordSandbox = (
  tx: Transaction,
  action: SandboxAction,
  twin: Pick<TwinFacts, 'id' | 'displayName' | 'ownerOrganizationId' | 'ownerUserId'>,
  { by, ports }: { readonly by: Actor; readonly ports: Pick<Ports, 'audit'> },
): Promise<void> =>
  ports.audit.record(tx, {
    action,
    owner: logOfTwin(twin),
    by,
    about: { type: 'Sandbox', id: twin.id, name: twin.displayName },
  });

/** Makes a sandbox below the caller's Account. The answer is the only one with the address where it is claimed. */
export async function createSandbox(body: Static<typeof sandboxCreate>, context: Context, most: number) {
  const { caller, ports, now, baseUrl } = context;
  const { displayName = 'Sandbox', template = 'empty', days = usualDays, number } = body;
  const key = newToken(32);
  const made = { template, days, keyHash: ports.secrets.sign(claimKey, key), now };
  const outcome = await context.write(async (tx) => {
    const account = await ports.twins.ensurePrimaryAccount(tx, caller);
    const twin = await ports.twins.sandboxes.create(tx, account, { id: newId(), displayName, number }, context);
    if (twin === undefined) return numberExists();
    const row = newSandbox(twin, caller, made);
    if (!(await addSandbox(tx, row, most))) return tooMany();
    await recordSandbox(tx, 'sandbox.created', twin, context);
    return { row, twin };
  });
  if (isFailed(outcome)) return outcome;
  const claimUrl = `${baseUrl}/console/claim/${outcome.row.id}#${key}`;
  return reply(202, { sandbox: { ...sandboxView(outcome.row, outcome.twin, context), claimUrl } });
}

/** Notes a sandbox that begins with a twin made as any other. */
export const beginSandbox =
  (ports: Pick<Ports, 'audit'>, most: number) =>
  async (tx: Transaction, twin: TwinFacts, { caller, by, now }: TwinAsking): Promise<boolean> => {
    const made = { template: 'empty', days: usualDays, keyHash: null, now };
    const row: SandboxRow = newSandbox(twin, caller, made);
    const isMade = await addSandbox(tx, row, most);
    if (isMade) await recordSandbox(tx, 'sandbox.created', twin, { by, ports });
    return isMade;
  };

export const numberExists = () =>
  fail(twinExists, {
    details: [{ code: 'InvalidValue', message: 'A twin with the specified number already exists.', target: 'number' }],
  });

const tooMany = () =>
  fail(cannotCreate, {
    details: [
      { code: 'ResourceQuotaExceeded', message: 'There are as many sandboxes as may be.', target: 'sandboxes' },
    ],
  });
