import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { eachPlatform, requireSuccess } from '../../../../test/support/platform.ts';
import { sample, withoutSamples } from '../../../engines/ifc/testing/files.ts';
import { houseFile, imported, newModel, putContent } from '../../models/testing/files.ts';
import { atTwin, peopleOf, placeOf } from '../testing/fixture.ts';

type Place = Awaited<ReturnType<typeof placeOf>>;
type Row = Readonly<Record<string, unknown>>;

const feedOf = ({ twinId }: Pick<Place, 'twinId'>): string => `${atTwin(twinId)}/packages/TWIN_MODELS/odata`;
const rowsOf = async (at: Place, path: string) =>
  requireSuccess(await at.p.call(at.analyst, `GET ${feedOf(at)}${path}`));

/** All rows over all pages. */
async function allRows(at: Place, path: string): Promise<{ rows: Row[]; pages: number[] }> {
  const rows: Row[] = [];
  const pages: number[] = [];
  for (let next: string | undefined = `${feedOf(at)}${path}`; next; ) {
    const body: { value: Row[]; '@odata.nextLink'?: string } = requireSuccess(
      await at.p.call(at.analyst, `GET ${next}`),
    );
    rows.push(...body.value);
    pages.push(body.value.length);
    next = body['@odata.nextLink'];
  }
  return { rows, pages };
}

