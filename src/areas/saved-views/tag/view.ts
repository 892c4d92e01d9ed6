import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { itemLinks } from '../links.ts';
import type { tag } from '../schema/tag.ts';
import type { TagRow } from '../tables.ts';

export const tagView = (row: TagRow, baseUrl: string): Static<typeof tag> => ({
  id: row.id,
  displayName: row.name,
  _links: itemLinks(row, baseUrl),
});

export const tagReply = <const S extends number>(status: S, row: TagRow, { baseUrl }: Context) =>
  reply(status, { tag: tagView(row, baseUrl) }, { version: row.version });
