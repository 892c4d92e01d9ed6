import type { Static } from 'typebox';
import { usedEpd } from '../../engines/carbon/result.ts';
import type { Context } from '../../kernel/http/context.ts';
import { emailsOf, timeOf } from './configuration.view.ts';
import type { EpdView, epdSummary } from './epd.schema.ts';
import { epdOf } from './epd.store.ts';
import type { EpdRow } from './tables.ts';

type EmailOf = (id: string) => string;

const facts = (row: EpdRow, emailOf: EmailOf) => ({
  twinId: row.twin_id,
  createdOn: timeOf(row.created),
  createdBy: emailOf(row.created_by),
});

export const epdEmails = (rows: readonly EpdRow[], context: Pick<Context, 'db' | 'ports'>): Promise<EmailOf> =>
  emailsOf(
    rows.map((row) => row.created_by),
    context,
  );

/** Without its figures. */
export const epdSummaryView = (row: EpdRow, emailOf: EmailOf): Static<typeof epdSummary> => ({
  ...usedEpd(epdOf(row)),
  ...facts(row, emailOf),
});

export const epdView = (row: EpdRow, emailOf: EmailOf): EpdView => ({ ...epdOf(row), ...facts(row, emailOf) });