eachPlatform('the feed of models', (platform) => {
  const newPlace = async (): Promise<Place> => placeOf(await peopleOf(await platform()));

  it('holds what is in a building', { skip: withoutSamples }, async () => {
    const at = await newPlace();
    const { p, analyst, root } = at;
    const { id } = await newModel(p, analyst, root, 'duplex.ifc', readFileSync(sample('duplex.ifc')));
    await imported(p, analyst, id);
    const counts = new Map<string, string>();
    for (const name of ['Models', 'Elements', 'Properties', 'Quantities', 'Materials']) {
      counts.set(name, await rowsOf(at, `/${name}/$count`));
    }
    assert.deepEqual(
      [...counts],
      [
        ['Models', '1'],
        ['Elements', '295'],
        ['Properties', '13434'],
        ['Quantities', '21'],
        ['Materials', '271'],
      ],
    );
    assert.equal(await rowsOf(at, "/Elements/$count?$filter=Class eq 'IfcDoor'"), '14');
    assert.equal(await rowsOf(at, "/Elements/$count?$filter=Class eq 'IfcWindow'"), '24');
    const doors = await rowsOf(at, "/Elements?$filter=Class eq 'IfcDoor'&$select=GlobalId,Name&$count=true");
    assert.deepEqual([doors['@odata.count'], doors.value.length], [14, 14]);
    assert.deepEqual(Object.keys(doors.value[0]), ['GlobalId', 'Name']);
    const [row] = (await rowsOf(at, '/Elements?$top=1')).value;
    const one = await rowsOf(at, `/Elements(ModelId=${id},Id='0x1000')`);
    assert.match(one['@odata.context'], /\/\$metadata#Elements\/\$entity$/);
    delete one['@odata.context'];
    assert.deepEqual(one, row);
    const { rows, pages } = await allRows(at, '/Properties?$top=2500');
    assert.deepEqual(pages, [1000, 1000, 500]);
    const keys = rows.map(({ ElementId, Source, Set: set, Name }) => [ElementId, Source, set, Name].join('\n'));
    assert.equal(new Set(keys).size, 2500);
    assert.deepEqual(keys, keys.toSorted(byBytes));
    const whole = await allRows(at, "/Properties?$orderby=Value desc,Name&$skip=13000&$filter=Name ne 'x'");
    assert.equal(whole.rows.length, 434);
  });

  it('of several models is one table, whatever its order, in pages of one reading', async () => {
    const at = await newPlace();
    const { p, analyst, root } = at;
    const models = [];
    for (const name of ['a.ifc', 'b.ifc', 'c.ifc']) models.push(await newModel(p, analyst, root, name, houseFile(5)));
    for (const { id } of models) await imported(p, analyst, id);
    const ids = models.map(({ id }) => id).sort();
    const all = (await allRows(at, '/Elements')).rows;
    assert.deepEqual([...new Set(all.map(({ ModelId }) => ModelId))], ids);
    for (const order of ['ModelId,Id', 'ModelId desc', 'Name desc', 'Class,ModelId desc', 'MaxX,Name desc']) {
      const whole = await rowsOf(at, `/Elements?$orderby=${order}`);
      const headers = { Prefer: 'odata.maxpagesize=4' };
      const paged: Row[] = [];
      for (let next: string | undefined = `${feedOf(at)}/Elements?$orderby=${order}&$skip=2`; next; ) {
        const answer = await p.call(analyst, `GET ${next}`, { headers });
        assert.equal(answer.headers.get('preference-applied'), 'odata.maxpagesize=4');
        paged.push(...requireSuccess(answer).value);
        next = answer.body['@odata.nextLink'];
      }
      assert.deepEqual(paged, whole.value.slice(2), order);
    }
    const first = await p.call(analyst, `GET ${feedOf(at)}/Elements?$filter=Class eq 'IfcWall'`, {
      headers: { Prefer: 'odata.maxpagesize=3' },
    });
    const [changed, removed] = models;
    assert.ok(changed && removed);
    await putContent(p, analyst, changed.fileId, houseFile(undefined));
    await imported(p, analyst, changed.id);
    const rest = requireSuccess(await p.call(analyst, `GET ${first.body['@odata.nextLink']}`));
    assert.equal(first.body.value.length + rest.value.length, 6, 'of the same versions');
    assert.equal(await rowsOf(at, "/Elements/$count?$filter=Class eq 'IfcWall'"), '5');
    await p.call(analyst, `DELETE /storage/files/${removed.fileId}`);
    const gone = await p.call(analyst, `GET ${first.body['@odata.nextLink']}`);
    assert.deepEqual([gone.status, gone.body.error.details[0].target], [422, '$skiptoken']);
    assert.equal(await rowsOf(at, '/Models/$count'), '2');
    assert.deepEqual((await rowsOf(at, `/Elements?$filter=ModelId eq ${removed.id}`)).value, []);
  });

  it('lists a model whose import is under way or has failed, without rows', async () => {
    const at = await newPlace();
    const { p, analyst, root } = at;
    const { id } = await newModel(p, analyst, root, 'broken.ifc', 'nothing');
    await imported(p, analyst, id);
    const { value } = await rowsOf(at, '/Models');
    assert.deepEqual(
      value.map((row: Row) => [row.ModelId, row.State, row.ChangesetId, row.Schema, row.ElementCount]),
      [[id, 'Failed', null, null, null]],
    );
    assert.deepEqual((await rowsOf(at, '/Elements?$count=true')).value, []);
  });

  it('is open to a service application by its id and secret, for these calls only', async () => {
    const at = await newPlace();
    const { p, service, twinId } = at;
    const headers = (secret: string) => ({
      Authorization: `Basic ${Buffer.from(`${service.clientId}:${secret}`).toString('base64')}`,
    });
    const call = (path: string, secret = 'secret') => p.call(undefined, `GET ${path}`, { headers: headers(secret) });
    for (const path of ['', '/$metadata', '/Models', '/Models/$count']) {
      assert.equal((await call(feedOf(at) + path)).status, 200, path);
    }
    const wrong = await call(feedOf(at), 'guess');
    assert.deepEqual([wrong.status, wrong.body.error.code], [401, 'Unauthorized']);
    assert.match(wrong.headers.get('www-authenticate') ?? '', /, Basic realm="twin-platform", charset="UTF-8"$/);
    assert.equal(wrong.headers.get('odata-version'), '4.0');
    for (const path of ['/federation/packages', `${atTwin(twinId)}/timers`]) {
      const elsewhere = await call(path);
      assert.deepEqual([elsewhere.status, elsewhere.body.error.code], [401, 'InvalidAuthorizationScheme']);
    }
    await waitsAfterGuesses(() => call(feedOf(at), 'guess'));
  });
});

/** As at the token endpoint: 30 failures a minute. */
async function waitsAfterGuesses(guess: () => Promise<{ status: number; headers: Headers }>) {
  for (let count = 0; count < 40; count++) {
    const { status, headers } = await guess();
    if (status !== 429) continue;
    assert.ok(Number(headers.get('retry-after')) >= 1);
    return;
  }
  assert.fail('guessing goes on for ever');
}

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
