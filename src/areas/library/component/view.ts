import { createHash } from 'node:crypto';
import { readJson } from '../../../std/json.ts';
import { linkTo, present, stampOf } from '../common-view.ts';
import type { Component } from '../store/component.ts';
import type { ComponentRow } from '../tables.ts';

export const componentSummary = (row: Pick<ComponentRow, 'id' | 'name'>) => ({ id: row.id, displayName: row.name });

/** As brands show it. */
export const contentView = ({ row, fileTypes }: Component) => ({
  ...componentSummary(row),
  ...present({ description: row.description }),
  state: row.state,
  supportedFileTypes: [...fileTypes],
  hashtags: readJson(row.hashtags),
  ...stampOf(row),
});

export const componentView = (component: Component, baseUrl: string) => ({
  ...contentView(component),
  _links: linksOfReferences(component.row, component.catalogs, baseUrl),
});

type References = Pick<ComponentRow, 'application_id' | 'category_id' | 'manufacturer_id'>;

/** Links to what a component, or one that is to be, refers to. */
export function linksOfReferences(row: References, catalogs: readonly string[], baseUrl: string) {
  const link = (place: 'applications' | 'categories' | 'manufacturers', id: string | null) =>
    id === null ? null : linkTo(baseUrl, place, id);
  return {
    catalogs: catalogs.map((id) => linkTo(baseUrl, 'catalogs', id)),
    ...present({
      application: link('applications', row.application_id),
      category: link('categories', row.category_id),
      manufacturer: link('manufacturers', row.manufacturer_id),
    }),
  };
}

/** The version of a component as it is shown: its file types come from its documents. */
export function versionOf({ row, fileTypes }: Component): string {
  if (fileTypes.length === 0) return String(row.revision);
  const types = createHash('sha256').update(fileTypes.join('\n')).digest('base64url').slice(0, 8);
  return `${row.revision}.${types}`;
}
