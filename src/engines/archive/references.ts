import { DatabaseSync } from 'node:sqlite';
import type { Engine } from '../engine.ts';

/*
 * What the records of an archive refer to, once all of them are known. The questions are to all of them at once, so they are
 * asked in a process of their own: nobody else waits for their answers.
 */

/** What lines of an archive have said: which records there are, what they refer to, what they are below. */
export const seenSchema = `
  CREATE TABLE records (kind text, id text, PRIMARY KEY (kind, id)) WITHOUT ROWID;
  CREATE TABLE refs (entry text, line int, kind text, id text);
  CREATE TABLE parents (kind text, id text, parent text, entry text, line int, PRIMARY KEY (kind, id)) WITHOUT ROWID;
  CREATE INDEX children ON parents (kind, parent)`;

/** A reference that nothing answers, or that leads in a circle. */
export interface Dangling {
  readonly entry: string;
  readonly line: number;
  readonly kind: string;
  readonly id: string;
}

export interface ReferencesParams {
  /** Path of a file with the tables of `seenSchema`. */
  readonly seen: string;
}

export interface ReferencesResult {
  readonly dangling: Dangling | null;
}

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

/** The engine `archiveReferences`: the first of the references of an archive that leads nowhere. */
export const findDangling: Engine<ReferencesParams, ReferencesResult> = async ({ seen }, context) => {
  context.progress({ step: 'Following references' });
  const db = new DatabaseSync(seen, { readOnly: true });
  try {
    const row = db.prepare(lost).get() ?? db.prepare(circular).get();
    if (row === undefined) return { dangling: null };
    const { entry, line, kind, id } = row;
    return { dangling: { entry: String(entry), line: Number(line), kind: String(kind), id: String(id) } };
  } finally {
    db.close();
  }
};
