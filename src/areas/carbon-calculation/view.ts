import type { Context } from '../../api/http/context.ts';
import { reply } from '../../api/http/endpoint.ts';
import { isoTime } from '../../std/iso-time.ts';
import type { LabelView } from './schema/configuration.ts';
import type { ConfigurationRow } from './tables.ts';

/** Without fractions of a second, as this API writes times. */
export const timeOf = (milliseconds: number): string => isoTime(milliseconds).replace(/\.\d+Z$/, 'Z');

/** E-mails by the ids of users; empty for those who are not there any more. */
export async function emailsOf(ids: readonly string[], { db, ports }: Pick<Context, 'db' | 'ports'>) {
  const users = await ports.people.byIds(db, [...new Set(ids)]);
  const emails = new Map(users.map(({ id, email }) => [id, email]));
  return (id: string): string => emails.get(id) ?? '';
}

const linksOf = ({ form, report_id, model_id, twin_id }: ConfigurationRow, baseUrl: string) =>
  form === 'report'
    ? { report: { href: `${baseUrl}/insights/reporting/reports/${report_id}` } }
    : { twin: { href: `${baseUrl}/twins/${twin_id}` }, model: { href: `${baseUrl}/models/${model_id}` } };

/** Configuration.minimal */
export const configurationSummary = (row: ConfigurationRow, emailOf: (id: string) => string, baseUrl: string) => ({
  id: row.id,
  displayName: row.display_name,
  ...(row.description === null ? {} : { description: row.description }),
  createdOn: timeOf(row.created),
  createdBy: emailOf(row.created_by),
  modifiedOn: timeOf(row.modified),
  modifiedBy: emailOf(row.modified_by),
  _links: linksOf(row, baseUrl),
});

export const labelsOf = ({ labels }: Pick<ConfigurationRow, 'labels'>): LabelView[] => JSON.parse(labels);

/** An answer with a whole configuration. */
export async function configurationReply<const S extends number>(status: S, row: ConfigurationRow, context: Context) {
  const emailOf = await emailsOf([row.created_by, row.modified_by], context);
  const configuration = { ...configurationSummary(row, emailOf, context.baseUrl), labels: labelsOf(row) };
  return reply(status, { configuration }, { version: row.version });
}
