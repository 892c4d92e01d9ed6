import { readJson } from '../../../std/json.ts';
import { present, stampOf } from '../common-view.ts';
import type { CatalogRow } from '../tables.ts';

export const catalogSummary = (row: CatalogRow) => ({ id: row.id, displayName: row.name });

export const catalogView = (row: CatalogRow) => ({
  ...catalogSummary(row),
  ...present({ description: row.description, region: row.region }),
  hashtags: readJson(row.hashtags),
  ...stampOf(row),
});
