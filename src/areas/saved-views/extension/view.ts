import type { Static } from 'typebox';
import { placeLinks, viewAddress } from '../links.ts';
import type { extension, extensionRef } from '../schema/extension.ts';
import type { ExtensionRow, ViewRow } from '../tables.ts';

const addressOf = (viewId: string, name: string, baseUrl: string): string =>
  `${viewAddress(baseUrl, viewId)}/extensions/${encodeURIComponent(name)}`;

export const extensionReference = (viewId: string, name: string, baseUrl: string): Static<typeof extensionRef> => ({
  extensionName: name,
  href: addressOf(viewId, name, baseUrl),
});

export const extensionView = (
  row: ExtensionRow,
  view: Pick<ViewRow, 'twin_id' | 'model_id'>,
  baseUrl: string,
): Static<typeof extension> => ({
  extensionName: row.name,
  markdownUrl: row.markdown_url ?? `${baseUrl}/savedviews`,
  schemaUrl: row.schema_url ?? `${baseUrl}/savedviews`,
  data: row.data,
  _links: {
    savedView: { href: viewAddress(baseUrl, row.view_id) },
    ...placeLinks(view, baseUrl),
    self: { href: addressOf(row.view_id, row.name, baseUrl) },
  },
});
