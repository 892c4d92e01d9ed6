import type { ElementRow } from '../snapshot/types.ts';

/** A property of the table of features: its type, and its values, one a row. */
export interface TableProperty {
  readonly name: string;
  readonly declaration: Readonly<Record<string, string | boolean>>;
  readonly values: Uint8Array;
  /** Of texts: where each one begins, and the end of the last. */
  readonly offsets?: Uint8Array;
}

export type FeatureTable = (rows: readonly ElementRow[]) => TableProperty[];

/** For 3DTiles and CESIUM: ids as 64-bit numbers, then what people read. */
export const fullTable: FeatureTable = (rows) => [
  ids('element', rows, (row) => row.id),
  ids('model', rows, (row) => row.partitionId),
  ids('category', rows, (row) => row.categoryId),
  ids('subcategory', rows, (row) => row.subCategoryId),
  {
    name: 'geometryClass',
    declaration: { type: 'SCALAR', componentType: 'UINT8', required: true },
    // 0: primary
    values: new Uint8Array(rows.length),
  },
  texts('globalId', rows, (row) => row.globalId),
  texts('className', rows, (row) => row.class),
  texts('name', rows, (row) => row.name ?? ''),
];

/** For MODEL: one property and no other. */
export const elementTable: FeatureTable = (rows) => [ids('ElementId', rows, (row) => row.id)];

function ids(name: string, rows: readonly ElementRow[], of: (row: ElementRow) => string): TableProperty {
  const values = new BigUint64Array(rows.map((row) => BigInt(of(row))));
  const declaration = { type: 'SCALAR', componentType: 'UINT64', required: true };
  return { name, declaration, values: new Uint8Array(values.buffer) };
}

function texts(name: string, rows: readonly ElementRow[], of: (row: ElementRow) => string): TableProperty {
  const encoded = rows.map((row) => Buffer.from(of(row)));
  const offsets = new Uint32Array(rows.length + 1);
  for (const [n, text] of encoded.entries()) offsets[n + 1] = (offsets[n] ?? 0) + text.length;
  const declaration = { type: 'STRING', required: true };
  return { name, declaration, values: Buffer.concat(encoded), offsets: new Uint8Array(offsets.buffer) };
}
