import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { noContent, reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { newId } from '../../../std/ids.ts';
import { jsonOf } from '../../../std/json.ts';
import { fold } from '../../../std/text.ts';
import { repositoryExists, repositoryNotFound } from '../errors.ts';
import { q, type RepositoryRow } from '../tables.ts';
import type { repositoryCreate, repositoryUpdate } from './schema.ts';
import { findRepository, repositoriesOf } from './store.ts';
import { repositoryView } from './view.ts';

/** Registers a repository; an equal one, or one with the same given name, is a conflict. */
export async function addRepository(access: Access, body: Static<typeof repositoryCreate>, context: Context) {
  const name = body.displayName || undefined;
  const row: RepositoryRow = {
    id: newId(),
    twin_id: access.twin.id,
    class: body.class,
    sub_class: body.subClass ?? null,
    display_name: name ?? body.subClass ?? body.class,
    display_name_folded: fold(name ?? body.subClass ?? body.class),
    uri: body.uri,
    authentication: sealed(body.authentication, context),
    options: body.options ? jsonOf(body.options) : null,
    created: context.now,
    version: 1,
  };
  const outcome = await context.write(async (tx) => {
    const others = await repositoriesOf(tx, access.twin.id);
    const same = (other: RepositoryRow) =>
      (other.class === row.class && other.sub_class === row.sub_class && other.uri === row.uri) ||
      (name !== undefined && other.display_name_folded === row.display_name_folded);
    if (others.some(same)) return fail(repositoryExists);
    await tx.run(q.insertInto('twin_repositories').values(row));
  });
  return isFailed(outcome) ? outcome : reply(201, { repository: repositoryView(row, access, context) });
}

export async function updateRepository(
  access: Access,
  id: string,
  body: Static<typeof repositoryUpdate>,
  context: Context,
) {
  const outcome = await context.write(async (tx) => {
    const row = await findRepository(tx, access.twin.id, id);
    if (row === undefined) return fail(repositoryNotFound);
    const changes: Partial<RepositoryRow> = {
      ...(body.displayName === undefined
        ? {}
        : { display_name: body.displayName, display_name_folded: fold(body.displayName) }),
      ...(body.uri === undefined ? {} : { uri: body.uri }),
      ...(body.authentication === undefined ? {} : { authentication: sealed(body.authentication, context) }),
      ...(body.options === undefined ? {} : { options: body.options && jsonOf(body.options) }),
    };
    if (Object.keys(changes).length === 0) return row;
    const updated = { ...row, ...changes, version: row.version + 1 };
    const others = (await repositoriesOf(tx, access.twin.id)).filter((other) => other.id !== row.id);
    const same = (other: RepositoryRow) =>
      other.class === row.class && other.sub_class === row.sub_class && other.uri === updated.uri;
    if (others.some(same)) return fail(repositoryExists);
    await tx.run(
      q
        .updateTable('twin_repositories')
        .set({ ...changes, version: updated.version })
        .where('id', '=', row.id),
    );
    return updated;
  });
  return isFailed(outcome) ? outcome : reply(200, { repository: repositoryView(outcome, access, context) });
}

export async function removeRepository(access: Access, id: string, context: Context) {
  const outcome = await context.write(async (tx) => {
    const row = await findRepository(tx, access.twin.id, id);
    if (row === undefined) return fail(repositoryNotFound);
    await tx.run(q.deleteFrom('twin_repository_resources').where('repository_id', '=', row.id));
    await tx.run(q.deleteFrom('twin_repositories').where('id', '=', row.id));
  });
  return isFailed(outcome) ? outcome : noContent;
}

const sealed = (authentication: Record<string, unknown> | null | undefined, context: Context): string | null =>
  authentication ? context.ports.secrets.seal(JSON.stringify(authentication)) : null;
