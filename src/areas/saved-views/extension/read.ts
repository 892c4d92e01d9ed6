import type { Found } from '../../../kernel/auth/access-rules.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { reply } from '../../../kernel/http/endpoint.ts';
import { fail } from '../../../kernel/http/problem.ts';
import { extensionNotFound } from '../errors.ts';
import { extensionNamesOf, findExtension } from '../extension.store.ts';
import { extensionReference, extensionView } from '../extension.view.ts';
import type { LocatedView } from '../view.store.ts';

export async function listExtensions({ resource }: Found<LocatedView>, { db, baseUrl }: Context) {
  const { id } = resource.row;
  const names = await extensionNamesOf(db, [id]);
  return reply(200, { extensions: names.map(({ name }) => extensionReference(id, name, baseUrl)) });
}

export async function getExtension({ resource }: Found<LocatedView>, name: string, { db, baseUrl }: Context) {
  const row = await findExtension(db, resource.row.id, name);
  if (row === undefined) return fail(extensionNotFound);
  return reply(200, { extension: extensionView(row, resource.row, baseUrl) }, { version: row.version });
}
