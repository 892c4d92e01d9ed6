import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import { namesOf } from '../../../api/ports/names.ts';
import { cursorPage } from '../../../api/query/cursor-page.ts';
import {
  anyText,
  arrayOf,
  dateTime,
  input,
  line,
  oneOf,
  optional,
  output,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { isoTime } from '../../../std/iso-time.ts';
import { prefix } from '../access.ts';
import { invalidCorrections } from '../errors.ts';
import { continued as links, paging } from '../schema.ts';
import { listCorrections } from '../store/corrections.ts';
import type { InferenceRow } from '../tables.ts';

export const correctionsPath = `${prefix}/inferences/{inferenceId}/corrections` as const;

export const correctionsQuery = input({
  sheet: line({
    min: 1,
    max: 255,
    description: 'Name of its files without their ending.',
    examples: ['plant_pdf_p0001'],
  }),
  itemId: optional(
    line({ min: 1, max: 100, untrimmed: true, description: 'Only what was said of this region or link.' }),
  ),
  ...paging,
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

export const correctionList = output({ corrections: arrayOf(correction), _links: links }, 'PnIDCorrectionsResponse');

/** A page of what people said of a sheet: of each region and link the last, the newest first. */
export async function getCorrections({ id }: InferenceRow, query: Static<typeof correctionsQuery>, context: Context) {
  const { db, ports } = context;
  const path = `${prefix}/inferences/${id}/corrections`;
  const page = cursorPage(path, { ...query, $top: query.$top ?? 100 }, context);
  if ('code' in page) return fail(invalidCorrections, { details: [page] });
  const [made, last] = page.after ?? [];
  const after = made === undefined ? undefined : ([Number(made), String(last)] as const);
  const asked = { inference: id, sheet: query.sheet, item: query.itemId };
  const { rows, _links } = page.slice(await listCorrections(db, asked, after, page.top + 1), (row) => [
    row.made,
    row.item_id,
  ]);
  const makers = rows.map((row) => row.made_by);
  const names = await namesOf(db, makers, ports);
  const corrections = rows.map(({ item_id, kind, change, made_by, made: time }) => ({
    itemId: item_id,
    kind,
    change,
    correctedBy: { id: made_by, displayName: names.get(made_by) ?? '' },
    correctedDateTime: isoTime(time),
  }));
  return reply(200, { corrections, _links });
}
