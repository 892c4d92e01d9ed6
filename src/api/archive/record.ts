import { isoTime } from '../../std/iso-time.ts';
import { isRecord } from '../../std/records.ts';
import { type Column, isArchived } from './columns.ts';
import type { ArchiveKind, StoredRow } from './kind.ts';

/** What a record says of contents: a blob of this server by its digest; undefined where it is gone. */
export type DigestOf = (blobId: string) => string | undefined;

export interface RecordOptions {
  readonly twinId: string;
  readonly derived: boolean;
  readonly digestOf: DigestOf;
}

/**
 * A row as a line of an archive, without the end of the line: members in the order of the columns, none that is null, no
 * white space.
 */
export function lineOf(kind: ArchiveKind, row: StoredRow, options: RecordOptions): string {
  const members = kind.columns
    .filter((column) => isArchived(column, options.derived))
    .map((column) => [column.member, memberOf(column, kind, row[column.name] ?? null, options)] as const);
  const extra = Object.entries(kind.extra?.(row, options.twinId) ?? {});
  return JSON.stringify(Object.fromEntries([...members, ...extra].filter(([, value]) => value !== null)));
}

function memberOf({ code }: Column, kind: ArchiveKind, value: unknown, { digestOf }: RecordOptions): unknown {
  if (value === null) return null;
  if (code === 'time') return isoTime(Number(value));
  if (code === 'order') return String(value);
  if (code === 'blob') return digestOf(String(value)) ?? null;
  if (code === 'blobs') return listIn(value).map((id) => digestOf(String(id)) ?? null);
  if (!code.startsWith('json')) return value;
  const parsed: unknown = JSON.parse(String(value));
  if (!code.includes('+blobs')) return parsed;
  return pathsOf(kind).reduce((one, path) => changeAt(one, path, (id) => digestOf(String(id)) ?? null), parsed);
}

const listIn = (json: unknown): readonly unknown[] => {
  const list: unknown = JSON.parse(String(json));
  return Array.isArray(list) ? list : [];
};

const pathsOf = ({ contents = [] }: ArchiveKind): string[][] => contents.map((path) => path.split('.'));

/** The same value, changed where the path leads; what the path does not find stays. */
function changeAt(value: unknown, [name, ...rest]: readonly string[], change: (found: unknown) => unknown): unknown {
  if (name === undefined) return change(value);
  if (name === '*') return Array.isArray(value) ? value.map((one) => changeAt(one, rest, change)) : value;
  return isRecord(value) && name in value ? { ...value, [name]: changeAt(value[name], rest, change) } : value;
}

/** The ids of the blobs that a row names in what is archived of it. */
export function blobsIn(kind: ArchiveKind, row: StoredRow, derived: boolean): string[] {
  const columns = kind.columns.filter((column) => isArchived(column, derived));
  return columns.flatMap((column) => {
    const value = row[column.name] ?? null;
    if (value === null || !namesContents(column)) return [];
    return namedBy(kind, column, column.code === 'blob' ? value : JSON.parse(String(value)));
  });
}

/** The contents that a record of an archive names, as it names them. */
export const contentsIn = (kind: ArchiveKind, record: StoredRow): string[] =>
  kind.columns.filter(namesContents).flatMap((column) => namedBy(kind, column, record[column.member]));

const namesContents = ({ code }: Column): boolean => code === 'blob' || code === 'blobs' || code.includes('+blobs');

/** The contents in a value of a column. */
function namedBy(kind: ArchiveKind, { code }: Column, value: unknown): string[] {
  const found: string[] = [];
  const note = (one: unknown) => void (typeof one === 'string' && found.push(one));
  if (code === 'blob') note(value);
  else if (code === 'blobs' && Array.isArray(value)) value.forEach(note);
  else if (code.includes('+blobs')) for (const path of pathsOf(kind)) changeAt(value, path, note);
  return found;
}

const uuids = /(?<=")[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(?=")/g;

/** Users whom a row names by themselves, and ids in its values that may be those of users. */
export function peopleIn(kind: ArchiveKind, row: StoredRow): { readonly named: string[]; readonly perhaps: string[] } {
  const named: string[] = [];
  const perhaps: string[] = [];
  for (const { name, code } of kind.columns) {
    const value = row[name] ?? null;
    if (value === null) continue;
    if (code === 'person') named.push(String(value));
    if (code === 'member' && row.member_type === 'User') named.push(String(value));
    if (code.includes('+people') || code.includes('+ids')) {
      perhaps.push(...(String(value).match(uuids) ?? []).map((id) => id.toLowerCase()));
    }
  }
  return { named, perhaps };
}
