import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import yazl from 'yazl';
import { tablesOf } from './testing/made.ts';

/* Files that want to harm who reads them: each is read as far as it is a table, or refused with a reason. */

const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let number = 0;
const newPath = (end: string): string => join(folder, `${++number}.${end}`);
const most = { rows: 50_000, columns: 1000, tables: 5, inflated: 2 ** 24 };
const { made, codeOf } = tablesOf(newPath, most);

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packed = 'http://schemas.openxmlformats.org/package/2006';

/** A workbook whose sheets hold this XML. */
function workbook(sheets: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Buffer> {
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${packed}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packed}/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets
      .map((_, at) => `<sheet name="S${at + 1}" sheetId="${at + 1}" r:id="r${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packed}/relationships">${sheets
      .map(
        (_, at) =>
          `<Relationship Id="r${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join('')}</Relationships>`,
    ...Object.fromEntries(
      sheets.map((rows, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
    ...more,
  };
  const zip = new yazl.ZipFile();
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}
const cell = (at: string, value: string | number): string =>
  typeof value === 'number'
    ? `<c r="${at}"><v>${value}</v></c>`
    : `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;

describe('a workbook', () => {
  it('of formulas counts by the stored values; links, names and macros are not looked at', async () => {
    const rows = `<row r="1">${cell('A1', 'N')}${cell('B1', 'F')}</row>
      <row r="2"><c r="A2"><f>1+1</f><v>2</v></c><c r="B2"><f>WEBSERVICE("http://example.com")</f></c></row>
      <row r="3"><c r="A3"><f>'[1]Other'!A1</f><v>3</v></c><c r="B3" t="str"><f>CMD()</f><v>=CMD()</v></c></row>`;
    const bytes = await workbook([rows], {
      'xl/vbaProject.bin': 'macro',
      'xl/externalLinks/externalLink1.xml': '<externalLink/>',
    });
    const [table] = await made('xlsx', bytes);
    assert.deepEqual(table?.rows, [
      [1, 2, null],
      [2, 3, '=CMD()'],
    ]);
  });

  it('that is a bomb is refused before it is read', async () => {
    const bomb = await workbook([`<row r="1">${cell('A1', 'x'.repeat(20_000_000))}</row>`]);
    assert.ok(bomb.length < 200_000);
    assert.equal(await codeOf('xlsx', bomb), 'WorkbookTooLarge');
  });

  it('whose XML defines itself for ever is refused, or does not grow', async () => {
    const entities = Array.from({ length: 20 }, (_, at) => `<!ENTITY e${at + 1} "&e${at};&e${at};&e${at};">`).join('');
    const sheet = `<!DOCTYPE x [<!ENTITY e0 "lol">${entities}]><worksheet xmlns="${main}"><sheetData><row r="1">${cell('A1', '&e20;')}</row></sheetData></worksheet>`;
    const begun = performance.now();
    const code = await codeOf('xlsx', await workbook([''], { 'xl/worksheets/sheet1.xml': sheet }));
    assert.ok(['NotAWorkbook', 'made'].includes(code), code);
    assert.ok(performance.now() - begun < 20_000);
  });

  it('with a cell far away takes no room for what is not there', async () => {
    const rows = `<row r="1">${cell('A1', 'N')}</row><row r="1048576">${cell('XFD1048576', 1)}</row>`;
    assert.equal(await codeOf('xlsx', await workbook([rows])), 'WorkbookTooLarge');
  });
});

describe('a text file', () => {
  it('has up to 1,000 columns', async () => {
    const line = (count: number): string => Array.from({ length: count }, (_, at) => `c${at}`).join(',');
    const [table] = await made('csv', `${line(1000)}\n${line(1000)}\n`);
    assert.equal(table?.columns.length, 1001);
    assert.equal(await codeOf('csv', `${line(1001)}\n`), 'TooManyColumns');
  });

  it('in a wrong encoding is read as what it can be', async () => {
    const big = Buffer.from('\ufeffName,N\nGröße,1\n', 'utf16le').swap16();
    assert.deepEqual((await made('csv', big))[0]?.rows, [[1, 'Größe', 1]]);
    const torn = Buffer.concat([Buffer.from('Name,N\nGr'), Buffer.from([0xc3]), Buffer.from('e,1\n')]);
    assert.deepEqual((await made('csv', torn))[0]?.rows, [[1, 'GrÃe', 1]]);
    const zeros = (await made('csv', 'Name,N\na\u0000b,1\n'))[0]?.rows;
    assert.equal(zeros?.length, 1);
    for (const noise of [
      Buffer.alloc(100_000, 0),
      Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 256)),
    ]) {
      assert.ok(['made', 'BrokenTable', 'TooManyColumns', 'TooManyRows'].includes(await codeOf('csv', noise)));
    }
  });

  it('of formulas and statements is text', async () => {
    const cells = ['=1+1', '@SUM(A1)', "'); DROP TABLE t1; --", '{{x}}', '<script>'];
    const [table] = await made('csv', `T\n${cells.map((one) => `"${one}"`).join('\n')}\n`);
    assert.deepEqual(
      table?.rows.map(([, value]) => value),
      cells,
    );
  });

  it('of one endless line, or one endless cell, ends', async () => {
    assert.equal(await codeOf('csv', `a,b\n"${'x'.repeat(10_000_000)}`), 'BrokenTable');
    assert.equal(await codeOf('csv', ','.repeat(2_000_000)), 'TooManyColumns');
    const [table] = await made('csv', `a\n${'x'.repeat(5_000_000)}\n`);
    assert.equal(String(table?.rows[0]?.[1]).length, 5_000_000);
  });
});

describe('a JSON file', () => {
  it('that is deep, or wide, is read or refused', async () => {
    const deep = `[{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}]`;
    assert.ok(['made', 'BrokenTable'].includes(await codeOf('json', deep)));
    const wide = JSON.stringify([Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`c${at}`, at]))]);
    assert.equal(await codeOf('json', wide), 'TooManyColumns');
  });
});

describe('a SQLite file', () => {
  const bytes = (): Buffer => {
    const db = new DatabaseSync(':memory:');
    db.exec('CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)');
    const insert = db.prepare('INSERT INTO t VALUES (?, ?)');
    for (let row = 1; row <= 2000; row++) insert.run(row, `row ${row}`);
    const copy = Buffer.from(db.serialize());
    db.close();
    return copy;
  };

  it('with a broken page is refused with a reason, wherever it is broken', async () => {
    const whole = bytes();
    for (let at = 50; at < whole.length; at += Math.ceil(whole.length / 40)) {
      const broken = Buffer.from(whole);
      broken.fill(0xa5, at, at + 60);
      const code = await codeOf('sqlite', broken);
      assert.ok(['made', 'BrokenTable'].includes(code), `${at}: ${code}`);
    }
    assert.equal(await codeOf('sqlite', whole.subarray(0, whole.length / 2)), 'BrokenTable');
  });

  it('whose schema calls, writes or attaches something does none of it', async () => {
    const db = new DatabaseSync(':memory:');
    db.exec(`CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1);
      CREATE VIEW v AS SELECT * FROM t, pragma_database_list;
      CREATE VIEW w AS SELECT * FROM gone;
      CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t; END`);
    const tables = await made('sqlite', Buffer.from(db.serialize()));
    assert.deepEqual(
      tables.map(({ label }) => label),
      ['t'],
    );
  });
});
