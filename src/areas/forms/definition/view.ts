import { reply } from '../../../api/http/endpoint.ts';
import type { DefinitionRow } from '../tables.ts';
import { disciplineIn, type FormsApi } from '../version.ts';

export const definitionSummary = (row: DefinitionRow, api: FormsApi) => ({
  id: row.id,
  displayName: row.name,
  type: row.type,
  ...disciplineIn(api, row),
});

export const definitionView = (row: DefinitionRow, api: FormsApi) => ({
  ...definitionSummary(row, api),
  status: row.status,
  errorStatus: row.error_status,
  shareType: row.share_type,
  idPrefix: row.prefix,
});

export const definitionReply = (row: DefinitionRow, api: FormsApi) =>
  reply(200, { formDefinition: definitionView(row, api) }, { version: row.revision });
