import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import odata from '@odata/client';
import { eachPlatform } from '../../../../test/support/platform.ts';
import { sample, withoutSamples } from '../../../engines/ifc/testing/files.ts';
import { houseFile, imported, newModel } from '../../models/testing/files.ts';
import { newFile, newFolder } from '../../storage/testing/fixture.ts';
import { peopleOf, placeOf } from '../testing/fixture.ts';
import { checkAll, feedOf, type Row } from '../testing/odata-reader.ts';

/*
 * A client and a reader of metadata that others have written, signed in with an application's id and secret as a
 * spreadsheet is: they read every set, every page, and filters of their own making.
 */

eachPlatform(
  'a client of others',
  (platform) => {
    it('reads a table over all its pages, and finds what its own filters say', async () => {
      const place = await placeOf(await peopleOf(await platform()));
      const { p, analyst } = place;
      const folder = await newFolder(p, analyst, place.root, 'Tables');
      const lines = Array.from(
        { length: 2500 },
        (_, at) =>
          `P-${at + 1},${at / 4},2024-01-${String((at % 28) + 1).padStart(2, '0')},${at % 2 === 0},it's ${at % 7}`,
      );
      await newFile(p, analyst, folder, 'pumps.csv', `Code,Flow,Built,On,Note\n${lines.join('\n')}\n`);
      assert.deepEqual([...(await checkAll(place, 'TWIN_TABLES'))], [['pumps', 2500]]);
      const { client, all } = await feedOf(place, 'TWIN_TABLES');
      const rows = await all('pumps');
      assert.deepEqual(
        rows.map((row) => row._Row),
        rows.map((_, at) => at + 1),
      );
      const pumps = client.getEntitySet<Row>('pumps');
      const filter = () => client.newFilter();
      const date = odata.EdmV4.Date.from(new Date('2024-01-05'));
      const cases = [
        // quotes are for its callers to double
        [filter().field('Note').eq("it''s 3"), (row: Row) => row.Note === "it's 3"],
        [
          filter().field('Flow').gt(100).field('Flow').le(110.25),
          (row: Row) => Number(row.Flow) > 100 && Number(row.Flow) <= 110.25,
        ],
        [filter().field('On').eq(true).field('Code').ne('P-1'), (row: Row) => row.On === true && row.Code !== 'P-1'],
        [filter().field('Code').in(['P-7', 'P-2500', 'x']), (row: Row) => row.Code === 'P-7' || row.Code === 'P-2500'],
        [filter().field('Built').lt(date), (row: Row) => String(row.Built) < '2024-01-05'],
      ] as const;
      for (const [given, holds] of cases) {
        const expected = rows.filter(holds);
        assert.equal(await pumps.count(given), expected.length, given.build());
        const found = await pumps.query(client.newOptions().filter(given).top(5).select(['_Row', 'Code']));
        assert.deepEqual(
          found,
          expected.slice(0, 5).map(({ _Row, Code }) => ({ _Row, Code })),
          given.build(),
        );
      }
      const last = await pumps.query(client.newOptions().orderby('_Row', 'desc').top(2).skip(1));
      assert.deepEqual(
        last.map((row) => row._Row),
        [2499, 2498],
      );
      const one = await pumps.retrieve(7);
      assert.equal(one.Code, 'P-7');
    });

    it('reads every set of models', async () => {
      const place = await placeOf(await peopleOf(await platform()));
      const { p, analyst, root } = place;
      const { id } = await newModel(p, analyst, root, 'house.ifc', houseFile(5));
      await imported(p, analyst, id);
      const sizes = await checkAll(place, 'TWIN_MODELS');
      assert.deepEqual(
        [...sizes.keys()],
        ['Models', 'Elements', 'Properties', 'Quantities', 'Materials', 'Classifications'],
      );
      const { client } = await feedOf(place, 'TWIN_MODELS');
      const key = { ModelId: odata.EdmV4.Guid.from(id), Id: '0x1003' };
      const wall = await client.getEntitySet<Row>('Elements').retrieve(key);
      assert.equal(wall.Class, 'IfcWall');
    });

    it('reads all of a building', { skip: withoutSamples }, async () => {
      const place = await placeOf(await peopleOf(await platform()));
      const { p, analyst, root } = place;
      const { id } = await newModel(p, analyst, root, 'duplex.ifc', readFileSync(sample('duplex.ifc')));
      await imported(p, analyst, id);
      const sizes = await checkAll(place, 'TWIN_MODELS');
      const counted = ['Models', 'Elements', 'Properties', 'Quantities', 'Materials'].map((name) => sizes.get(name));
      assert.deepEqual(counted, [1, 295, 13_434, 21, 271]);
    });
  },
  { bothInSlowSuite: true },
);
