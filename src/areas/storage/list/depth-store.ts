import { sql } from 'kysely';
import type { Reader } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { folderKind, q, states } from '../tables.ts';

const deepestBelow = prepared((p: { id: string }) =>
  q
    .withRecursive('below', (db) =>
      db
        .selectFrom('storage_items')
        .select(['id', sql<number>`0`.as('level')])
        .where('id', '=', p.id)
        .unionAll(
          db
            .selectFrom('storage_items as child')
            .innerJoin('below', 'below.id', 'child.parent_id')
            .select(['child.id', sql<number>`below.level + 1`.as('level')])
            .where('child.kind', '=', folderKind)
            .where('child.state', '=', states.live),
        ),
    )
    .selectFrom('below')
    .select((on) => on.fn.max('level').as('height')),
);

/** How many levels of folders lie below a folder. */
export const heightOf = async (db: Reader, folderId: string): Promise<number> =>
  (await db.first(deepestBelow, { id: folderId }))?.height ?? 0;
