import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { csvRows } from '../csv/csv.ts';
import { tablesOf } from './testing/made.ts';

const folder = mkdtempSync(join(tmpdir(), 'tables-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let number = 0;
const { made } = tablesOf((end: string) => join(folder, `${++number}.${end}`), {
  rows: 1000,
  columns: 20,
  tables: 5,
  inflated: 2 ** 22,
});

async function only(content: string) {
  const [table] = await made('csv', content);
  assert.ok(table);
  return { columns: table.columns.slice(1), rows: table.rows.map((row) => row.slice(1)) };
}

describe('a table whose cells are parted by semicolons', () => {
  it('has numbers with decimal commas and thousands points, and days before months', async () => {
    const { columns, rows } = await only(`Nr;Länge (m);Geprüft am;Zeit;Kosten;Menge
1;1,5;29.03.2026;29.03.2026 02:30;1.234,56;1.234.567
2;12,25;1.12.2026;31.12.2026 23:59;-0,50;
`);
    assert.deepEqual(
      columns.map((one) => one.split(' ')[1]),
      ['Int64?', 'Double?', 'Date?', 'String?', 'Double?', 'Int64?'],
    );
    assert.deepEqual(rows, [
      [1, 1.5, '2026-03-29', '29.03.2026 02:30', 1234.56, 1234567],
      [2, 12.25, '2026-12-01', '31.12.2026 23:59', -0.5, null],
    ]);
  });

  it('keeps all cells of a column as they are written when one of them is a text', async () => {
    const { columns, rows } = await only(`Part;Day;Code;Point;Zero
-0,50;31.04.2026;1.234,56;1.5;01,5
A-12;01.04.2026;1.23,4;2,5;2,5
`);
    assert.ok(
      columns.every((one) => one.endsWith('String?')),
      columns.join(),
    );
    assert.deepEqual(rows, [
      ['-0,50', '31.04.2026', '1.234,56', '1.5', '01,5'],
      ['A-12', '01.04.2026', '1.23,4', '2,5', '2,5'],
    ]);
  });

  it('has decimal points where nothing says that they part thousands', async () => {
    assert.deepEqual((await only('A;B\n1.234;x\n2.500;y\n')).rows, [
      [1.234, 'x'],
      [2.5, 'y'],
    ]);
    assert.deepEqual((await only('A;B\n1.234;x\n2,5;y\n')).rows[0], [1234, 'x']);
  });

  it('is one, too, where its first line names the semicolon as spreadsheets do, which is no row', async () => {
    for (const first of ['sep=;\r\n', '\uFEFFSEP=;\n', '"sep=;"\n']) {
      assert.deepEqual((await only(`${first}A;B\n1,5;x\n`)).rows, [[1.5, 'x']]);
      assert.deepEqual(
        csvRows(`${first}A;B\n1,5;x\n`).map(({ cells, line }) => [...cells, line]),
        [
          ['A', 'B', 2],
          ['1.5', 'x', 3],
        ],
      );
    }
    assert.deepEqual((await only('A;B\r\n1;x\n2;y\r\n')).rows.length, 2);
    assert.deepEqual((await only('A;B\r1,5;x\r')).rows, [[1.5, 'x']]);
    assert.deepEqual((await only('sep=,\nA;1,B;2\nx,y\n')).rows, [['x', 'y']]);
    assert.deepEqual((await only('sep=\tA\nx\ty\n')).columns.length, 2);
  });

  it('is the only one that is read so', async () => {
    assert.deepEqual((await only('A,B\n"1,5",29.03.2026\n')).rows, [['1,5', '29.03.2026']]);
  });

  it('is read by columns where declarations and quantities are imported, with a header and without', () => {
    const cells = (text: string) => csvRows(text).map((row) => row.cells);
    assert.deepEqual(cells('Name;Value\n-0,50;1.234,5\nB;2\n'), [
      ['Name', 'Value'],
      ['-0,50', '1234.5'],
      ['B', '2'],
    ]);
    assert.deepEqual(cells('Steel;1,5;kg\n'), [['Steel', '1.5', 'kg']]);
    assert.deepEqual(cells('Steel;1,5;kg\nWood;2,5;kg\n'), [
      ['Steel', '1.5', 'kg'],
      ['Wood', '2.5', 'kg'],
    ]);
  });
});
