import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { newIds } from '../item-id.ts';
import { q, type WorkflowRow } from '../tables.ts';
import { usualDiscipline } from '../version.ts';
import type { Workflow } from './workflow.ts';

const exactly = prepared((p: { twinId: string; type: string; discipline: string }) =>
  q
    .selectFrom('form_workflows')
    .selectAll()
    .where('twin_id', '=', p.twinId)
    .where('type', '=', p.type)
    .where('discipline', '=', p.discipline),
);

export interface Kind {
  readonly type: string;
  readonly discipline: string;
}

export const workflowRow = (db: Reader, twinId: string, { type, discipline }: Kind): Promise<WorkflowRow | undefined> =>
  db.first(exactly, { twinId, type, discipline });

export const workflowIn = ({ workflow }: Pick<WorkflowRow, 'workflow'>): Workflow => JSON.parse(workflow);

/** The workflow that forms of a kind follow in a twin. */
export async function findWorkflow(db: Reader, twinId: string, kind: Kind): Promise<Workflow | undefined> {
  const row = await workflowRow(db, twinId, kind);
  return row && workflowIn(row);
}

/** A workflow of a type: of the named discipline, else of the usual one, else the first by discipline. */
export async function pickWorkflow(db: Reader, twinId: string, type: string, discipline: string | undefined) {
  if (discipline !== undefined) return workflowRow(db, twinId, { type, discipline });
  const all = q.selectFrom('form_workflows').selectAll().where('twin_id', '=', twinId).where('type', '=', type);
  const rows = await db.all(all.orderBy('discipline'));
  return rows.find((row) => row.discipline === usualDiscipline) ?? rows[0];
}

interface By {
  readonly userId: string;
  readonly now: number;
}

/** Gives a twin a workflow where it has none for the kind. */
export async function ensureWorkflow(tx: Transaction, twinId: string, kind: Kind, workflow: Workflow, by: By) {
  if (await workflowRow(tx, twinId, kind)) return;
  const row: WorkflowRow = {
    ...newIds(twinId, by.now),
    twin_id: twinId,
    type: kind.type,
    discipline: kind.discipline,
    workflow: JSON.stringify(workflow),
    created: by.now,
    created_by: by.userId,
    modified: by.now,
    modified_by: by.userId,
    revision: 1,
  };
  await tx.run(q.insertInto('form_workflows').values(row));
}
