export const columnTypes = [
  ...(['Edm.String', 'Edm.Int32', 'Edm.Int64', 'Edm.Double', 'Edm.Decimal', 'Edm.Boolean'] as const),
  ...(['Edm.Date', 'Edm.DateTimeOffset', 'Edm.Guid'] as const),
] as const;
export type ColumnType = (typeof columnTypes)[number];

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** What its source calls it. */
  readonly label: string;
}

/** A set of rows of a feed. */
export interface FeedSet {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly key: readonly string[];
}
