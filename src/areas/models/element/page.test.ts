import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ElementRow } from '../../../engines/snapshot/types.ts';
import { pageOf, type Wanted } from './page.ts';

const rowOf = (number: number): ElementRow => ({
  id: String(number),
  globalId: `G${number}`,
  classId: '1',
  class: 'IfcWall',
  categoryId: '2',
  subCategoryId: '2',
  partitionId: '3',
  parentId: '0',
  containerId: '4',
  name: `Wall ${number}`,
  tag: null,
});

/** Rows from an id on, and how many of them were read. */
function model(count: number) {
  const looked = { rows: 0 };
  async function* from(after: number) {
    for (let number = after + 1; number <= count; number++) {
      looked.rows++;
      yield rowOf(number);
    }
  }
  return { from, looked };
}

async function pagesOf(count: number, wanted: Wanted, top: number) {
  const { from, looked } = model(count);
  const pages: string[][] = [];
  for (let after = 0; ; ) {
    const { page, last } = await pageOf(from(after), wanted, top);
    pages.push(page.map(({ id }) => id));
    if (last === undefined) return { pages, looked: looked.rows };
    assert.ok(Number(last) > after, 'each page goes on');
    after = Number(last);
  }
}

describe('a page of elements', () => {
  it('has the rows that are wanted, and says where the next one begins, where there is one', async () => {
    const walls = { $filter: "startswith(name, 'wall') and not contains(name, '3')" };
    assert.deepEqual((await pagesOf(6, walls, 2)).pages, [['1', '2'], ['4', '5'], ['6']]);
    assert.deepEqual((await pagesOf(4, {}, 2)).pages, [
      ['1', '2'],
      ['3', '4'],
    ]);
    assert.deepEqual((await pagesOf(20, { $search: 'g1' }, 100)).pages, [
      ['1', ...Array.from({ length: 10 }, (_, n) => String(n + 10))],
    ]);
    assert.deepEqual((await pagesOf(0, {}, 2)).pages, [[]]);
  });

  it('of a filter of many terms over many rows ends before it costs too much, and all pages together have all', async () => {
    const terms = Array.from({ length: 130 }, (_, n) => `contains(name,'${n}${n}x')`);
    const $filter = [...terms, "name eq 'Wall 1'", "name eq 'Wall 40000'"].join(' or ');
    assert.ok($filter.length <= 4000, 'as long as requests may have it');
    const { from, looked } = model(40_000);
    const first = await pageOf(from(0), { $filter }, 10);
    assert.deepEqual(
      first.page.map(({ id }) => id),
      ['1'],
    );
    assert.ok(looked.rows < 20_000, `${looked.rows} rows were read for one page`);
    const { pages, looked: read } = await pagesOf(40_000, { $filter }, 10);
    assert.deepEqual(pages.flat(), ['1', '40000']);
    assert.ok(pages.length > 2 && read <= 40_000 + pages.length, 'the next page begins where the page before ended');
  });

  it('of one term over a large model is not cut short', async () => {
    const { pages } = await pagesOf(300_000, { $filter: "class eq 'IfcDoor'" }, 10);
    assert.deepEqual(pages, [[]]);
  });
});
