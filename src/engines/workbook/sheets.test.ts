import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { EngineFailure } from '../engine.ts';
import { openWorkbook } from '../tables/read/workbook.ts';
import { bookOf, bookPart, relationsPart, sheetPart, sheetXml, writeParts } from './testing/parts.ts';
import { readWorkbook } from './workbook.ts';

const folder = mkdtempSync(join(tmpdir(), 'sheets-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let counter = 0;

type Parts = Parameters<typeof writeParts>[1];
const write = (parts: Parts) => writeParts(join(folder, `${++counter}.xlsx`), parts);
const inflated = 2 ** 22;

async function tablesIn(parts: Parts) {
  const { tables } = await openWorkbook(await write(parts), inflated);
  return tables.map(({ name, header, each }) => {
    const rows: unknown[] = [];
    each((cells) => void rows.push(cells));
    return [name, header, rows];
  });
}
const firstIn = async (parts: Parts) =>
  (await readWorkbook({ input: await write(parts), inflated, rows: 10, columns: 10 })).rows;

const one = bookOf([['One', 'worksheet']]);
const table = (name: string, cell: unknown = 2) => [name, ['A', 'B'], [[1, cell]]];

describe('a workbook', () => {
  it('has the tables of its visible sheets beside charts, dialogs and macros, which are none', async () => {
    const parts = bookOf([
      ['Chart', 'chartsheet'],
      ['One', 'worksheet'],
      ['Ask', 'dialogsheet'],
      ['Secret', 'worksheet', 'hidden'],
      ['Macro', 'macrosheet'],
      ['Two', 'worksheet'],
    ]);
    assert.deepEqual(await tablesIn(parts), [table('One'), table('Two')]);
    assert.deepEqual(await firstIn(parts), [
      ['A', 'B'],
      ['1', '2'],
    ]);
    assert.deepEqual(
      await tablesIn(
        bookOf([
          ['One', 'worksheet'],
          ['Secret', 'worksheet', 'veryHidden'],
        ]),
      ),
      [table('One')],
    );
    await assert.rejects(firstIn(bookOf([['Chart', 'chartsheet']])), /it has no sheet with cells/);
    assert.deepEqual(await tablesIn(bookOf([['Chart', 'chartsheet']])), []);
  });

  it('is read with dates by ISO 8601, and with prefixes of namespaces', async () => {
    for (const [written, read] of [
      ['2026-03-29', '2026-03-29'],
      ['2026-03-29T00:00:00Z', '2026-03-29'],
      ['2026-03-29T10:30:00', '2026-03-29T10:30:00.000Z'],
    ]) {
      const parts = { ...one, [sheetPart]: sheetXml(`<c r="B2" t="d"><v>${written}</v></c>`) };
      assert.deepEqual(await tablesIn(parts), [table('One', read)]);
    }
    assert.deepEqual(await tablesIn(bookOf([['One', 'worksheet']], 'x')), [table('One')]);
    assert.deepEqual(
      await tablesIn(
        bookOf(
          [
            ['Chart', 'chartsheet'],
            ['One', 'worksheet'],
          ],
          'x',
        ),
      ),
      [table('One')],
    );
  });

  it('that cannot be read says so in a sentence with the name of the sheet', async () => {
    const none = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>';
    const cell = (inner: string) => ({ [sheetPart]: sheetXml(inner) });
    for (const [change, reason] of [
      [{ [relationsPart]: none }, /nothing says where its sheet 'One' is/],
      [{ [relationsPart]: undefined }, /nothing says where its sheet 'One' is/],
      [{ [relationsPart]: '' }, /nothing says where its sheet 'One' is/],
      [{ [bookPart]: '<workbook/>' }, /it has no sheets/],
      [{ [bookPart]: '<workbook' }, /cannot be read: /],
      [
        { [sheetPart]: undefined },
        /the sheet 'One' is not in the file: its part xl\/worksheets\/sheet1\.xml is missing/,
      ],
      [{ [sheetPart]: '<worksheet/>' }, /the sheet 'One' is not written as a workbook must be/],
      [{ [sheetPart]: 'no XML' }, /the sheet 'One' is not written as a workbook must be/],
      [cell('<c r="B2"><v>x</v></c>'), /the sheet 'One' has a cell in row 2, column 2, that has a value that is none/],
      [cell('<c r="B2" t="s"><v>7</v></c>'), /the sheet 'One' has a cell in row 2, column 2/],
      [cell('<c r="B2" t="d"><v>soon</v></c>'), /the sheet 'One' has a cell in row 2, column 2/],
      [cell('<c r="B2" t="zz"><v>7</v></c>'), /column 2, that is of an unknown type/],
      [cell('<c r="B2" s="99"><v>7</v></c>'), /column 2, that has a format that the workbook does not hold/],
    ] as const) {
      for (const read of [tablesIn, firstIn]) {
        const error = await read({ ...one, ...change }).then(
          () => new Error('read'),
          (thrown: Error) => thrown,
        );
        assert.ok(error instanceof EngineFailure, `${JSON.stringify(change)}: ${error.message}`);
        assert.match(error.message, reason);
      }
    }
  });
});
