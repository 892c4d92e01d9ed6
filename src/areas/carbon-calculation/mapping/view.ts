import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import type { MappedMaterial } from '../../../engines/carbon/types.ts';
import type { MappingView } from '../schema/mapping.ts';
import { contentOf } from '../store/mappings.ts';
import type { MappingRow } from '../tables.ts';
import { emailsOf, timeOf } from '../view.ts';

type EmailOf = (id: string) => string;

export const mappingEmails = (rows: readonly MappingRow[], context: Pick<Context, 'db' | 'ports'>): Promise<EmailOf> =>
  emailsOf(
    rows.flatMap((row) => [row.created_by, ...(row.reviewed_by === null ? [] : [row.reviewed_by])]),
    context,
  );

/** Without groups and materials. */
export const mappingSummary = (row: MappingRow, emailOf: EmailOf) => ({
  id: row.id,
  twinId: row.twin_id,
  displayName: row.display_name,
  version: row.version,
  state: row.state,
  default: row.is_default === 1,
  studyPeriod: row.study_period,
  reviewedBy: row.reviewed_by === null ? null : emailOf(row.reviewed_by),
  reviewedOn: row.reviewed === null ? null : timeOf(row.reviewed),
  createdOn: timeOf(row.created),
  createdBy: emailOf(row.created_by),
});

/** An answer with a whole mapping. */
export async function mappingReply<const S extends number>(status: S, row: MappingRow, context: Context) {
  const { groups, materials } = contentOf(row);
  const mapping: MappingView = {
    ...mappingSummary(row, await mappingEmails([row], context)),
    groups: [...groups],
    materials: materials.map(materialView),
  };
  return reply(status, { mapping }, { version: versionOfMapping(row) });
}

const materialView = ({ transport, ...material }: MappedMaterial): MappingView['materials'][number] => ({
  ...material,
  ...(transport === undefined ? {} : { transport: [...transport] }),
});

export const versionOfMapping = ({ version, state, is_default }: MappingRow): string =>
  `${version}.${state}.${is_default}`;
