export const columnTypes = [
  'Edm.String',
  'Edm.Int32',
  'Edm.Int64',
  'Edm.Double',
  'Edm.Decimal',
  'Edm.Boolean',
  'Edm.Date',
  'Edm.DateTimeOffset',
  'Edm.Guid',
] as const;
export type ColumnType = (typeof columnTypes)[number];

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** What its source calls it. */
  readonly label: string;
  /** What else is said of it. */
  readonly hint?: string;
}

/** Letters and digits alone: what is left of a name in an identifier. */
const bare = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();

/** A description that only spells the name freely is what the source calls the column; any other is a hint. */
export function titleOf(name: string, description: string | null): Pick<Column, 'label' | 'hint'> {
  if (!description || description === name) return { label: name };
  const isName = bare(description) !== '' && bare(name).replace(/\d+$/, '') === bare(description).replace(/\d+$/, '');
  return isName ? { label: description } : { label: name, hint: description };
}

/** A set of rows of a feed. */
export interface FeedSet {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly key: readonly string[];
}
