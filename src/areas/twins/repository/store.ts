import type { Reader } from '../../../kernel/db/database.ts';
import { isUuid } from '../../../std/ids.ts';
import { q, type RepositoryRow } from '../tables.ts';

/** Registered repositories of a twin, in the order of their creation. */
export const repositoriesOf = (db: Reader, twinId: string): Promise<RepositoryRow[]> =>
  db.all(q.selectFrom('twin_repositories').selectAll().where('twin_id', '=', twinId).orderBy('created').orderBy('id'));

export async function findRepository(db: Reader, twinId: string, id: string): Promise<RepositoryRow | undefined> {
  if (!isUuid(id)) return undefined;
  const query = q.selectFrom('twin_repositories').selectAll().where('id', '=', id.toLowerCase());
  return db.first(query.where('twin_id', '=', twinId));
}
