import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { valueTypeOf } from '../../std/odata/edm.ts';
import type { SortKey } from '../../std/odata/order.ts';
import { parseFilter } from '../../std/odata/parse.ts';
import { makeOrderIndex } from './order-index.ts';
import type { Column, PageQuery } from './params.ts';
import { queryTables } from './query.ts';
import { newTableFile } from './table-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'order-index-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const context = { progress() {}, log() {} };
const columns: readonly Column[] = [
  { name: '_Row', type: 'Edm.Int64', nullable: false },
  { name: 'Sensor', type: 'Edm.String', nullable: false },
  { name: 'Value', type: 'Edm.Double', nullable: true },
];
const by = (name: string, descending = false): SortKey => {
  const column = columns.find((one) => one.name === name) ?? assert.fail(name);
  return { name, type: valueTypeOf(column.type), nullable: column.nullable, descending };
};

function readings(name: string, rows: number): string {
  const path = join(folder, name);
  const file = newTableFile(path);
  const write = file.table({ name: 'readings', columns, key: ['_Row'] });
  for (let n = 1; n <= rows; n++) write([n, `s${n % 7}`, n % 11 === 0 ? null : (n * 7919) % rows]);
  file.done();
  return path;
}

let pages = 0;
async function answerOf(file: string, order: readonly SortKey[], filter?: string): Promise<string> {
  const properties = Object.fromEntries(columns.map((one) => [one.name, valueTypeOf(one.type)]));
  const query: PageQuery = {
    columns,
    select: columns.map((one) => one.name),
    order,
    after: null,
    skip: 0,
    limit: 40,
    count: false,
    filter: filter === undefined ? null : parseFilter(filter, { name: 'readings', properties }),
    form: 'json',
    bytes: 2 ** 20,
  };
  const output = join(folder, `page-${++pages}`);
  await queryTables({ sources: [{ file, table: 'readings', constants: {} }], query, output }, context);
  return readFileSync(output, 'utf8');
}

describe('an index for an order', () => {
  const file = readings('large', 6000);
  const table = 'readings';

  it('is made in a copy, answers the same, and is made once', async () => {
    const before = readFileSync(file);
    for (const [equal, order, filter] of [
      [[], [by('Value', true), by('_Row')], undefined],
      [[], [by('Value'), by('_Row')], undefined],
      [['Sensor'], [by('Value', true), by('_Row')], "Sensor eq 's3'"],
    ] as const) {
      const output = join(folder, `copy-${equal.length}-${order[0].descending}`);
      assert.deepEqual(await makeOrderIndex({ file, table, equal, order, output }, context), { made: true });
      assert.equal(await answerOf(output, order, filter), await answerOf(file, order, filter));
      const again = join(folder, 'again');
      const params = { file: output, table, equal, order, output: again };
      assert.deepEqual(await makeOrderIndex(params, context), { made: false });
      assert.equal(existsSync(again), false);
    }
    assert.deepEqual(readFileSync(file), before, 'others may read the file meanwhile');
  });

  it('is not made where the key is in that order, and not of a small table', async () => {
    const output = join(folder, 'none');
    const small = readings('small', 100);
    for (const [of, order] of [
      [file, [by('_Row')]],
      [file, [by('_Row', true)]],
      [small, [by('Value', true), by('_Row')]],
    ] as const) {
      assert.deepEqual(await makeOrderIndex({ file: of, table, equal: [], order, output }, context), { made: false });
      assert.equal(existsSync(output), false);
    }
  });
});
