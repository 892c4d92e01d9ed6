import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import writeWorkbook from 'write-excel-file/node';
import { writeFileTables } from './files.ts';
import { identifiers } from './identifier.ts';
import type { FileForm } from './params.ts';
import { tablesOf } from './testing/made.ts';

const folder = mkdtempSync(join(tmpdir(), 'tables-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const most = { rows: 1000, columns: 20, tables: 5, inflated: 2 ** 22 };
let number = 0;
const newPath = (end: string): string => join(folder, `${++number}.${end}`);

const { made, codeOf } = tablesOf(newPath, most);
const only = async (form: FileForm, content: string | Buffer) => {
  const [table, ...others] = await made(form, content);
  assert.ok(table);
  assert.deepEqual(others, []);
  return table;
};
describe('tables of text files', () => {
  it('have types by all their values', async () => {
    const { columns, rows, key } = await only('csv', 'Code;Cost\n007;1,5\n008;\n');
    assert.deepEqual(columns, ['_Row Int64', 'Code String?', 'Cost Double?']);
    assert.deepEqual(key, ['_Row']);
    assert.deepEqual(rows, [
      [1, '007', 1.5],
      [2, '008', null],
    ]);
    const all = await only(
      'csv',
      [
        'Whole,Number,Yes,Day,Moment,Mixed,Empty,Plus,Big',
        '1,1,true,2024-01-31,2024-01-31T10:00:00+01:00,1,,+1,9223372036854775807',
        '-20,2.5e3,FALSE,2024-02-29,2024-01-31T10:00Z,x,,2,-1',
      ].join('\n'),
    );
    assert.deepEqual(all.columns.slice(1), [
      'Whole Int64?',
      'Number Double?',
      'Yes Boolean?',
      'Day Date?',
      'Moment DateTimeOffset?',
      'Mixed String?',
      'Empty String?',
      'Plus String?',
      'Big Int64?',
    ]);
    assert.deepEqual(all.rows[1]?.slice(0, 8), [2, -20, 2500, 0, '2024-02-29', '2024-01-31T10:00:00.000Z', 'x', null]);
    const never = await only('csv', 'Day,Big\n2024-02-30,9223372036854775808\n');
    assert.deepEqual(never.columns.slice(1), ['Day String?', 'Big Double?']);
    assert.equal(all.rows[0]?.at(-1), Number(2n ** 63n - 1n));
  });

  it('are read in the usual encodings and delimiters, with quotes', async () => {
    const text = 'Größe\t"a ""b"""\n"x\ny"\tz\n';
    for (const bytes of [
      Buffer.from(text),
      Buffer.concat([Buffer.from('\ufeff'), Buffer.from(text)]),
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from(text, 'latin1'),
    ]) {
      const { columns, rows, descriptions } = await only('csv', bytes);
      assert.deepEqual(columns, ['_Row Int64', 'Größe String?', 'a_b_ String?']);
      assert.deepEqual(rows, [[1, 'x\ny', 'z']]);
      assert.deepEqual(descriptions, ['a "b"']);
    }
  });

  it('have names that OData can use', async () => {
    const { columns } = await only('csv', 'a b,a-b,,1st,_Row,A_B\n1,2,3,4,5,6\n');
    assert.deepEqual(
      columns.map((one) => one.split(' ')[0]),
      ['_Row', 'a_b', 'a_b_2', 'Column3', '_1st', '_Row_2', 'A_B_3'],
    );
    const nameOf = identifiers();
    assert.equal([...nameOf('x'.repeat(200))].length, 128);
    assert.equal([...nameOf('x'.repeat(200))].length, 128);
    assert.equal(nameOf('\u{1F6AA}'), '_');
    assert.equal(nameOf('constructor'), 'constructor');
  });

  it('that are broken, empty or too large end with a reason', async () => {
    assert.equal(await codeOf('csv', ''), 'EmptyTable');
    assert.equal(await codeOf('csv', 'a,b\n"x,y\n'), 'BrokenTable');
    assert.equal(await codeOf('csv', `${'x,'.repeat(20)}x\n`), 'TooManyColumns');
    assert.equal(await codeOf('csv', `x\n${'1\n'.repeat(1001)}`), 'TooManyRows');
    assert.deepEqual((await only('csv', 'a,b\n')).rows, []);
    assert.deepEqual((await only('csv', 'a,b\n1\n1,2,3\n')).rows, [
      [1, 1, null],
      [2, 1, 2],
    ]);
  });
});

describe('tables of JSON', () => {
  it('are a list of objects, or several by name', async () => {
    const { columns, rows } = await only('json', '[{"a":"007","b":1,"c":[1]},{"b":2.5,"d":null,"a":"5"}]');
    assert.deepEqual(columns.slice(1), ['a String?', 'b Double?', 'c String?', 'd String?']);
    assert.deepEqual(rows, [
      [1, '007', 1, '[1]', null],
      [2, '5', 2.5, null, null],
    ]);
    const two = await made('json', '{"tables":{"x":[{"n":1}],"y":[]}}');
    assert.deepEqual(
      two.map(({ label, rows: { length } }) => [label, length]),
      [
        ['x', 1],
        ['y', 0],
      ],
    );
  });

  it('that is none ends with a reason', async () => {
    for (const text of ['', '{', '{}', '5', '[1]', '{"tables":{"x":5}}', '{"tables":{"x":[null]}}']) {
      assert.equal(await codeOf('json', text), 'BrokenTable', text);
    }
    assert.equal((await only('json', '[{"__proto__":1,"constructor":2}]')).columns.length, 3);
  });
});

describe('tables of workbooks', () => {
  it('are the sheets with a header', async () => {
    const day = new Date(Date.UTC(2025, 2, 1));
    const rows = [
      [{ value: 'Name' }, { value: 'Built' }, { value: 'Cost' }],
      [{ value: 'Door' }, { value: day, type: Date, format: 'yyyy-mm-dd' }, { value: 2.5 }],
    ];
    const bytes = await writeWorkbook(rows as never).toBuffer();
    const table = await only('xlsx', bytes);
    assert.deepEqual(table.columns.slice(1), ['Name String?', 'Built Date?', 'Cost Double?']);
    assert.deepEqual(table.rows, [[1, 'Door', '2025-03-01', 2.5]]);
    assert.equal(await codeOf('xlsx', 'text'), 'NotAWorkbook');
  });
});

describe('tables of SQLite', () => {
  const database = (...statements: readonly string[]): Buffer => {
    const path = newPath('db');
    const db = new DatabaseSync(path);
    for (const one of statements) db.exec(one);
    const bytes = db.serialize();
    db.close();
    return Buffer.from(bytes);
  };

  it('are its tables, by their keys, and not its views', async () => {
    const tables = await made(
      'sqlite',
      database(
        'CREATE TABLE doors (id TEXT PRIMARY KEY NOT NULL, n INTEGER, w REAL, data BLOB)',
        "INSERT INTO doors VALUES ('b', 9007199254740993, 1.5, x'00'), ('a', NULL, 2, NULL)",
        'CREATE VIEW wide AS SELECT id FROM doors WHERE w > 1.6',
        'CREATE TABLE pairs (a INTEGER, b TEXT, PRIMARY KEY (b, a))',
        "INSERT INTO pairs VALUES (1, 'x'), (2, 'x')",
        'CREATE TABLE loose (k PRIMARY KEY)',
        "INSERT INTO loose VALUES (1), ('1'), (NULL)",
        'CREATE VIRTUAL TABLE search USING fts5(text)',
      ),
    ).catch((error) => assert.fail(error));
    assert.deepEqual(
      tables.map(({ label, key, rows: { length } }) => [label, key.join(), length]),
      [
        ['doors', 'id', 2],
        ['loose', '_Row', 3],
        ['pairs', 'b,a', 2],
      ],
    );
    assert.deepEqual(tables[0]?.columns, ['id String', 'n Int64?', 'w Double?', 'data String?']);
  });

  it('that is none ends with a reason; a view that runs for ever is not read', async () => {
    assert.equal(await codeOf('sqlite', 'SQLite format 3\u0000 and nothing else'), 'BrokenTable');
    const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n';
    assert.deepEqual(await made('sqlite', database(`CREATE VIEW endless AS SELECT count(*) FROM (${endless})`)), []);
  });

  it('with a text that is longer than any cell shows ends with a reason', async () => {
    const text = (bytes: number) =>
      database('CREATE TABLE t (a)', `INSERT INTO t VALUES (replace(hex(zeroblob(${bytes / 2})), '0', 'x'))`);
    assert.equal(await codeOf('sqlite', text(2 ** 25)), 'TextTooLong');
    assert.equal(await codeOf('sqlite', text(2 ** 20)), 'made');
    for (const form of ['csv', 'json'] as const) {
      const input = newPath(form);
      writeFileSync(input, 'a');
      truncateSync(input, 800_000_000); // takes no room
      const params = { input, form, output: newPath('tables'), most };
      await assert.rejects(writeFileTables(params, { progress() {}, log() {} }), { code: 'TextTooLong' });
    }
  });
});
