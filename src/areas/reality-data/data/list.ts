import { twinAccess } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import { continuationLinks, readContinuation, writeContinuation } from '../../../api/query/continuation.ts';
import { use } from '../access.ts';
import { lookedAt } from '../content/look.ts';
import { invalidRequest, twinNotFound } from '../errors.ts';
import { type Order, parseOrder, usualOrder } from '../list/rules.ts';
import {
  hasTag,
  type Listed,
  type ListQuery,
  listRows,
  type Position,
  twinsOfMember,
  unseenRows,
} from '../list/store.ts';
import { looking } from './create.ts';
import { dataView, shortView } from './view.ts';

const usualTop = 100;
/** Contents that one request looks at, so that none of them takes long. */
const mostLooks = 100;

type Prefer = 'minimal' | 'representation' | undefined;

/** Reality data of a twin, or of all twins of which the caller is a member. */
export async function listData(query: ListQuery, prefer: Prefer, context: Context) {
  const { ports, caller, now, baseUrl } = context;
  const twins = await twinsAsked(query, context);
  if (isFailed(twins)) return twins;
  const { $top: top = usualTop, continuationToken: token, ...asked } = query;
  const order = (asked.$orderBy === undefined ? undefined : parseOrder(asked.$orderBy)) ?? usualOrder;
  const binding = JSON.stringify(['reality-data', caller.userId, asked]);
  const position = token === undefined ? undefined : readContinuation(ports.secrets, binding, token, now);
  if (token !== undefined && position === undefined) return fail(invalidRequest, { details: [badToken] });
  const [value = '', id = ''] = position ?? [];
  const after: Position | undefined = position && [value, String(id)];
  const rows = twins.length === 0 ? [] : await pageOf({ twins, asked, order, after, top }, context);
  const page = rows.slice(0, top);
  const last = rows.length > top ? page.at(-1) : undefined;
  const next = last && writeContinuation(ports.secrets, binding, [last.position, last.id], now);
  const linkTo = continuationLinks(`${baseUrl}/reality-management/reality-data`, query);
  return reply(200, {
    realityData: page.map((row) => (prefer === 'representation' ? dataView(row, context) : shortView(row))),
    ...(next === undefined ? {} : { _links: { next: linkTo(next) } }),
  });
}

const badToken = {
  code: 'InvalidParameter',
  message: 'The continuationToken query parameter value is not valid.',
  target: 'continuationToken',
};

/** The twins in which the caller may read; those of deleted twins are none. */
async function twinsAsked({ twinId, dataCenter }: ListQuery, context: Context) {
  const { db, caller, ports } = context;
  if (twinId !== undefined) {
    const access = await twinAccess(context, twinId, twinNotFound, use);
    if (isFailed(access)) return access;
  }
  const elsewhere = dataCenter !== undefined && dataCenter.toLowerCase() !== ports.settings.dataCenter.toLowerCase();
  if (elsewhere) return [];
  if (twinId !== undefined) return [twinId.toLowerCase()];
  const readable: string[] = [];
  for (const id of await twinsOfMember(db, caller, ports)) {
    if ((await ports.access.of(db, caller, id))?.may('realitydata_use')) readable.push(id);
  }
  return readable;
}

interface Wanted {
  readonly twins: readonly string[];
  readonly asked: ListQuery;
  readonly order: Order;
  readonly after: Position | undefined;
  readonly top: number;
}

/** The rows of a page and one more, where there is one; what lies in recycle bins and deleted twins is passed over. */
async function pageOf(wanted: Wanted, context: Context): Promise<Listed[]> {
  const { db, ports } = context;
  const { twins, asked, top } = wanted;
  for (const row of await unseenRows(db, twins, mostLooks)) await lookedAt(row, looking(context));
  const found: Listed[] = [];
  let { after } = wanted;
  for (;;) {
    const rows = await listRows(db, { ...wanted, after, limit: top + 1 });
    const ids = rows.map((row) => row.item_id);
    const used = await ports.files.trees.inUse(db, ids);
    for (const row of rows) {
      const isThere = used.has(row.item_id) && hasTag(row, asked.tag);
      if (isThere && (await ports.twins.find(db, row.twin_id)) !== undefined) found.push(row);
    }
    const last = rows.at(-1);
    if (found.length > top || rows.length <= top || last === undefined) return found;
    after = [last.position, last.id];
  }
}
