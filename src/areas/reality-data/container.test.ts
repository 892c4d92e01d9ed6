import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ContainerClient } from '@azure/storage-blob';
import { eachPlatform, requireSuccess } from '../../../test/support/platform.ts';
import { itemIdOf } from '../../std/item-id.ts';
import { silentLog } from '../../std/log.ts';
import { storageArea } from '../storage/area.ts';
import { q } from './tables.ts';
import { api, fill, fixtureOf, linkOf, newData, peopleOf } from './testing/fixture.ts';

const put = (link: string, name: string, body = 'x') =>
  fetch(link.replace('?', `/${name}?`), { method: 'PUT', headers: { 'x-ms-blob-type': 'BlockBlob' }, body });
const answerOf = async (answer: Response | Promise<Response>) => {
  const { status, headers } = await answer;
  return [status, headers.get('x-ms-error-code')];
};

eachPlatform('files of reality data', (platform) => {
  const newFixture = async () => fixtureOf(await peopleOf(await platform()));

  it('are written, listed and read by the public client, and are files of Storage', async () => {
    const { p, surveyor, viewer, photos, twinId } = await newFixture();
    const files = { 'day 1/Brücke 1.jpg': 'one', 'day 1/2.jpg': 'two', 'control-points.csv': 'a,b' };
    await fill(p, surveyor, photos, files);
    await fill(p, surveyor, photos, { 'DAY 1/2.JPG': 'second' });
    const reader = new ContainerClient(await linkOf(p, viewer, photos, 'read'));
    const names = (await Array.fromAsync(reader.listBlobsFlat())).map(({ name }) => name);
    assert.deepEqual(names, ['control-points.csv', 'day 1/2.jpg', 'day 1/Brücke 1.jpg']);
    assert.equal(String(await reader.getBlobClient('day 1/2.jpg').downloadToBuffer()), 'second');
    assert.equal(String(await reader.getBlobClient('Day 1/2.jpg').downloadToBuffer()), 'second', 'without case');
    const folder = itemIdOf({ twinId, guid: photos });
    const { items } = (await p.call(surveyor, `GET /storage/folders/${folder}/search?name=*`)).body;
    const found = items.map(({ path }: { path: string }) => path.replace('Reality data/Bridge photos/', ''));
    assert.deepEqual(found, ['day 1', 'control-points.csv', 'day 1/2.jpg', 'day 1/Brücke 1.jpg']);
    await new ContainerClient(await linkOf(p, surveyor, photos, 'write')).deleteBlob('day 1/2.jpg');
    const bin = (await p.call(surveyor, `GET /storage/recyclebin?twinId=${twinId}`)).body.items;
    assert.equal(bin[0].path, 'Reality data/Bridge photos/day 1/2.jpg');
  });

  it('raise the events of Storage, and become models where they are IFC', async () => {
    const { p, surveyor, owner, made, twinId } = await newFixture();
    await fill(p, surveyor, made, { 'a/house.ifc': 'no model' });
    await fill(p, surveyor, made, { 'a/house.ifc': 'no model either' });
    const events = p.takeEvents().map(({ type }) => type);
    assert.deepEqual(
      events.filter((type) => type.startsWith('storage.')),
      ['storage.fileCreated.v1', 'storage.fileUpdated.v1'],
    );
    const { models } = (await p.call(owner, `GET /models/?twinId=${twinId}`)).body;
    assert.deepEqual(
      models.map(({ displayName }: { displayName: string }) => displayName),
      ['house.ifc'],
    );
  });

  it('change what is known of the data', async () => {
    const { p, surveyor, viewer, made } = await newFixture();
    const shown = async () => (await p.call(viewer, `GET ${api}/${made}`)).body.realityData;
    const first = await shown();
    assert.deepEqual([first.type, first.size, first.rootDocument], ['Unstructured', 0, undefined]);
    await fill(p, surveyor, made, { 'b.geojson': '{"type":"FeatureCollection"}', 'data/t.bin': 'x'.repeat(1024) });
    const second = await shown();
    assert.deepEqual([second.type, second.size, second.rootDocument], ['GeoJSON', 2, 'b.geojson']);
    assert.ok(second.modifiedDateTime > first.modifiedDateTime);
  });

  it('have names that Storage allows, and stay with who locked them', async () => {
    const { p, owner, surveyor, scan, twinId, file } = await newFixture();
    const link = await linkOf(p, surveyor, scan, 'write');
    const deep = Array.from({ length: 21 }, (_, at) => String(at)).join('/');
    for (const name of ['run.exe', 'a%3Ab', 'a/', 'a//b', '..%2fb', 'dot.', 'a%2F.%2Fb', deep, 'x'.repeat(256)]) {
      assert.deepEqual(await answerOf(put(link, name)), [400, 'InvalidResourceName'], name);
    }
    const folder = itemIdOf({ twinId, guid: scan });
    requireSuccess(await p.call(owner, `POST /storage/folders/${folder}/lock`, { body: {} }));
    assert.deepEqual(await answerOf(put(link, 'site.las')), [412, 'LeaseIdMissing']);
    const removal = fetch(link.replace('?', '/SITE.las?'), { method: 'DELETE' });
    assert.deepEqual(await answerOf(removal), [412, 'LeaseIdMissing']);
    const body = { twinId, displayName: 'Tower', type: 'E57', storageItemId: file };
    const tower = await linkOf(p, surveyor, await newData(p, surveyor, body), 'write');
    assert.deepEqual(await answerOf(put(tower, 'other.e57')), [403, 'AuthorizationFailure']);
    assert.deepEqual(await answerOf(put(tower, 'Tower.E57', 'new')), [201, null]);
    assert.equal(await (await fetch(tower.replace('?', '/tower.e57?'))).text(), 'new');
  });

  it('are out of reach once the right is gone, or the item, and there again when it is restored', async () => {
    const { p, owner, surveyor, scan, twinId } = await newFixture();
    const write = await linkOf(p, surveyor, scan, 'write');
    const read = (await linkOf(p, surveyor, scan, 'read')).replace('?', '/site.prj?');
    const folder = `/storage/folders/${itemIdOf({ twinId, guid: scan })}`;
    requireSuccess(await p.call(surveyor, `DELETE ${folder}`));
    assert.deepEqual(await answerOf(fetch(read)), [404, 'ContainerNotFound']);
    assert.deepEqual(await answerOf(put(write, 'a.las')), [404, 'ContainerNotFound']);
    requireSuccess(await p.call(surveyor, `POST ${folder.replace('/folders', '/recyclebin/folders')}/restore`));
    assert.equal((await fetch(read)).status, 200);
    const members = `/accesscontrol/twins/${twinId}/members/users/${surveyor.userId}`;
    requireSuccess(await p.call(owner, `DELETE ${members}`));
    assert.deepEqual(await answerOf(put(write, 'a.las')), [403, 'AuthorizationPermissionMismatch']);
    assert.equal((await fetch(read)).status, 200, 'what was handed out to be read may be read');
    requireSuccess(await p.call(owner, `DELETE /twins/${twinId}`));
    assert.deepEqual(await answerOf(fetch(read)), [404, 'ContainerNotFound']);
  });

  it('go for good with their folder', async () => {
    const { p, surveyor, shared, scan, twinId } = await newFixture();
    const recycled = `/storage/recyclebin/folders/${itemIdOf({ twinId, guid: scan })}`;
    requireSuccess(await p.call(surveyor, `DELETE ${api}/${scan}`));
    requireSuccess(await p.call(surveyor, `DELETE ${recycled}`));
    const { db, ports } = p.app;
    const kit = { db, ports, baseUrl: p.baseUrl, log: silentLog, now: Date.now };
    for (const task of storageArea(kit).maintenance ?? []) await task.run(AbortSignal.timeout(30_000));
    const left = await p.app.db.all(q.selectFrom('reality_data').select('id').where('id', 'in', [scan, shared]));
    assert.deepEqual(
      left.map(({ id }) => id),
      [shared],
      'nothing is known of it any more',
    );
    assert.equal((await p.call(surveyor, `GET ${api}/${scan}`)).status, 404);
    assert.equal((await p.call(surveyor, `GET ${api}/${shared}`)).status, 200);
  });

  it('are shown in the repository of the twin, the newest first, for viewers', async () => {
    const { p, surveyor, viewer, visitor, owner, twinId, secondTwin, scan, photos, made, shared } = await newFixture();
    const list = async (who: typeof viewer, id = twinId, query = '') =>
      (await p.call(who, `GET /twins/${id}/repositories/realitydata/resources${query}`)).body.resources;
    const idsOf = (resources: { id: string }[]) => resources.map(({ id }) => id);
    assert.deepEqual(idsOf(await list(viewer)), [made, shared, photos, scan]);
    assert.deepEqual(idsOf(await list(visitor, secondTwin)), [shared]);
    assert.deepEqual(idsOf(await list(viewer, twinId, '?$search=PHOTO')), [photos]);
    const [repository] = (await p.call(viewer, `GET /twins/${twinId}/repositories?class=RealityData`)).body
      .repositories;
    assert.equal(repository.uri, `${p.baseUrl}${api}?twinId=${twinId}`);
    const other = (await p.twin(owner)).id;
    assert.deepEqual((await p.call(owner, `GET /twins/${other}/repositories`)).body.repositories, []);
    const closed = `/twins/${twinId}/repositories/realitydata/resources`;
    for (const path of [closed, `${closed}/${scan}`]) {
      const { status, body } = await p.call(visitor, `GET ${path}`);
      assert.deepEqual([status, body.error.code], [403, 'InsufficientPermissions'], 'a member without the permission');
    }
    const graphics = async (id: string) =>
      (await p.call(viewer, `GET /twins/${twinId}/repositories/realitydata/resources/${id}/graphics`)).body.graphics;
    assert.deepEqual(await graphics(photos), []);
    const tileset = JSON.stringify({
      asset: { version: '1.1' },
      geometricError: 1,
      root: { content: { uri: 'r.glb' } },
    });
    await fill(p, surveyor, made, { 'tileset.json': tileset, 'r.glb': 'glTF' });
    requireSuccess(await p.call(viewer, `GET ${api}/${made}`));
    const [{ type, uri }] = await graphics(made);
    assert.equal(type, '3DTILES');
    assert.equal(await (await fetch(uri)).text(), tileset);
    assert.equal(await (await fetch(uri.replace('tileset.json', 'r.glb'))).text(), 'glTF');
    requireSuccess(await p.call(surveyor, `PATCH ${api}/${made}`, { body: { authoring: true } }));
    assert.deepEqual(await graphics(made), [], 'not while it is being made');
    const tilemap = JSON.stringify({ tiles: ['{z}/{x}/{y}.jpg'], minzoom: 3, maxzoom: 9, bounds: [1, 2, 3, 4] });
    await fill(p, surveyor, shared, { 'tilemap.json': tilemap });
    const body = { type: 'Unstructured', rootDocument: 'tilemap.json' };
    requireSuccess(await p.call(surveyor, `PATCH ${api}/${shared}`, { body }));
    const [imagery] = await graphics(shared);
    assert.match(imagery.uri, /\/\{z\}\/\{x\}\/\{y\}\.jpg\?sv=/);
    const options = { minimumLevel: 3, maximumLevel: 9, rectangle: [1, 2, 3, 4] };
    assert.deepEqual([imagery.type, imagery.provider], ['IMAGERY', { name: 'UrlTemplateImageryProvider', options }]);
  });
});
