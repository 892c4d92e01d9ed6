import type { TSchema } from 'typebox';
import { type Condition, column, condition } from '../../kernel/db/condition.ts';
import type { Query, Reader } from '../../kernel/db/database.ts';
import { type Column, columnsOf } from './columns.ts';

/** What somebody wants to have in an archive. */
export interface Choices {
  /** Recycled files and deleted forms, with what hangs on them. */
  readonly recycleBin: boolean;
  /** The entries of the audit log. */
  readonly history: boolean;
  /** What could be made anew. */
  readonly derived: boolean;
}

export type StoredRow = Readonly<Record<string, unknown>>;

/** The twin that is archived, and what else of it is in the archive. */
export interface ArchivedTwin {
  readonly twinId: string;
  readonly choices: Choices;
  /** The ids of the records of another kind, for use inside a query. */
  idsOf(kind: string): Query<{ readonly id: unknown }>;
}

/** A table as it stands in archives: one record a row. */
export interface ArchiveKind {
  /** `<area>/<kind>`, as in the names of files. */
  readonly kind: string;
  readonly table: string;
  /** In which kinds are written and read: what a record refers to has a lower number or the same. */
  readonly order: number | 'people' | 'history';
  readonly columns: readonly Column[];
  /** For readers of docs/archive.md. */
  readonly note: string;
  /** Which rows belong to a twin; undefined: those that other records name. */
  readonly where: ((of: ArchivedTwin) => Condition) | undefined;
  /** Of a column with `+blobs`: where the ids of blobs stand in its value; `*` stands for any place of a list. */
  readonly contents?: readonly string[];
  /** The rows in their order, where it is not that of their keys. */
  readonly rows?: ((of: ArchivedTwin) => Query<StoredRow>) | undefined;
  /** Columns of a row that have other values in the archive. */
  change?(row: StoredRow, of: ArchivedTwin): StoredRow;
  /** Members behind those of the columns. */
  extra?(row: StoredRow, twinId: string): StoredRow;
  /** What the API that makes such a thing demands of members of a record, by their names: its own schemas. */
  readonly shapes?: Readonly<Record<string, TSchema>>;
  /** Members that no two records of a twin have alike, texts compared without case. */
  readonly unique?: readonly (readonly string[])[];
  /** Members with times that may lie ahead. */
  readonly ahead?: readonly string[];
  /** Its contents are pictures: of how many bytes and pixels at most. */
  readonly pictures?: { readonly bytes: number; readonly pixels: number };
  /** The other rules of that API. Asked for each record in the order of the file, once its shape is known to be right. */
  check?(record: StoredRow, by: CheckedBy): RecordFault | undefined;
}

/** What is wrong with a record. `why`: the end of a sentence, without a full stop. */
export interface RecordFault {
  readonly member: string;
  readonly why: string;
  /** The id of a record of the same kind that would have to stand before it. */
  readonly missing?: string;
}

/** What rules about more than one record go by. */
export interface CheckedBy {
  /** Notes a text of the area's own; false where it was noted before. */
  note(what: string): boolean;
  noted(what: string): boolean;
  readonly refusedExtensions: readonly string[];
}

interface KindSpec extends Omit<ArchiveKind, 'columns' | 'note' | 'where'> {
  readonly columns: string;
  readonly note?: string;
  readonly where?: ArchiveKind['where'];
}

/** A kind whose rows name their twin, unless it says otherwise. */
export function archiveKind({ columns, note = '', where, ...rest }: KindSpec): ArchiveKind {
  const parsed = columnsOf(columns);
  const twin = parsed.find(({ code }) => code === 'twin')?.name;
  if (where === undefined && twin === undefined) throw new Error(`Whose are the rows of ${rest.table}?`);
  return { ...rest, columns: parsed, note, where: where ?? ((of) => ofTwin(twin ?? '', of)) };
}

/** A kind that has only what records of other kinds name. */
export const namedKind = ({ columns, note = '', ...rest }: Omit<KindSpec, 'where'>): ArchiveKind => ({
  ...rest,
  columns: columnsOf(columns),
  note,
  where: undefined,
});

const ofTwin = (name: string, { twinId }: ArchivedTwin): Condition => condition`${column(name)} = ${twinId}`;

/** Rows that belong to a record of another kind, which a column names. */
export const within =
  (name: string, kind: string): NonNullable<ArchiveKind['where']> =>
  ({ idsOf }) =>
    condition`${column(name)} in ${idsOf(kind)}`;

/** What is not in an archive. Names are for people; never a secret. */
export interface LeftOut {
  readonly code: LeftOutCode;
  readonly kind?: string;
  readonly id?: string;
  readonly name?: string;
  readonly count?: number;
  readonly message: string;
}

export const leftOutCodes = [
  'Secret',
  'Webhook',
  'Share',
  'Invitation',
  'Timer',
  'Detector',
  'OtherTwin',
  'UnfinishedJob',
  'PendingUpload',
] as const;
export type LeftOutCode = (typeof leftOutCodes)[number];

/** What of an area's tables goes into the archive of a twin. */
export interface AreaArchive {
  readonly kinds: readonly ArchiveKind[];
  /** Tables that are in no archive, and why. */
  readonly excused: Readonly<Record<string, string>>;
  /** What an archive of this twin does not have, and people should know. */
  leftOut?(db: Reader, of: ArchivedTwin): Promise<readonly LeftOut[]>;
}

/** Of areas without tables. */
export const nothingArchived: AreaArchive = { kinds: [], excused: {} };

/** Of what had not ended when its twin was archived. */
export const unended = 'The job had not ended when the twin was archived.';
