import type { Reader } from '../../kernel/db/database.ts';
import type { Ports } from './ports.ts';

/** Display names of users by their ids; those that are gone have none. */
export type Names = ReadonlyMap<string, string>;

export async function namesOf(db: Reader, ids: readonly string[], { people }: Pick<Ports, 'people'>): Promise<Names> {
  const users = await people.byIds(db, [...new Set(ids)]);
  return new Map(users.map((user) => [user.id, user.displayName]));
}
