import { join } from 'node:path';
import { seenSchema } from '../../../engines/archive/references.ts';
import { openBeside } from '../../../kernel/db/sqlite-beside.ts';
import type { LinePlace } from './faults.ts';

/** What the lines of an archive have said, in a file of the work folder: there may be millions. */
export interface Seen {
  readonly path: string;
  /** False where a record of that kind has that key. */
  add(kind: string, key: string): boolean;
  has(kind: string, key: string): boolean;
  refer(from: LinePlace, kind: string, id: string): void;
  /** What a record is below; undefined: nothing. */
  below(kind: string, id: string, parent: string | undefined, from: LinePlace): void;
  /** Others can read in the file what was said so far. */
  flush(): void;
  close(): void;
}

export function openSeen(folder: string): Seen {
  const path = join(folder, 'seen.sqlite');
  const file = openBeside(path);
  file.exec(seenSchema);
  file.exec('BEGIN');
  return {
    path,
    add(kind, key) {
      file.run('INSERT OR IGNORE INTO records VALUES (?, ?)', [kind, key]);
      return Number(file.all('SELECT changes() AS count', [])[0]?.count) > 0;
    },
    has: (kind, key) => file.all('SELECT 1 FROM records WHERE kind = ? AND id = ?', [kind, key]).length > 0,
    refer: ({ entry, line }, kind, id) => file.run('INSERT INTO refs VALUES (?, ?, ?, ?)', [entry, line, kind, id]),
    below: (kind, id, parent, { entry, line }) =>
      file.run('INSERT OR IGNORE INTO parents VALUES (?, ?, ?, ?, ?)', [kind, id, parent ?? null, entry, line]),
    flush: () => file.exec('COMMIT; BEGIN'),
    close() {
      file.exec('COMMIT');
      file.close();
    },
  };
}
