import { fail, type Problem, problems } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import type { Caller } from '../../../kernel/callers/people.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { isSeen, mayManage } from '../access.ts';
import { findGroup } from '../store/groups.ts';
import { type GroupRow, q, type TagRow, type ViewRow } from '../tables.ts';

/** A view, or one to be made, and who names something for it. */
export interface Naming<C extends string> {
  readonly view: Pick<ViewRow, 'twin_id' | 'model_id'>;
  readonly access: Access;
  readonly caller: Caller;
  readonly invalid: Problem<C>;
}

const unknown = <C extends string>({ invalid }: Naming<C>, target: string, message: string) =>
  fail(invalid, { details: [{ code: 'InvalidParameter', message, target }] });

/** Belongs to the twin, and to the model of the view unless it belongs to none. */
const fits = (one: GroupRow | TagRow, view: Pick<ViewRow, 'twin_id' | 'model_id'>): boolean =>
  one.twin_id === view.twin_id && (one.model_id === null || one.model_id === view.model_id);

/** The group a view shall be in; only who manages may fill a read-only one. */
export async function groupFor<C extends string>(tx: Transaction, id: string, naming: Naming<C>) {
  const { view, access, caller } = naming;
  const group = await findGroup(tx, id);
  if (group === undefined || !fits(group, view) || !isSeen(group, access, caller)) {
    return unknown(naming, 'groupId', 'groupId is not a group that takes this view.');
  }
  return isClosed(group, access) ? fail(problems.insufficientPermissions) : group;
}

/** True when the caller may neither add views to a group nor take any out. */
export const isClosed = (group: GroupRow | undefined, access: Access): boolean =>
  group?.read_only === 1 && !mayManage(access);

/** The tags a view shall carry. */
export async function tagsFor<C extends string>(tx: Transaction, ids: readonly string[], naming: Naming<C>) {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const found = await tx.all(q.selectFrom('saved_view_tags').selectAll().where('id', 'in', wanted));
  const fitting = found.filter((tag) => fits(tag, naming.view));
  if (fitting.length === wanted.length) return fitting;
  return unknown(naming, 'tagIds', 'tagIds must be tags that can be put on this view.');
}
