import type { Context } from '../../../api/http/context.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import type { Detail } from '../../../std/detail.ts';
import { membersOf } from '../../../std/records.ts';
import type { Content } from './content.ts';

const viewIn = ({ origin }: Content): unknown => membersOf(origin.modelView).savedViewId;

/** What is against the saved view that a form names anew: it must be of the twin, and shared or the caller's own. */
export async function faultsOfSavedView(
  tx: Transaction,
  former: Content,
  next: Content,
  twinId: string,
  { caller, ports }: Pick<Context, 'caller' | 'ports'>,
): Promise<Detail[]> {
  const id = viewIn(next);
  if (typeof id !== 'string' || id === viewIn(former)) return [];
  const view = await ports.savedViews.find(tx, id);
  if (view?.twinId === twinId && (view.shared || view.createdBy === caller.userId)) return [];
  const message = 'There is no saved view of this twin with that id that you may see.';
  return [{ code: 'InvalidValue', message, target: 'modelView.savedViewId' }];
}
