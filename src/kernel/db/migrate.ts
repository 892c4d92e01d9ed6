import type { Migration } from './database.ts';

/**
 * The migrations still to run, in order. Refuses a store that a newer version of the program has written, because
 * that version's data cannot be read safely.
 */
export function pendingMigrations(migrations: readonly Migration[], applied: readonly string[]): Migration[] {
  const known = new Set(migrations.map((migration) => migration.id));
  if (known.size !== migrations.length) throw new Error('Two migrations share an id.');
  const foreign = applied.filter((id) => !known.has(id));
  if (foreign.length > 0) {
    throw new Error(
      `The database was written by a newer version of this program (unknown migrations: ${foreign.join(', ')}). Install that version, or restore a backup.`,
    );
  }
  const done = new Set(applied);
  return migrations.filter((migration) => !done.has(migration.id));
}
