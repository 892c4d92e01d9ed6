import { type Static, Type } from 'typebox';
import type { Context } from '../../../kernel/http/context.ts';
import { reply } from '../../../kernel/http/endpoint.ts';
import { fail } from '../../../kernel/http/problem.ts';
import { continued } from '../../../kernel/query/continued.ts';
import {
  anyText,
  arrayOf,
  dateTime,
  input,
  integer,
  line,
  link,
  oneOf,
  optional,
  output,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { prefix } from '../access.ts';
import { invalidCorrections } from '../errors.ts';
import type { InferenceRow } from '../tables.ts';
import { listCorrections } from './store.ts';

const usualTop = 100;

export const correctionsPath = `${prefix}/inferences/{inferenceId}/corrections` as const;

export const correctionsQuery = input({
  sheet: line({
    min: 1,
    max: 255,
    description: 'Name of its files without their ending.',
    examples: ['plant_pdf_p0001'],
  }),
  itemId: optional(line({ min: 1, max: 100, exact: true, description: 'Only what was said of this region or link.' })),
  $top: optional(integer({ minimum: 1, maximum: 1000, description: 'Items in one page; default 100.' })),
  $continuationToken: optional(Type.String({ description: 'Of the link to the next page.' })),
});

const correction = output(
  {
    itemId: anyText('Of a region, or the key of a link.'),
    kind: oneOf(['region', 'link']),
    change: oneOf(['added', 'changed', 'approved', 'deleted', 'reopened', 'removed']),
    correctedBy: output({ id: uuid(), displayName: anyText('Empty for a user that is gone.') }, 'PnIDCorrectionPerson'),
    correctedDateTime: dateTime(),
  },
  'PnIDCorrection',
);

export const correctionList = output(
  {
    corrections: arrayOf(correction),
    _links: output({ self: link, next: optional(link) }, 'PnIDCorrectionLinks'),
  },
  'PnIDCorrectionsResponse',
);

/** A page of what people said of a sheet: of each region and link the last, the newest first. */
export async function getCorrections({ id }: InferenceRow, query: Static<typeof correctionsQuery>, context: Context) {
  const { db, ports } = context;
  const path = `${prefix}/inferences/${id}/corrections`;
  const page = continued(path, { ...query, $top: query.$top ?? usualTop }, context);
  if ('code' in page) return fail(invalidCorrections, { details: [page] });
  const [made, last] = page.after ?? [];
  const after = made === undefined ? undefined : ([Number(made), String(last)] as const);
  const asked = { inference: id, sheet: query.sheet, item: query.itemId };
  const { rows, _links } = page.cut(await listCorrections(db, asked, after, page.top + 1), (row) => [
    row.made,
    row.item_id,
  ]);
  const people = await ports.people.byIds(db, [...new Set(rows.map((row) => row.made_by))]);
  const names = new Map(people.map((user) => [user.id, user.displayName]));
  const corrections = rows.map(({ item_id, kind, change, made_by, made: time }) => ({
    ...{ itemId: item_id, kind, change },
    correctedBy: { id: made_by, displayName: names.get(made_by) ?? '' },
    correctedDateTime: new Date(time).toISOString(),
  }));
  return reply(200, { corrections, _links });
}
