import { DatabaseSync } from 'node:sqlite';
import { foldedName } from './names.ts';

/** A file of an archive: where its bytes are, and what they are to be. */
export interface ArchiveEntry {
  /** Path below the base folder. */
  readonly path: string;
  readonly method: 0 | 8;
  readonly size: number;
  readonly packed: number;
  readonly crc: number;
  /** Where its bytes begin in the file. */
  readonly start: number;
}

/** The entries of an archive and the lines of its manifest, in a file: there may be millions. */
export interface EntryIndex {
  /** False where there is one of that name. */
  add(entry: ArchiveEntry): boolean;
  find(path: string): ArchiveEntry | undefined;
  /** In the order in which they were added, behind so many. */
  entries(behind?: number): Generator<ArchiveEntry>;
  /** False where the manifest has a line of that path. */
  addDigest(path: string, sha256: string): boolean;
  digestOf(path: string): string | undefined;
  /** A path that either the manifest has or the payload, but not both. */
  unmatched(): string | undefined;
  payload(): { readonly files: number; readonly bytes: number };
  /** What the checks have come to; kept with all that was noted so far, whatever ends the process. */
  mark(name: Mark): string | undefined;
  setMark(name: Mark, value: string): void;
  /** Forgets everything. */
  clear(): void;
  close(): void;
}

/** The base folder, once the container is right; that the manifest was read; how many entries have their digests. */
export type Mark = 'base' | 'manifest' | 'compared';

const atOnce = 1000;
const schema = `
  PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8000;
  CREATE TABLE IF NOT EXISTS marks (name text PRIMARY KEY, value text) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS entries (idx integer PRIMARY KEY, path text, method int, size int, packed int, crc int, start int);
  CREATE TABLE IF NOT EXISTS names (folded text PRIMARY KEY, idx int) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS digests (path text PRIMARY KEY, sha256 text) WITHOUT ROWID`;

export function openIndex(file: string): EntryIndex {
  const db = new DatabaseSync(file);
  db.exec(schema);
  db.exec('BEGIN');
  const named = db.prepare('INSERT OR IGNORE INTO names VALUES (?, ?)');
  const added = db.prepare('INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)');
  const found = db.prepare('SELECT e.* FROM names n JOIN entries e ON e.idx = n.idx WHERE n.folded = ? AND e.path = ?');
  const page = db.prepare('SELECT * FROM entries WHERE idx > ? ORDER BY idx LIMIT ?');
  const digest = db.prepare('INSERT OR IGNORE INTO digests VALUES (?, ?)');
  const known = db.prepare('SELECT sha256 FROM digests WHERE path = ?');
  const marked = db.prepare('SELECT value FROM marks WHERE name = ?');
  const mark = db.prepare('INSERT OR REPLACE INTO marks VALUES (?, ?)');
  let count = Number(db.prepare('SELECT coalesce(max(idx), 0) AS count FROM entries').get()?.count ?? 0);
  const first = (sql: string) => db.prepare(sql).get() ?? {};
  return {
    add({ path, method, size, packed, crc, start }) {
      if (named.run(foldedName(path), count + 1).changes === 0) return false;
      added.run(++count, path, method, size, packed, crc, start);
      return true;
    },
    find(path) {
      const row = found.get(foldedName(path), path);
      return row === undefined ? undefined : entryOf(row);
    },
    *entries(behind = 0) {
      let last = behind;
      for (;;) {
        const rows = page.all(last, atOnce);
        yield* rows.map(entryOf);
        if (rows.length < atOnce) return;
        last = Number(rows.at(-1)?.idx);
      }
    },
    addDigest: (path, sha256) => digest.run(path, sha256).changes > 0,
    digestOf: (path) => text(known.get(path)?.sha256),
    unmatched: () => text(first(`${lostLines} UNION ALL ${unlisted} LIMIT 1`).path),
    payload() {
      const { files, bytes } = first(
        `SELECT count(*) AS files, coalesce(sum(size), 0) AS bytes FROM entries WHERE path LIKE 'data/%'`,
      );
      return { files: Number(files), bytes: Number(bytes) };
    },
    mark: (name) => text(marked.get(name)?.value),
    setMark(name, value) {
      mark.run(name, value);
      db.exec('COMMIT; BEGIN');
    },
    clear() {
      db.exec('DELETE FROM entries; DELETE FROM names; DELETE FROM digests; DELETE FROM marks');
      count = 0;
    },
    close() {
      db.exec('COMMIT');
      db.close();
    },
  };
}

const lostLines =
  'SELECT path FROM digests d WHERE NOT EXISTS (SELECT 1 FROM entries e JOIN names n ON n.idx = e.idx WHERE n.folded = lower(d.path) AND e.path = d.path)';
const unlisted =
  "SELECT path FROM entries e WHERE path LIKE 'data/%' AND NOT EXISTS (SELECT 1 FROM digests d WHERE d.path = e.path)";

const text = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : String(value);

const entryOf = (row: Record<string, unknown>): ArchiveEntry => ({
  path: String(row.path),
  method: Number(row.method) === 8 ? 8 : 0,
  size: Number(row.size),
  packed: Number(row.packed),
  crc: Number(row.crc),
  start: Number(row.start),
});
