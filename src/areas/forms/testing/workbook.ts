import writeWorkbook from 'write-excel-file/node';

/** The bytes of an `.xlsx` file with these rows. */
export async function workbook(rows: readonly (readonly (string | number | null)[])[]): Promise<Uint8Array> {
  const cells = rows.map((row) => row.map((value) => (value === null ? null : { value })));
  return new Uint8Array(await writeWorkbook(cells).toBuffer());
}

export const letters = await workbook([
  ['Letter', 'Number'],
  ['A', 1],
  ['A', 2],
  [null, null],
  ['B', 3],
  ['A', 1],
]);
