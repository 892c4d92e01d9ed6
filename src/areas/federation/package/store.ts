import type { Database, Reader } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import type { PackageDefinition } from '../definition.ts';
import { type PackageRow, q } from '../tables.ts';

const all = prepared(() => q.selectFrom('federation_packages').selectAll());

export const packageRows = async (db: Reader): Promise<ReadonlyMap<string, PackageRow>> =>
  new Map((await db.all(all, {})).map((row) => [row.unique_name, row]));

/** Keeps when each package was first loaded here, and when its definition last differed. */
export const rememberPackages = (
  db: Database,
  definitions: readonly PackageDefinition[],
  digestOf: (definition: PackageDefinition) => string,
  now: number,
): Promise<void> =>
  db.write(async (tx) => {
    const known = await packageRows(tx);
    for (const definition of definitions) {
      const unique_name = definition.uniqueName;
      const digest = digestOf(definition);
      const row = known.get(unique_name);
      if (row?.digest === digest) continue;
      const changed = { changed: now, digest };
      if (row) {
        await tx.run(q.updateTable('federation_packages').set(changed).where('unique_name', '=', unique_name));
      } else {
        const added = { unique_name, first_loaded: now, ...changed };
        await tx.run(
          q
            .insertInto('federation_packages')
            .values(added)
            .onConflict((on) => on.doNothing()),
        );
      }
    }
  });
