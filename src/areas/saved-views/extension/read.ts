import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import { extensionNotFound } from '../errors.ts';
import { extensionNamesOf, findExtension } from '../store/extensions.ts';
import type { LocatedView } from '../store/views.ts';
import { extensionReference, extensionView } from './view.ts';

export async function listExtensions({ resource }: Located<LocatedView>, { db, baseUrl }: Context) {
  const { id } = resource.row;
  const names = await extensionNamesOf(db, [id]);
  return reply(200, { extensions: names.map(({ name }) => extensionReference(id, name, baseUrl)) });
}

export async function getExtension({ resource }: Located<LocatedView>, name: string, { db, baseUrl }: Context) {
  const row = await findExtension(db, resource.row.id, name);
  if (row === undefined) return fail(extensionNotFound);
  return reply(200, { extension: extensionView(row, resource.row, baseUrl) }, { version: row.version });
}
