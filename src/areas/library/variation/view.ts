import { readJson } from '../../../std/json.ts';
import { documentLink, present, stampOf } from '../common-view.ts';
import type { VariationRow } from '../tables.ts';

/** As brands show it. */
export const variationContent = (row: VariationRow) => ({
  id: row.id,
  displayName: row.name,
  adHocProperties: readJson(row.properties),
  ...stampOf(row),
});

export const variationView = (row: VariationRow, baseUrl: string) => ({
  ...variationContent(row),
  _links: present({
    associatedDesignDocument: row.design_id === null ? null : documentLink(baseUrl, row.parent_id, row.design_id),
  }),
});
