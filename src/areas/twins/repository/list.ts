import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import type { GeneratedRepository } from '../../../api/ports/repositories.ts';
import { repositoryNotFound } from '../errors.ts';
import { findRepository, repositoriesOf } from './store.ts';
import { generatedView, repositoryView } from './view.ts';

/** Generated repositories first, then registered ones in the order of their creation. */
export async function listRepositories(
  access: Access,
  query: { readonly class?: string; readonly subClass?: string },
  context: Context,
) {
  const matches = (one: { class: string; sub_class?: string | null }) =>
    (query.class === undefined || one.class === query.class) &&
    (query.subClass === undefined || one.sub_class === query.subClass);
  const generated = [];
  for (const one of context.ports.repositories.filter(matches)) {
    if (await isShown(one, access, context)) generated.push(generatedView(one, access.twin.id, context));
  }
  const registered = (await repositoriesOf(context.db, access.twin.id)).filter(matches);
  return reply(200, {
    repositories: [...generated, ...registered.map((row) => repositoryView(row, access, context))],
  });
}

export async function oneRepository(access: Access, id: string, context: Context) {
  const generated = await findGenerated(access, id, context);
  if (generated) return reply(200, { repository: generatedView(generated, access.twin.id, context) });
  const row = await findRepository(context.db, access.twin.id, id);
  if (row === undefined) return fail(repositoryNotFound);
  return reply(200, { repository: repositoryView(row, access, context) }, { version: row.version });
}

/** The generated repository with this id, where the caller is shown it. */
export async function findGenerated(
  access: Access,
  id: string,
  context: Context,
): Promise<GeneratedRepository | undefined> {
  const found = context.ports.repositories.find((one) => one.class.toLowerCase() === id.toLowerCase());
  return found && (await isShown(found, access, context)) ? found : undefined;
}

/** Whether the id is one of a generated repository whose area the caller may not read; nothing tells whether it is there. */
export function isClosed(access: Access, id: string, { ports }: Context): boolean {
  const found = ports.repositories.find((one) => one.class.toLowerCase() === id.toLowerCase());
  return found !== undefined && !mayRead(found, access);
}

const mayRead = ({ permissions }: GeneratedRepository, access: Access): boolean =>
  permissions.some((name) => access.may(name));

const isShown = async (one: GeneratedRepository, access: Access, context: Context): Promise<boolean> =>
  mayRead(one, access) && (await one.hasData(context.db, access.twin.id));
