import { join } from 'node:path';
import { type BesideFile, openBeside } from '../../../kernel/db/sqlite-beside.ts';

/** A blob that a record names. */
export interface NamedBlob {
  readonly id: string;
  readonly sha256: string;
  readonly size: number;
  readonly contentType: string;
  /** What people call it, where they do. */
  readonly label: string;
}

/** A content of the archive: equal bytes are one, whatever they are called. */
export interface Content {
  readonly sha256: string;
  readonly size: number;
  readonly contentType: string;
  readonly blob: string;
  readonly label: string;
}

const atOnce = 1000;

/**
 * What the records of a twin name, in a file of the work folder: there may be millions. People and files for the list of
 * contents are in it, too.
 */
export interface Named {
  addBlobs(blobs: readonly NamedBlob[]): Promise<void>;
  /** To be called when all blobs are there, before any digest is asked for. */
  settle(): Promise<void>;
  /** What stands for a blob in records. */
  digestOf(blobId: string): string | undefined;
  contents(): Generator<Content>;
  blobIds(): Generator<string[]>;
  totals(): { readonly count: number; readonly bytes: number };
  addPeople(ids: readonly string[], named: boolean): Promise<void>;
  people(): Generator<{ readonly id: string; readonly named: boolean }[]>;
  addFiles(files: readonly { readonly sha256: string; readonly path: string }[]): Promise<void>;
  /** The paths of each content, at most so many contents. */
  files(most: number): Generator<{ readonly sha256: string; readonly paths: string[] }>;
  fileCount(): number;
  close(): void;
}

const schema = `
  CREATE TABLE blobs (id text PRIMARY KEY, sha text, size int, type text, label text) WITHOUT ROWID;
  CREATE TABLE people (id text PRIMARY KEY, named int) WITHOUT ROWID;
  CREATE TABLE files (sha text, path text, PRIMARY KEY (sha, path)) WITHOUT ROWID`;

/** The content type that most blobs of equal bytes have; of equal ones the first by name. */
const settling = `
  CREATE TABLE contents (sha text PRIMARY KEY, size int, type text, blob text, label text) WITHOUT ROWID;
  INSERT INTO contents SELECT sha, size, type, blob, label FROM (
    SELECT sha, max(size) AS size, type, min(id) AS blob, max(label) AS label,
      row_number() OVER (PARTITION BY sha ORDER BY count(*) DESC, type) AS place FROM blobs GROUP BY sha, type)
    WHERE place = 1`;

export function openNamed(folder: string): Named {
  const file = openBeside(join(folder, 'named.sqlite'));
  file.exec(schema);
  const first = (sql: string, ...values: (string | number)[]) => file.all(sql, values)[0] ?? {};
  const text = (value: unknown): string => String(value ?? '');
  return {
    addBlobs: (blobs) =>
      file.transaction(() => {
        for (const { id, sha256, size, contentType, label } of blobs) {
          file.run('INSERT OR IGNORE INTO blobs VALUES (?, ?, ?, ?, ?)', [id, sha256, size, contentType, label]);
        }
      }),
    settle: () => file.transaction(() => file.exec(settling)),
    digestOf(id) {
      const { sha, type, main } = first(
        'SELECT b.sha, b.type, c.type AS main FROM blobs b JOIN contents c ON c.sha = b.sha WHERE b.id = ?',
        id,
      );
      if (sha === undefined) return undefined;
      return type === main ? text(sha) : `${text(sha)} ${text(type)}`;
    },
    *contents() {
      for (const row of rowsBy(file, 'contents', 'sha')) {
        const { sha, size, type, blob, label } = row;
        yield { sha256: text(sha), size: Number(size), contentType: text(type), blob: text(blob), label: text(label) };
      }
    },
    *blobIds() {
      yield* inPieces(rowsBy(file, 'blobs', 'id'), ({ id }) => text(id));
    },
    totals() {
      const { count, bytes } = first('SELECT count(*) AS count, coalesce(sum(size), 0) AS bytes FROM contents');
      return { count: Number(count), bytes: Number(bytes) };
    },
    addPeople: (ids, named) =>
      file.transaction(() => {
        for (const id of ids) {
          const values = [id, named ? 1 : 0];
          file.run(
            'INSERT INTO people VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET named = max(named, excluded.named)',
            values,
          );
        }
      }),
    *people() {
      yield* inPieces(rowsBy(file, 'people', 'id'), ({ id, named }) => ({ id: text(id), named: named === 1 }));
    },
    addFiles: (files) =>
      file.transaction(() => {
        for (const { sha256, path } of files) file.run('INSERT OR IGNORE INTO files VALUES (?, ?)', [sha256, path]);
      }),
    *files(most) {
      const seen = file.all('SELECT DISTINCT sha FROM files ORDER BY sha LIMIT ?', [most]);
      for (const { sha } of seen) {
        const paths = file.all('SELECT path FROM files WHERE sha = ? ORDER BY path', [text(sha)]);
        yield { sha256: text(sha), paths: paths.map(({ path }) => text(path)) };
      }
    },
    fileCount: () => Number(first('SELECT count(DISTINCT sha) AS count FROM files').count),
    close: file.close,
  };
}

function* rowsBy(file: BesideFile, table: 'blobs' | 'contents' | 'people', key: string) {
  let last = '';
  for (;;) {
    const rows = file.all(`SELECT * FROM ${table} WHERE ${key} > ? ORDER BY ${key} LIMIT ${atOnce}`, [last]);
    yield* rows;
    if (rows.length < atOnce) return;
    last = String(rows.at(-1)?.[key]);
  }
}

function* inPieces<R, T>(rows: Iterable<R>, of: (row: R) => T): Generator<T[]> {
  let piece: T[] = [];
  for (const row of rows) {
    piece.push(of(row));
    if (piece.length < atOnce) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}
