import type { Static } from 'typebox';
import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { invalidUpdateView } from '../errors.ts';
import { nameColumns } from '../item-row.ts';
import type { viewUpdate } from '../schema/view.ts';
import { again, changeView, type LocatedView, readWhole, replaceTags } from '../store/views.ts';
import { dataColumns } from './data.ts';
import { groupFor, isClosed, type Naming, tagsFor } from './references.ts';
import { wholeReply } from './reply.ts';

type Body = Static<typeof viewUpdate>;

/** Changes what is given; data and tags are replaced as a whole. */
export async function updateView({ resource, access }: Located<LocatedView>, body: Body, context: Context) {
  const { id } = resource.row;
  const outcome = await context.write(async (tx) => {
    const view = await again(tx, id);
    const naming = { view: view.row, access, caller: context.caller, invalid: invalidUpdateView };
    const group = await groupChange(tx, view, body.groupId, naming);
    if (isFailed(group)) return group;
    const tags = body.tagIds && (await tagsFor(tx, body.tagIds, naming));
    if (isFailed(tags)) return tags;
    const change = { ...group, ...ownChange(body) };
    if (tags) await replaceTags(tx, id, tags);
    if (tags || Object.keys(change).length > 0) await changeView(tx, view.row, change, context.now);
    return readWhole(tx, id);
  });
  return isFailed(outcome) ? outcome : wholeReply(200, outcome, access, context);
}

const ownChange = ({ savedViewData, displayName, shared }: Body) => ({
  ...(savedViewData === undefined ? {} : dataColumns(savedViewData)),
  ...(displayName === undefined ? {} : nameColumns(displayName)),
  ...(shared === undefined ? {} : { shared: shared ? 1 : 0 }),
});

/** Into another group, or out of one: both groups must let the caller do that. */
async function groupChange<C extends string>(
  tx: Transaction,
  { row, group }: LocatedView,
  wanted: string | null | undefined,
  naming: Naming<C>,
) {
  if (wanted === undefined || wanted === row.group_id) return {};
  if (isClosed(group, naming.access)) return fail(problems.insufficientPermissions);
  if (wanted === null) return { group_id: null };
  const next = await groupFor(tx, wanted, naming);
  return isFailed(next) ? next : { group_id: next.id };
}
