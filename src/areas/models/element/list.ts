import type { Static } from 'typebox';
import type { FoundModel } from '../../../api/auth/model-access.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import { continuationLinks, readContinuation, writeContinuation } from '../../../api/query/continuation.ts';
import type { ElementRecord, ElementRow } from '../../../engines/snapshot/types.ts';
import { invalidModels } from '../errors.ts';
import { boxView, modelAddress } from '../view.ts';
import { type Member, onRequest, selected } from './members.ts';
import { pageOf } from './page.ts';
import type { elementRow, elementsQuery } from './schema.ts';
import { type FileUnits, setsView } from './sets.view.ts';
import { snapshotOf } from './snapshot.ts';

const usualTop = 1000;
/** Of elements with their sets. */
const mostWithSets = 1000;
type Query = Static<typeof elementsQuery>;

/** Elements of one changeset by id; a page continues in the changeset of the page before. One that would cost too much ends earlier. */
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
  const { snapshot } = opened;
  const from = String(after[0]);
  const source: AsyncIterable<ElementRow | ElementRecord> = withSets ? snapshot.elements(from) : snapshot.rows(from);
  const { page, last } = await pageOf(source, query, top);
  const next = last !== undefined && writeContinuation(ports.secrets, binding, [last], now);
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
