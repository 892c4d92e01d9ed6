import type { TwinFacts } from '../../../api/ports/twins.ts';
import type { Caller } from '../../../kernel/callers/people.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { isUuid } from '../../../std/ids.ts';
import { q, type SandboxRow } from '../tables.ts';

const mostPerApplication = 20;

const byId = prepared((p: { id: string }) =>
  q.selectFrom('test_sandboxes').selectAll().where('id', '=', p.id).where('ended', 'is', null),
);

/** A sandbox that has not ended; undefined for what is no id, too. */
export const findSandbox = async (db: Reader, id: string): Promise<SandboxRow | undefined> =>
  isUuid(id) ? db.first(byId, { id: id.toLowerCase() }) : undefined;

const live = () => q.selectFrom('test_sandboxes').where('ended', 'is', null);
const count = (db: Reader, rows: ReturnType<typeof live>) =>
  db.first(rows.select((eb) => eb.fn.countAll<number>().as('count')));

/** How many sandboxes there are of one user and application. */
export async function countOwn(db: Reader, { userId, clientId }: Pick<Caller, 'userId' | 'clientId'>): Promise<number> {
  const own = live().where('created_by', '=', userId).where('client_id', '=', clientId);
  return Number((await count(db, own))?.count ?? 0);
}

/** How many one user and application may have, where an organization may have so many. */
export const mostOwn = (mostPerOrganization: number): number => Math.min(mostPerApplication, mostPerOrganization);

/** Stores a sandbox, unless there are as many as may be. */
export async function addSandbox(tx: Transaction, row: SandboxRow, mostPerOrganization: number): Promise<boolean> {
  const own = await countOwn(tx, { userId: row.created_by, clientId: row.client_id });
  const owner = row.owner_organization_id;
  const all = await count(
    tx,
    owner === null
      ? live().where('owner_user_id', '=', row.owner_user_id)
      : live().where('owner_organization_id', '=', owner),
  );
  if (own >= mostOwn(mostPerOrganization) || Number(all?.count ?? 0) >= mostPerOrganization) return false;
  await tx.run(q.insertInto('test_sandboxes').values(row));
  return true;
}

/** What a sandbox is when it is made. */
export const newSandbox = (
  twin: Pick<TwinFacts, 'id' | 'ownerOrganizationId' | 'ownerUserId'>,
  caller: Pick<Caller, 'userId' | 'clientId'>,
  made: { readonly template: string; readonly days: number; readonly keyHash: string | null; readonly now: number },
): SandboxRow => ({
  id: twin.id,
  template: made.template,
  owner_organization_id: twin.ownerOrganizationId,
  owner_user_id: twin.ownerUserId,
  created_by: caller.userId,
  client_id: caller.clientId,
  created: made.now,
  ends: made.now + made.days * 86_400_000,
  ended: null,
  key_hash: made.keyHash,
});
