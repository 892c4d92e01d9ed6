import { Readable } from 'node:stream';
import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { type RawInput, reply } from '../../../api/http/endpoint.ts';
import type { Detail } from '../../../api/http/problem.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { csvLine } from '../../../std/csv.ts';
import { isoTime } from '../../../std/iso-time.ts';
import type { Library } from '../access.ts';
import { invalidValue } from '../body-rules.ts';
import type { periodQuery } from '../schema/analytics.ts';
import { analyticsAfter } from '../store/analytics.ts';
import type { AnalyticsRow } from '../tables.ts';
import type { Analytics } from './analytics.ts';

const heading = ['DateTime', 'Action', 'ComponentId', 'ComponentName', 'DocumentName', 'UserEmail', 'ProjectId'];
const csvType = 'text/csv; charset=utf-8';

/** A period that ends before it begins. */
export function checkPeriod({ query }: RawInput): Detail[] {
  const [start, end] = [Date.parse(String(query.startDate)), Date.parse(String(query.endDate))];
  return end <= start ? [invalidValue('endDate', "Parameter 'endDate' must be after 'startDate'.")] : [];
}

/** What was done with the components of the library in a period, the oldest first. */
export async function downloadAnalytics(
  { account }: Library,
  { startDate, endDate }: Static<typeof periodQuery>,
  analytics: Analytics,
  { db }: Context,
) {
  await analytics.flush();
  const name = `ComponentsAnalytics_${startDate}_${endDate}.csv`.replaceAll(':', '');
  const lines = linesOf(db, account?.id ?? '', Date.parse(startDate), Date.parse(endDate));
  const headers = { 'Content-Disposition': `attachment; filename="${name}"` };
  return reply(200, { stream: Readable.from(lines), type: csvType }, { headers });
}

async function* linesOf(db: Reader, accountId: string, from: number, to: number): AsyncGenerator<string> {
  yield csvLine(heading);
  let last: Pick<AnalyticsRow, 'at' | 'id'> | undefined;
  for (;;) {
    const rows = await analyticsAfter(db, { accountId, from, to, last });
    if (rows.length === 0) return;
    yield rows.map((row) => csvLine(cellsOf(row))).join('');
    last = rows.at(-1);
  }
}

const cellsOf = (row: AnalyticsRow): string[] => [
  isoTime(row.at),
  row.action,
  row.component_id,
  row.component_name,
  row.document_name ?? '',
  row.email ?? '',
  row.project_id ?? '',
];
