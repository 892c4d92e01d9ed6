import assert from 'node:assert/strict';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { after, describe, it } from 'node:test';
import writeWorkbook from 'write-excel-file/node';
import yazl from 'yazl';
import type { EngineFailure } from '../engine.ts';
import { readWorkbook } from './workbook.ts';

const folder = mkdtempSync(join(tmpdir(), 'workbook-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const limits = { inflated: 2 ** 20, rows: 10, columns: 3 };
const path = (name: string) => join(folder, name);
const codeOf = (input: string) =>
  readWorkbook({ input, ...limits }).then(
    () => 'read',
    (error: EngineFailure) => error.code,
  );

async function zipped(name: string, entries: Readonly<Record<string, Buffer>>): Promise<string> {
  const zip = new yazl.ZipFile();
  for (const [entry, bytes] of Object.entries(entries)) zip.addBuffer(bytes, entry);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path(name)));
  return path(name);
}

describe('workbooks', () => {
  it('are read as texts, without blank rows at the end', async () => {
    const day = new Date(Date.UTC(2025, 2, 1));
    const rows = [
      [{ value: 'A ' }, { value: 1.5 }, { value: true, type: Boolean }],
      [null, { value: day, type: Date, format: 'yyyy-mm-dd' }],
      [{ value: ' ' }],
    ];
    writeFileSync(path('good.xlsx'), await writeWorkbook(rows as never).toBuffer());
    const { rows: read } = await readWorkbook({ input: path('good.xlsx'), ...limits });
    assert.deepEqual(
      read.map((row) => row.map((cell) => cell.trim())),
      [
        ['A', '1.5', 'TRUE'],
        ['', '2025-03-01', ''],
      ],
    );
  });

  it('that are none, are damaged, hold too much or too many rows are refused', async () => {
    writeFileSync(path('text.xlsx'), 'text');
    assert.equal(await codeOf(path('text.xlsx')), 'NotAWorkbook');
    assert.equal(await codeOf(await zipped('other.zip', { 'a.txt': Buffer.from('a') })), 'NotAWorkbook');
    assert.equal(await codeOf(await zipped('empty.xlsx', { 'xl/workbook.xml': Buffer.from('<x/>') })), 'NotAWorkbook');
    const bomb = await zipped('bomb.xlsx', { 'xl/workbook.xml': Buffer.alloc(2 ** 21) });
    assert.equal(await codeOf(bomb), 'WorkbookTooLarge');
    const lying = readFileSync(bomb);
    for (const mark of ['PK\u0001\u0002', 'PK\u0003\u0004']) {
      const at = lying.indexOf(mark, 0, 'latin1');
      lying.writeUInt32LE(1000, at + (mark.endsWith('\u0002') ? 24 : 22));
    }
    writeFileSync(path('lying.xlsx'), lying);
    assert.equal(await codeOf(path('lying.xlsx')), 'NotAWorkbook');
    const many = Array.from({ length: 11 }, (_, at) => [{ value: at }]);
    writeFileSync(path('many.xlsx'), await writeWorkbook(many).toBuffer());
    assert.equal(await codeOf(path('many.xlsx')), 'WorkbookTooLarge');
  });
});
