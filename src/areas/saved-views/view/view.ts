import type { Static } from 'typebox';
import { isoTime } from '../../../std/iso-time.ts';
import { readJson } from '../../../std/json.ts';
import { extensionReference, extensionView } from '../extension/view.ts';
import { groupAddress, itemLinks, viewAddress } from '../links.ts';
import type { viewFull, viewMinimal } from '../schema/view.ts';
import type { LocatedView, ShortView, WholeView } from '../store/views.ts';

function commonView({ row, tags, group }: LocatedView, baseUrl: string) {
  const image = `${viewAddress(baseUrl, row.id)}/image`;
  return {
    id: row.id,
    displayName: row.name,
    shared: row.shared === 1,
    creationTime: isoTime(row.created),
    lastModified: isoTime(row.modified),
    tags: tags.map((tag) => ({ id: tag.id, displayName: tag.name })),
    _links: {
      ...itemLinks(row, baseUrl),
      ...(group ? { group: { href: groupAddress(baseUrl, group.id) } } : {}),
      image: { href: `${image}?size=full` },
      thumbnail: { href: image },
    },
  };
}

/** SavedView.minimal: extensions as references. */
export const viewSummary = (view: ShortView, baseUrl: string): Static<typeof viewMinimal> => ({
  ...commonView(view, baseUrl),
  extensions: view.extensions.map(({ name }) => extensionReference(view.row.id, name, baseUrl)),
  ...(view.data === undefined ? {} : { savedViewData: readJson(view.data) }),
});

/** SavedView.full: extensions with their data. */
export const viewDetails = (view: WholeView, baseUrl: string): Static<typeof viewFull> => ({
  ...commonView(view, baseUrl),
  extensions: view.extensions.map((row) => extensionView(row, view.row, baseUrl)),
  savedViewData: readJson(view.data),
});

/** The version of a view as it is shown: names of tags are part of it, and whether there is a group to see. */
export const versionOf = ({ row, tags, group }: LocatedView): string =>
  [row.version, ...tags.map((tag) => tag.version), ...(group ? ['g'] : [])].join('.');
