/*
 * How the columns of a table stand in an archive of a twin, said in a line: `id=key:uuid* twin_id=twin name=text`. Behind the
 * name of a column its code; `*`: it is part of the key; `?`: it may be null. docs/archive.md explains the codes.
 */

export interface Column {
  /** Of the table. */
  readonly name: string;
  /** Of the record: the same in camelCase. */
  readonly member: string;
  readonly code: string;
  readonly isKey: boolean;
  readonly nullable: boolean;
  /** The code behind `derived:`: it is in archives with derived data only. */
  readonly derived: boolean;
}

const simple = [
  '-',
  'server',
  'secret',
  'twin',
  'text',
  'text+ids',
  'int',
  'num',
  'time',
  'order',
  'job',
  'person',
  'email',
  'member',
  'address',
  'any-id',
  'other-twin',
  'blob',
  'blobs',
  'id:carbon',
  'guid:self',
];
const composed =
  /^(?:key:(?:uuid|item|view|sha256|person)|json(?:\+(?:ids|people|blobs))*|(?:ref|guid)\??:[a-z-]+\/[a-z-]+)$/;

const isCode = (code: string): boolean => simple.includes(code) || composed.test(code);

/** Columns as they are declared. Throws for a code that there is not. */
export function columnsOf(declared: string): Column[] {
  return declared
    .trim()
    .split(/\s+/)
    .map((text) => {
      const [, name = '', given = '', key, nullable] = /^([a-z_0-9]+)=(.+?)(\*?)(\??)$/.exec(text) ?? [];
      const code = given.replace(/^derived:/, '');
      if (!isCode(code)) throw new Error(`No column of an archive: ${text}`);
      const member = name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
      return { name, member, code, isKey: key === '*', nullable: nullable === '?', derived: code !== given };
    });
}

/** What never leaves the server: it is not even read for an archive. */
export const staysHere = ({ code }: Column): boolean => code === 'secret' || code === '-' || code === 'server';

/** What a record of an archive holds. */
export const isArchived = (column: Column, derived: boolean): boolean =>
  !staysHere(column) && column.code !== 'twin' && (derived || !column.derived);

/** The kind that a code refers to, and whether what is referred to may be outside of the archive. */
export function referenceOf({ code }: Column): { readonly kind: string; readonly optional: boolean } | undefined {
  const [, optional, kind] = /^(?:ref|guid)(\??):([a-z-]+\/[a-z-]+)$/.exec(code) ?? [];
  return kind === undefined ? undefined : { kind, optional: optional === '?' };
}
