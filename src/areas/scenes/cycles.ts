import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/database.ts';
import { q } from './tables.ts';

/** Which of these scenes or objects are above themselves. `union` ends the walk where it has been before. */
export async function inCycles(
  db: Reader,
  table: 'scenes' | 'scene_objects',
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.all(
    q
      .selectFrom(
        sql<{ origin: string }>`(
          with recursive above (origin, id) as (
            select id, parent_id from ${sql.table(table)} where id in (${sql.join(ids)})
            union
            select above.origin, next.parent_id from above join ${sql.table(table)} next on next.id = above.id
          )
          select origin from above where origin = id)`.as('cycle'),
      )
      .select('origin'),
  );
  return new Set(rows.map(({ origin }) => origin));
}
