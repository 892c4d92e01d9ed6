import type { Static } from 'typebox';
import { twinAccess } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { noContent, reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import { newId } from '../../../std/ids.ts';
import { write } from '../access.ts';
import { invalidSet, overQuota, setInUse, twinNotFound } from '../errors.ts';
import {
  contentOf,
  countSets,
  findSet,
  insertSet,
  isInUse,
  keepVersion,
  removeSet,
  type StoredSet,
  updateSet,
} from '../store/symbols.ts';
import type { SymbolSetRow } from '../tables.ts';
import { checkedSet } from './check.ts';
import type { SetContent, setCreate } from './schema.ts';
import { setView } from './view.ts';

const most = 100;

/** Makes a set of a twin; what is not sent is as in the basic one. */
export async function createSet({ twinId, ...sent }: Static<typeof setCreate>, context: Context) {
  const access = await twinAccess(context, twinId, twinNotFound, write);
  if (isFailed(access)) return access;
  const checked = checkedSet(sent);
  if ('faults' in checked) return fail(invalidSet, { details: checked.faults });
  const { caller, now } = context;
  const row: SymbolSetRow = {
    id: newId(),
    twin_id: access.twin.id,
    display_name: sent.displayName,
    version: 1,
    content: contentOf(checked.rules),
    created_by: caller.userId,
    modified: now,
  };
  const outcome = await context.write(async (tx) => {
    if ((await countSets(tx, row.twin_id)) < most) return insertSet(tx, row);
    return fail(invalidSet, { details: [overQuota('symbolSets', `A twin has at most ${most} symbol sets.`)] });
  });
  return isFailed(outcome) ? outcome : reply(201, { symbolSet: setView(row) });
}

/** Puts other rules in the place of those that are there; later runs take them. */
export async function replaceSet({ id }: StoredSet, sent: SetContent, context: Context) {
  const checked = checkedSet(sent);
  if ('faults' in checked) return fail(invalidSet, { details: checked.faults });
  const change = { display_name: sent.displayName, content: contentOf(checked.rules) };
  const outcome = await changeSet(id, () => change, context);
  return isFailed(outcome) ? outcome : reply(200, { symbolSet: setView(outcome) }, { version: outcome.version });
}

/** Changes a set that no run works with. */
export const changeSet = (
  id: string,
  change: (row: StoredSet) => Partial<Pick<SymbolSetRow, 'display_name' | 'content'>>,
  context: Context,
) =>
  context.write(async (tx) => {
    const row = await findSet(tx, id);
    if (row === undefined) throw new NoLongerThere(`Symbol set ${id} was deleted.`);
    if (await isInUse(tx, id)) return fail(setInUse);
    await keepVersion(tx, row);
    const next = { ...change(row), version: row.version + 1, modified: context.now };
    await updateSet(tx, id, next);
    return { ...row, ...next };
  });

/** Removes a set; what was found with it stays. */
export async function deleteSet({ id }: StoredSet, context: Context) {
  const outcome = await context.write(async (tx) => {
    if ((await findSet(tx, id)) === undefined) throw new NoLongerThere(`Symbol set ${id} was deleted.`);
    if (await isInUse(tx, id)) return fail(setInUse);
    await removeSet(tx, id);
  });
  return isFailed(outcome) ? outcome : noContent;
}
