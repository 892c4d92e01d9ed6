import type { TwinFacts } from '../../../api/ports/twins.ts';
import type { Caller } from '../../../kernel/callers/people.ts';
import { condition } from '../../../kernel/db/condition.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { newId } from '../../../std/ids.ts';
import { type AnalyticsAction, type AnalyticsRow, type ComponentRow, q } from '../tables.ts';

export interface Doing {
  readonly action: AnalyticsAction;
  readonly component: Pick<ComponentRow, 'id' | 'name'>;
  readonly document?: string;
  readonly project?: string | undefined;
}

/** True for the people of the organization whose library it is. */
export const isOwnUser = (account: TwinFacts, caller: Caller): boolean =>
  account.ownerOrganizationId === null
    ? account.ownerUserId === caller.userId
    : account.ownerOrganizationId === caller.organizationId;

/** A row that says who did what; e-mails of people of other organizations are not kept. */
export function analyticsRow(
  { action, component, document, project }: Doing,
  account: TwinFacts,
  caller: Caller,
  now: number,
): AnalyticsRow {
  return {
    id: newId(),
    account_id: account.id,
    at: now,
    action,
    component_id: component.id,
    component_name: component.name,
    document_name: document ?? null,
    user_id: caller.userId,
    email: isOwnUser(account, caller) ? caller.email : null,
    project_id: project ?? null,
  };
}

export async function insertAnalytics(tx: Transaction, rows: readonly AnalyticsRow[]): Promise<void> {
  if (rows.length > 0) await tx.run(q.insertInto('library_analytics').values([...rows]));
}

interface Period {
  readonly accountId: string;
  readonly from: number;
  readonly to: number;
  /** Rows after this one. */
  readonly last: Pick<AnalyticsRow, 'at' | 'id'> | undefined;
}

const rowsAtOnce = 1000;

/** The next rows of a period, the oldest first; none at its end. */
export function analyticsAfter(db: Reader, { accountId, from, to, last }: Period): Promise<AnalyticsRow[]> {
  let query = q.selectFrom('library_analytics').selectAll().where('account_id', '=', accountId);
  query = query.where('at', '>=', from).where('at', '<', to);
  if (last) query = query.where(condition`(at, id) > (${last.at}, ${last.id})`);
  return db.all(query.orderBy('at').orderBy('id').limit(rowsAtOnce));
}

export const deleteOldAnalytics = (tx: Transaction, before: number): Promise<number> =>
  tx.run(q.deleteFrom('library_analytics').where('at', '<', before));

/** A twin goes away: nobody can be told any more in whose context something was seen. */
export const forgetProject = (tx: Transaction, projectId: string): Promise<number> =>
  tx.run(q.updateTable('library_analytics').set({ project_id: null }).where('project_id', '=', projectId));
