import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { itemLinks } from '../links.ts';
import type { group } from '../schema/group.ts';
import type { GroupRow } from '../tables.ts';

export const groupView = (row: GroupRow, baseUrl: string): Static<typeof group> => ({
  id: row.id,
  displayName: row.name,
  shared: row.shared === 1,
  readOnly: row.read_only === 1,
  _links: { ...itemLinks(row, baseUrl), savedViews: { href: `${baseUrl}/savedviews?groupId=${row.id}` } },
});

export const groupReply = <const S extends number>(status: S, row: GroupRow, { baseUrl }: Context) =>
  reply(status, { group: groupView(row, baseUrl) }, { version: row.version });
