import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachPlatform, requireSuccess } from '../../../test/support/platform.ts';
import { itemIdOf } from '../../std/item-id.ts';
import { api, fill, fixtureOf, newData, peopleOf } from './testing/fixture.ts';

eachPlatform('reality data that moves', (platform) => {
  const newFixture = async () => fixtureOf(await peopleOf(await platform()));

  it('takes along what lies in it: reality data, and what can be restored', async () => {
    const { p, surveyor, scan, twinId, secondTwin } = await newFixture();
    await fill(p, surveyor, scan, { 'inner/a.las': 'a', 'inner/b.las': 'b' });
    const { items } = (await p.call(surveyor, `GET /storage/folders/${itemIdOf({ twinId, guid: scan })}/search?name=*`))
      .body;
    const idOf = (name: string): string =>
      items.find(({ displayName }: { displayName: string }) => displayName === name)?.id ?? assert.fail(name);
    const body = { twinId, displayName: 'Inner', type: 'LAS', storageItemId: idOf('inner') };
    const inner = await newData(p, surveyor, body);
    requireSuccess(await p.call(surveyor, `DELETE /storage/files/${idOf('b.las')}`));
    requireSuccess(await p.call(surveyor, `PATCH ${api}/${scan}/move`, { body: { twinId: secondTwin } }));
    assert.deepEqual((await p.call(surveyor, `GET ${api}/${inner}/twins`)).body.twins, [secondTwin]);
    const bin = (await p.call(surveyor, `GET /storage/recyclebin?twinId=${secondTwin}`)).body.items;
    assert.deepEqual(
      bin.map(({ displayName }: { displayName: string }) => displayName),
      ['b.las'],
    );
    requireSuccess(await p.call(surveyor, `POST /storage/recyclebin/files/${bin[0].id}/restore`));
    const { realityData } = (await p.call(surveyor, `GET ${api}/${inner}`)).body;
    assert.deepEqual([realityData.size, realityData.rootDocument], [1, 'a.las']);
  });

  it('stays where it holds a model, or is a workspace', async () => {
    const { p, surveyor, made, twinId, secondTwin } = await newFixture();
    await fill(p, surveyor, made, { 'a/house.ifc': 'no model' });
    const refusal = async (id: string) => {
      const { status, body } = await p.call(surveyor, `PATCH ${api}/${id}/move`, { body: { twinId: secondTwin } });
      return [status, body.error?.details[0].message];
    };
    assert.deepEqual(await refusal(made), [422, "It holds the model 'house.ifc', and models stay in their twin."]);
    const workspace = { name: 'Bridge', twinId };
    const { id } = requireSuccess(await p.call(surveyor, 'POST /capture/workspaces', { body: workspace })).workspace;
    assert.deepEqual(await refusal(id), [422, 'The folder of a workspace cannot be moved.']);
    const { realityData } = (await p.call(surveyor, `GET ${api}/${made}`)).body;
    assert.equal(realityData.displayName, 'Own');
  });

  it('has another name where its own is taken', async () => {
    const { p, surveyor, photos, secondTwin } = await newFixture();
    const body = { twinId: secondTwin, displayName: 'Bridge photos', type: 'LAS' };
    await newData(p, surveyor, body);
    requireSuccess(await p.call(surveyor, `PATCH ${api}/${photos}/move`, { body: { twinId: secondTwin } }));
    const folder = itemIdOf({ twinId: secondTwin, guid: photos });
    const moved = (await p.call(surveyor, `GET /storage/folders/${folder}`)).body.folder;
    assert.equal(moved.displayName, 'Bridge photos (2)');
  });
});
