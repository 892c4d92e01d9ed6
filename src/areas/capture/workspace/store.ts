import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { isUuid } from '../../../std/ids.ts';
import { q, type WorkspaceRow } from '../tables.ts';

const byId = prepared((p: { id: string }) => q.selectFrom('capture_workspaces').selectAll().where('id', '=', p.id));

export const findWorkspace = (db: Reader, id: string): Promise<WorkspaceRow | undefined> =>
  isUuid(id) ? db.first(byId, { id: id.toLowerCase() }) : Promise.resolve(undefined);

export const insertWorkspace = (tx: Transaction, row: WorkspaceRow): Promise<number> =>
  tx.run(q.insertInto('capture_workspaces').values(row));

export const deleteWorkspaceRow = (tx: Transaction, id: string): Promise<number> =>
  tx.run(q.deleteFrom('capture_workspaces').where('id', '=', id));

export const purgeWorkspaces = (tx: Transaction, twinId: string): Promise<number> =>
  tx.run(q.deleteFrom('capture_workspaces').where('twin_id', '=', twinId));
