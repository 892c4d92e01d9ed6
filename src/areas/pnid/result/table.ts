import type { Static } from 'typebox';
import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { fail } from '../../../api/http/problem.ts';
import { csvReply, mostRows, workbookReply } from '../../../api/tables/table.ts';
import { type TableName, tableHeads, tableNames, tableRows } from '../../../engines/drawings/export/tables.ts';
import { predictedSheet, predictionName } from '../../../engines/drawings/names.ts';
import type { Cell } from '../../../engines/workbook/write-params.ts';
import { input, line, oneOf, optional } from '../../../kernel/schema/shapes.ts';
import type { Part } from '../access.ts';
import { invalidValue } from '../errors.ts';
import { metadataName } from '../metadata.ts';
import { listResults } from '../store/runs.ts';
import type { ResultRow, RunRow } from '../tables.ts';
import { invalidTable, runInProgress } from './errors.ts';
import { isPrediction, readJson } from './stored.ts';

export const tableQuery = input({
  table: optional(oneOf(tableNames, 'Default tags; of a workbook all four.')),
  sheet: optional(line({ description: 'One sheet; default all of the run.', examples: ['plant_pdf_p0001'] })),
  format: optional(oneOf(['csv', 'xlsx'], 'Default csv.')),
});

/** What the sheets of a run show, reviewed as they are, as a table. */
export async function tableOf(
  { resource: { inference, part: run } }: Located<Part<RunRow>>,
  { table, sheet, format }: Static<typeof tableQuery>,
  context: Context,
) {
  if (run.status !== 'completed') return fail(runInProgress);
  const sheets = (await listResults(context.db, inference.id)).filter(
    ({ name }) =>
      name !== metadataName &&
      (sheet === undefined ? predictedSheet(name) !== undefined : name === predictionName(sheet)),
  );
  if (sheet !== undefined && sheets.length === 0) {
    return fail(invalidTable, { details: [invalidValue('sheet', `The run has no sheet '${sheet}'.`)] });
  }
  const fileName = [sheet ?? 'drawings', table].filter(Boolean).join(' ');
  if (format !== 'xlsx') return csvReply(linesOf(table ?? 'tags', sheets, context), fileName);
  const tables = (table === undefined ? tableNames : [table]).map((one) => ({
    name: `${one[0]?.toUpperCase()}${one.slice(1)}`,
    lines: linesOf(one, sheets, context),
  }));
  const message = `A workbook has at most ${mostRows} rows; ask for one table or sheet, or for CSV.`;
  return (
    (await workbookReply(tables, fileName, context)) ??
    fail(invalidTable, { details: [invalidValue('format', message)] })
  );
}

/** One sheet is in memory at a time. */
async function* linesOf(table: TableName, sheets: readonly ResultRow[], context: Context) {
  yield tableHeads[table].map((head): Cell => head);
  for (const { name, blob_id } of sheets) {
    const [sheet, prediction] = [predictedSheet(name), await readJson(blob_id, context)];
    if (sheet && isPrediction(prediction)) yield* tableRows(table, sheet, prediction);
  }
}
