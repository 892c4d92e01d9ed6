import { documentLink, present, stampOf } from './common.view.ts';
import type { VariationRow } from './tables.ts';
import type { PropertyType } from './variation.schema.ts';

/** A property as it is kept and shown; its value is always text. */
export interface AdHocProperty {
  readonly displayName: string;
  readonly type: PropertyType;
  readonly value?: string;
  readonly unitOfMeasure?: string;
}

/** As brands show it. */
export const variationContent = (row: VariationRow) => ({
  id: row.id,
  displayName: row.name,
  adHocProperties: JSON.parse(row.properties) as AdHocProperty[],
  ...stampOf(row),
});

export const variationView = (row: VariationRow, baseUrl: string) => ({
  ...variationContent(row),
  _links: present({
    associatedDesignDocument: row.design_id === null ? null : documentLink(baseUrl, row.parent_id, row.design_id),
  }),
});
