import type { Static } from 'typebox';
import type { ElementRecord, ElementRow } from '../../../engines/snapshot/types.ts';
import type { FoundModel } from '../../../kernel/auth/model-access.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { reply } from '../../../kernel/http/endpoint.ts';
import { fail, isFailed } from '../../../kernel/http/problem.ts';
import { continuationLinks, readContinuation, writeContinuation } from '../../../kernel/query/continuation.ts';
import { fold } from '../../../kernel/std/text.ts';
import { elementFilter } from '../element.filter.ts';
import { type Member, onRequest, selected } from '../element.members.ts';
import type { elementRow, elementsQuery } from '../element.schema.ts';
import { invalidModels } from '../errors.ts';
import { boxView, modelAddress } from '../model.view.ts';
import { type FileUnits, setsView } from './sets.view.ts';
import { snapshotOf } from './snapshot.ts';

const usualTop = 1000;
/** Of elements with their sets. */
const mostWithSets = 1000;
type Query = Static<typeof elementsQuery>;

/** Elements of one changeset by id; a page continues in the changeset of the page before. */
export async function listElements(found: FoundModel, query: Query, context: Context) {
  const opened = await snapshotOf(found, query.changesetId, context);
  if (isFailed(opened)) return opened;
  const { ports, caller, now, baseUrl } = context;
  const select = selected(query.$select);
  const withSets = select?.has(onRequest) ?? false;
  const top = Math.min(query.$top ?? usualTop, withSets ? mostWithSets : Number.POSITIVE_INFINITY);
  const binding = JSON.stringify([found.model.id, opened.changesetId, caller.userId, query.$filter, query.$search]);
  const token = query.continuationToken;
  const after = token === undefined ? ['0'] : readContinuation(ports.secrets, binding, token, now);
  if (after === undefined) return fail(invalidModels, { details: [badToken] });
  const wanted = wantedBy(query);
  const rows: (ElementRow | ElementRecord)[] = [];
  const { snapshot } = opened;
  for await (const row of withSets ? snapshot.elements(String(after[0])) : snapshot.rows(String(after[0]))) {
    if (wanted(row) && rows.push(row) > top) break;
  }
  const page = rows.slice(0, top);
  const last = page.at(-1);
  const next = rows.length > top && last && writeContinuation(ports.secrets, binding, [last.id], now);
  const linkTo = continuationLinks(`${modelAddress(baseUrl, found.model.id)}/elements`, {
    ...query,
    changesetId: opened.changesetId,
  });
  return reply(200, {
    elements: page.map((row) => rowView(row, select, snapshot.header.units)),
    _links: { self: linkTo(token), ...(next ? { next: linkTo(next) } : {}) },
  });
}

const badToken = {
  code: 'InvalidParameter',
  message: 'The continuationToken query parameter value is incorrect.',
  target: 'continuationToken',
};

function wantedBy({ $filter, $search }: Query): (row: ElementRow) => boolean {
  const matches = $filter === undefined ? undefined : elementFilter($filter);
  const text = fold($search ?? '');
  const has = (value: string | null) => value !== null && fold(value).includes(text);
  return (row) =>
    (typeof matches !== 'function' || matches(row)) &&
    (text === '' || has(row.name) || has(row.tag) || has(row.globalId));
}

export function rowView(
  row: ElementRow | ElementRecord,
  select: ReadonlySet<Member> | undefined,
  units: FileUnits,
): Static<typeof elementRow> {
  const box = boxView(row.box);
  const { id, globalId, classId, class: name, categoryId, partitionId, parentId, containerId } = row;
  const whole = { id, globalId, classId, class: name, categoryId, partitionId, parentId, containerId, name: row.name };
  const view = { ...whole, ...(box === undefined ? {} : { box }) };
  if (select === undefined) return view;
  const named: ReadonlySet<string> = select;
  const more = 'propertySets' in row ? { propertySets: setsView(row, units) } : {};
  return Object.fromEntries(Object.entries({ ...view, ...more }).filter(([member]) => named.has(member)));
}
