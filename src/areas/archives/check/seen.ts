import { join } from 'node:path';
import { type BesideFile, openBeside } from '../../../kernel/db/sqlite-beside.ts';
import type { LinePlace } from './faults.ts';

/** A reference that nothing answers. */
export interface Dangling extends LinePlace {
  readonly kind: string;
  readonly id: string;
}

/** What the lines of an archive have said, in a file of the work folder: there may be millions. */
export interface Seen {
  /** False where a record of that kind has that key. */
  add(kind: string, key: string): boolean;
  has(kind: string, key: string): boolean;
  count(kind: string): number;
  refer(from: LinePlace, kind: string, id: string): void;
  /** What a record is below; undefined: nothing. */
  below(kind: string, id: string, parent: string | undefined, from: LinePlace): void;
  /** Once all lines are there: the first reference that leads nowhere, or in a circle. */
  dangling(): Dangling | undefined;
  /** Puts what was said so far into the file. */
  flush(): void;
  close(): void;
}

const schema = `
  CREATE TABLE records (kind text, id text, PRIMARY KEY (kind, id)) WITHOUT ROWID;
  CREATE TABLE refs (entry text, line int, kind text, id text);
  CREATE TABLE parents (kind text, id text, parent text, entry text, line int, PRIMARY KEY (kind, id)) WITHOUT ROWID;
  CREATE INDEX children ON parents (kind, parent)`;

const lost = `SELECT entry, line, kind, id FROM refs f
  WHERE NOT EXISTS (SELECT 1 FROM records r WHERE r.kind = f.kind AND r.id = f.id) ORDER BY rowid LIMIT 1`;

/** Who is not reached from those that are below nothing here is in a circle, or below one. */
const circular = `WITH RECURSIVE reached (kind, id) AS (
    SELECT kind, id FROM parents p WHERE parent IS NULL
      OR NOT EXISTS (SELECT 1 FROM parents o WHERE o.kind = p.kind AND o.id = p.parent)
    UNION ALL
    SELECT p.kind, p.id FROM parents p JOIN reached r ON p.kind = r.kind AND p.parent = r.id)
  SELECT entry, line, kind, parent AS id FROM parents p
  WHERE NOT EXISTS (SELECT 1 FROM reached r WHERE r.kind = p.kind AND r.id = p.id) ORDER BY entry, line LIMIT 1`;

export function openSeen(folder: string): Seen {
  const file = openBeside(join(folder, 'seen.sqlite'));
  file.exec(schema);
  file.exec('BEGIN');
  const first = (sql: string) => file.all(sql, [])[0];
  const changes = (sql: string, values: (string | number | null)[]) => {
    file.run(sql, values);
    return Number(file.all('SELECT changes() AS count', [])[0]?.count) > 0;
  };
  return {
    add: (kind, key) => changes('INSERT OR IGNORE INTO records VALUES (?, ?)', [kind, key]),
    has: (kind, key) => file.all('SELECT 1 FROM records WHERE kind = ? AND id = ?', [kind, key]).length > 0,
    count: (kind) => Number(file.all('SELECT count(*) AS n FROM records WHERE kind = ?', [kind])[0]?.n ?? 0),
    refer: ({ entry, line }, kind, id) => file.run('INSERT INTO refs VALUES (?, ?, ?, ?)', [entry, line, kind, id]),
    below: (kind, id, parent, { entry, line }) =>
      file.run('INSERT OR IGNORE INTO parents VALUES (?, ?, ?, ?, ?)', [kind, id, parent ?? null, entry, line]),
    dangling: () => danglingOf(first(lost) ?? first(circular)),
    flush: () => file.exec('COMMIT; BEGIN'),
    close: () => endOf(file),
  };
}

function endOf(file: BesideFile): void {
  file.exec('COMMIT');
  file.close();
}

/** As people call it. */
const called: Readonly<Record<string, string>> = { 'blobs/blob': 'content', 'people/person': 'person' };

const danglingOf = (row: Record<string, unknown> | undefined): Dangling | undefined =>
  row && {
    entry: String(row.entry),
    line: Number(row.line),
    kind: called[String(row.kind)] ?? String(row.kind),
    id: String(row.id),
  };
