import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { eachPlatform, requireSuccess } from '../../../../test/support/platform.ts';
import { putContent } from '../../models/testing/files.ts';
import { beginFile, upload } from '../../storage/testing/fixture.ts';
import { atTwin, peopleOf, placeOf } from '../testing/fixture.ts';

type Place = Awaited<ReturnType<typeof placeOf>>;

const newFolder = async ({ p, analyst }: Place, parent: string, displayName: string): Promise<string> => {
  const body = { displayName };
  return requireSuccess(await p.call(analyst, `POST /storage/folders/${parent}/folders`, { body })).folder.id;
};

async function newFile({ p, analyst }: Place, folder: string, name: string, content: string | Buffer): Promise<string> {
  const { id, url } = await beginFile(p, analyst, folder, name);
  await upload(url, content);
  requireSuccess(await p.call(analyst, `POST /storage/files/${id}/complete`));
  return id;
}

eachPlatform('the feed of tables', (platform) => {
  const newPlace = async (): Promise<Place> => placeOf(await peopleOf(await platform()));
  const feedOf = ({ twinId }: Place): string => `${atTwin(twinId)}/packages/TWIN_TABLES/odata`;
  const get = async (at: Place, path = '') => requireSuccess(await at.p.call(at.analyst, `GET ${feedOf(at)}${path}`));
  const setsOf = async (at: Place): Promise<string[]> =>
    (await get(at)).value.map(({ name }: { name: string }) => name);

  it('holds the tables of the files in the folder Tables, as they are now', async () => {
    const at = await newPlace();
    const { p, analyst, root } = at;
    assert.deepEqual(await setsOf(at), []);
    await newFile(at, root, 'elsewhere.csv', 'a\n1\n');
    const tables = await newFolder(at, root, 'Tables');
    const assets = await newFile(at, tables, 'assets.csv', 'Code;Cost\n007;1,5\n008;\n');
    assert.deepEqual(await setsOf(at), ['assets']);
    assert.deepEqual((await get(at, '/assets')).value, [
      { _Row: 1, Code: '007', Cost: 1.5 },
      { _Row: 2, Code: '008', Cost: null },
    ]);
    assert.match(await get(at, '/$metadata'), /<Property Name="_Row" Type="Edm.Int64" Nullable="false"\/>/);
    const one = await get(at, '/assets(2)');
    assert.deepEqual([one._Row, one.Code, one.Cost], [2, '008', null]);
    await putContent(p, analyst, assets, 'Code;Cost\n009;2\n');
    assert.deepEqual((await get(at, '/assets')).value, [{ _Row: 1, Code: '009', Cost: 2 }]);
    assert.equal(await get(at, "/assets/$count?$filter=Code eq '009' and Cost gt 1"), '1');
    await p.call(analyst, `DELETE /storage/files/${assets}`);
    assert.deepEqual(await setsOf(at), []);
    const gone = await p.call(analyst, `GET ${feedOf(at)}/assets`);
    assert.deepEqual([gone.status, gone.body.error.code], [404, 'EntitySetNotFound']);
  });

  it('tells whole numbers of 64 bits apart, and writes them and decimals as texts for who asks so', async () => {
    const at = await newPlace();
    const tables = await newFolder(at, at.root, 'Tables');
    await newFile(at, tables, 'int64.csv', 'Id,Big,V\n1,9007199254740993,0.1\n2,9007199254740992,0.3\n');
    await newFile(at, tables, 'exact.json', '[{"Big":9007199254740993},{"Big":9007199254740992}]');
    const idsOf = async (filter: string): Promise<number[]> =>
      (await get(at, `/int64?$filter=${filter}`)).value.map(({ Id }: { Id: number }) => Id);
    assert.deepEqual(await idsOf('Big eq 9007199254740993'), [1]);
    assert.deepEqual(await idsOf('Big in (9007199254740992)'), [2]);
    assert.deepEqual(await idsOf('Big lt 9007199254740993'), [2]);
    assert.deepEqual(await idsOf('Big sub 1 eq 9007199254740992'), [1]);
    assert.equal(await get(at, '/exact/$count?$filter=Big eq 9007199254740993'), '1', 'of JSON, too');
    const ask = (path: string, accept?: string) =>
      at.p.call(at.analyst, `GET ${feedOf(at)}${path}`, accept === undefined ? {} : { headers: { Accept: accept } });
    const asTexts = { _Row: '1', Id: '1', Big: '9007199254740993', V: 0.1 };
    const compatible = 'application/json;odata.metadata=minimal;IEEE754Compatible=true';
    const listed = await ask('/int64?$count=true&$top=1', compatible);
    assert.match(listed.headers.get('content-type') ?? '', /IEEE754Compatible=true/);
    assert.deepEqual([listed.body['@odata.count'], listed.body.value], ['2', [asTexts]]);
    assert.deepEqual((await ask(`/int64?$top=1&$format=${encodeURIComponent(compatible)}`)).body.value, [asTexts]);
    const { '@odata.context': _context, ...one } = requireSuccess(await ask('/int64(1)', compatible));
    assert.deepEqual(one, asTexts);
    const bare = await ask('/int64?$top=0', 'application/json;odata.metadata=none');
    assert.deepEqual(bare.body, { value: [] });
    assert.match(bare.headers.get('content-type') ?? '', /odata\.metadata=none/);
    const full = 'application/json;odata.metadata=full';
    for (const path of ['', '/int64', '/int64(1)']) {
      const format = `${path}?$format=${encodeURIComponent(full)}`;
      for (const answer of [await ask(path, full), await ask(format)]) {
        assert.deepEqual([answer.status, answer.body.error?.code], [406, 'NotAcceptable'], path);
      }
    }
    const either = await ask('/int64?$top=0', `${full};q=0.9,application/json;q=0.5,application/xml`);
    assert.match(either.headers.get('content-type') ?? '', /odata\.metadata=minimal/);
  });

  it('goes on page by page after whole numbers of 64 bits', async () => {
    const at = await newPlace();
    const tables = await newFolder(at, at.root, 'Tables');
    const numbers = Array.from({ length: 7 }, (_, n) => `9${'0'.repeat(17)}${n}`);
    await newFile(at, tables, 'long.csv', `Big\n${numbers.toReversed().join('\n')}\n`);
    const headers = { Prefer: 'odata.maxpagesize=2', Accept: 'application/json;IEEE754Compatible=true' };
    for (const [order, expected] of [
      ['asc', numbers],
      ['desc', numbers.toReversed()],
    ] as const) {
      const found: string[] = [];
      for (let next: string | undefined = `${feedOf(at)}/long?$orderby=Big ${order}`; next; ) {
        const body = requireSuccess(await at.p.call(at.analyst, `GET ${next}`, { headers }));
        found.push(...body.value.map(({ Big }: { Big: string }) => Big));
        next = body['@odata.nextLink'];
      }
      assert.deepEqual(found, expected, order);
    }
  });

  it('names sets after files of every kind, in the order in which those were made', async () => {
    const at = await newPlace();
    const { p, blind } = at;
    const tables = await newFolder(at, at.root, 'tables');
    const below = await newFolder(at, tables, 'More');
    await newFile(at, tables, 'my plan.csv', 'a\n1\n');
    await newFile(at, below, 'my-plan.tsv', 'a\tb\nx\ty\n');
    await newFile(at, tables, '2024.json', '{"tables":{"doors":[{"n":1}],"windows":[{"n":2}]}}');
    const path = new DatabaseSync(':memory:');
    path.exec(
      'CREATE TABLE d (id INTEGER PRIMARY KEY NOT NULL, t TEXT); INSERT INTO d VALUES (9007199254740993, NULL), (1, NULL)',
    );
    await newFile(at, below, 'plant.db', Buffer.from(path.serialize()));
    await newFile(at, tables, 'broken.xlsx', 'no workbook');
    await newFile(at, tables, 'notes.txt', 'nothing');
    assert.deepEqual(await setsOf(at), ['_2024_doors', '_2024_windows', 'my_plan', 'my_plan_2', 'plant', '_Faults']);
    assert.deepEqual((await get(at, '/my_plan_2')).value, [{ _Row: 1, a: 'x', b: 'y' }]);
    assert.deepEqual((await get(at, '/_Faults')).value, [
      { File: 'broken.xlsx', Reason: 'The file is no workbook (.xlsx), or is damaged.' },
    ]);
    const headers = { Prefer: 'odata.maxpagesize=1' };
    const first = await p.call(at.analyst, `GET ${feedOf(at)}/plant?$orderby=id desc`, { headers });
    const raw = await fetch(`${p.address}${feedOf(at)}/plant`, {
      headers: { Authorization: `Bearer ${at.analyst.token}` },
    });
    assert.match(await raw.text(), /"id":9007199254740993,/, 'not rounded');
    assert.equal(await get(at, '/plant/$count?$filter=round(id) gt 1 and id mod 2 ge 0'), '1', 'also in a calculation');
    const second = requireSuccess(await p.call(at.analyst, `GET ${first.body['@odata.nextLink']}`, { headers }));
    assert.deepEqual([second.value[0].id, second['@odata.nextLink']], [1, undefined]);
    const refused = await p.call(blind, `GET ${feedOf(at)}`);
    assert.equal(refused.status, 403, 'a package role does not let anybody read files');
    const body = { variables: [{ name: 'entitySet', value: 'my_plan' }] };
    const executed = await p.call(at.analyst, `POST ${atTwin(at.twinId)}/packages/TWIN_TABLES`, { body });
    assert.deepEqual(requireSuccess(executed), { data: [{ _Row: 1, a: 1 }] });
  });
});
