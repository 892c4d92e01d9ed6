/** What a point may have besides its place, as columns: one value a point. */
export interface Columns {
  /** 16 bits; 8-bit colours are multiples of 257 once they are in a spool. */
  readonly red: Uint16Array;
  readonly green: Uint16Array;
  readonly blue: Uint16Array;
  /** 16 bits, as the file has it. */
  readonly nearInfrared: Uint16Array;
  /** Whole numbers of 16 bits once they are in a spool. */
  readonly intensity: Float32Array;
  /** As LAS 1.4 numbers them. */
  readonly classification: Uint8Array;
  /** From 1. */
  readonly returnNumber: Uint8Array;
  readonly returnCount: Uint8Array;
  /** As in LAS 1.4: synthetic 1, key point 2, withheld 4, overlap 8, scanner channel × 16, direction 64, edge 128. */
  readonly flags: Uint8Array;
  /** In 0.006 degrees. */
  readonly scanAngle: Int16Array;
  readonly userData: Uint8Array;
  readonly source: Uint16Array;
  /** Seconds, GPS time as the file has it. */
  readonly time: Float64Array;
}

export type ColumnName = keyof Columns;

export const columnNames = [
  'red',
  'green',
  'blue',
  'nearInfrared',
  'intensity',
  'classification',
  'returnNumber',
  'returnCount',
  'flags',
  'scanAngle',
  'userData',
  'source',
  'time',
] as const satisfies readonly ColumnName[];

export const withheldFlag = 4;

/** Points in columns. A reader gives the same batch again with new points: it holds until the next one is asked for. */
export interface PointBatch {
  /** How many there are; the columns may have room for more. */
  count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  readonly columns: Partial<Columns>;
  /** What a LAS file adds to its points: the same number of bytes each. */
  readonly extra?: Uint8Array;
}

export const batchSize = 65_536;

const makers = {
  red: (size: number) => new Uint16Array(size),
  green: (size: number) => new Uint16Array(size),
  blue: (size: number) => new Uint16Array(size),
  nearInfrared: (size: number) => new Uint16Array(size),
  intensity: (size: number) => new Float32Array(size),
  classification: (size: number) => new Uint8Array(size),
  returnNumber: (size: number) => new Uint8Array(size),
  returnCount: (size: number) => new Uint8Array(size),
  flags: (size: number) => new Uint8Array(size),
  scanAngle: (size: number) => new Int16Array(size),
  userData: (size: number) => new Uint8Array(size),
  source: (size: number) => new Uint16Array(size),
  time: (size: number) => new Float64Array(size),
} satisfies { [N in ColumnName]: (size: number) => Columns[N] };

/** What points have that know nothing of a column. */
export const absent: Readonly<Record<ColumnName, number>> = {
  red: 65_535,
  green: 65_535,
  blue: 65_535,
  nearInfrared: 0,
  intensity: 0,
  classification: 0,
  returnNumber: 1,
  returnCount: 1,
  flags: 0,
  scanAngle: 0,
  userData: 0,
  source: 0,
  time: 0,
};

/** `extra`: bytes that a LAS file adds to a point. */
export function makeBatch(names: Iterable<ColumnName>, size = batchSize, extra = 0): PointBatch {
  const columns: { -readonly [N in ColumnName]?: Columns[N] } = {};
  for (const name of names) Object.assign(columns, { [name]: makers[name](size) });
  return {
    count: 0,
    x: new Float64Array(size),
    y: new Float64Array(size),
    z: new Float64Array(size),
    columns,
    ...(extra === 0 ? {} : { extra: new Uint8Array(size * extra) }),
  };
}

/** What warnings call it. */
export const infraredName = 'near infrared';

export const colorNames = ['red', 'green', 'blue'] as const satisfies readonly ColumnName[];

/** All that it holds. */
export const listsOfBatch = ({ x, y, z, columns, extra }: PointBatch): ArrayBufferView[] => [
  x,
  y,
  z,
  ...Object.values(columns),
  ...(extra ? [extra] : []),
];
