import type { Migration } from '../../db/database.ts';
import { pick, prepared, tables } from '../../db/query.ts';

/** One check of all content, at work or ended. Times are milliseconds since 1970. */
export interface CheckRow {
  /** `running`: at work, or interrupted; `ended`: the last that came to its end. */
  state: 'running' | 'ended';
  started: number;
  ended: number | null;
  /** The content that was looked at last. */
  position: string;
  contents: number;
  bytes: number;
  missing: number;
  changed: number;
  /** Objects that no content names. */
  unreferenced: number;
}

export const checkMigrations: readonly Migration[] = [
  {
    id: 'blobs-4-checks',
    statements: [
      `CREATE TABLE blob_checks (state {text} PRIMARY KEY, started bigint NOT NULL, ended bigint, position {text} NOT NULL,
        contents bigint NOT NULL, bytes bigint NOT NULL, missing bigint NOT NULL, changed bigint NOT NULL,
        unreferenced bigint NOT NULL)`,
    ],
  },
];

const q = tables<{ blob_checks: CheckRow }>();

export const checkOf = prepared((p: Pick<CheckRow, 'state'>) =>
  q.selectFrom('blob_checks').selectAll().where('state', '=', p.state),
);

export const insertCheck = prepared((p: CheckRow) =>
  q
    .insertInto('blob_checks')
    .values(
      pick(p, 'state', 'started', 'ended', 'position', 'contents', 'bytes', 'missing', 'changed', 'unreferenced'),
    ),
);

export const deleteCheck = prepared((p: Pick<CheckRow, 'state'>) =>
  q.deleteFrom('blob_checks').where('state', '=', p.state),
);
