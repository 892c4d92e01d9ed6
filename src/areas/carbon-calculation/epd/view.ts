import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { usedEpd } from '../../../engines/carbon/result.ts';
import { epdOf } from '../store/epds.ts';
import type { EpdRow } from '../tables.ts';
import { emailsOf, timeOf } from '../view.ts';
import type { EpdView, epdSummary } from './schema.ts';

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
export function epdSummaryView(row: EpdRow, emailOf: EmailOf): Static<typeof epdSummary> {
  const { warnings, ...epd } = usedEpd(epdOf(row));
  return { ...epd, ...warningsView(warnings), ...facts(row, emailOf) };
}

export function epdView(row: EpdRow, emailOf: EmailOf): EpdView {
  const { warnings, otherMethods, scenarios, ...epd } = epdOf(row);
  return {
    ...epd,
    ...warningsView(warnings),
    ...(otherMethods === undefined ? {} : { otherMethods: [...otherMethods] }),
    ...(scenarios === undefined ? {} : { scenarios: scenarios.map((one) => ({ ...one, choices: [...one.choices] })) }),
    ...facts(row, emailOf),
  };
}

const warningsView = (warnings: readonly string[] | undefined) =>
  warnings === undefined ? {} : { warnings: [...warnings] };
