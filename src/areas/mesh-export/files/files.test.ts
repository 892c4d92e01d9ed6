import assert from 'node:assert/strict';
import { request } from 'node:http';
import { before, it } from 'node:test';
import { ContainerClient } from '@azure/storage-blob';
import { eachPlatform, type Person, type Platform, requireSuccess } from '../../../../test/support/platform.ts';
import { houseFile, imported, newModel } from '../../models/testing/files.ts';
import { rootOf } from '../../storage/testing/fixture.ts';
import { containerLink, fileLink } from '../export/link.ts';
import { fileOf, finished, listingOf, startedBy } from '../testing/exports.ts';

const get = (link: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(link, { method, headers: { 'Accept-Encoding': 'identity', ...headers } });

/** A request whose path is sent as it is. */
const statusOf = (link: string, path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port, search } = new URL(link);
    const sent = request({ hostname, port, path: path + search }, (answer) => resolve(answer.resume().statusCode));
    sent.once('error', reject).end();
  });

/** A link whose path says nothing. */
const queried = (link: string): string => link.replace(/\/~[\w-]+\?/, '?');

const cdn = 'https://cdn.example.com/twins';

eachPlatform(
  'mesh files',
  (platform) => {
    let p: Platform;
    let owner: Person;
    let fileId: string;
    let twinId: string;
    let modelId: string;
    let exportId: string;
    let other: string;
    let link: string;

    const linkOf = async (id: string, query = ''): Promise<string> =>
      requireSuccess(await p.call(owner, `GET /mesh-export/${id}${query}`)).export._links.mesh.href;

    before(async () => {
      p = await platform();
      owner = await p.person({ organizationId: await p.organization(), roles: ['account_administrator'] });
      twinId = (await p.twin(owner)).id;
      const model = await newModel(p, owner, await rootOf(p, owner, twinId), 'house.ifc', houseFile(5));
      [modelId, fileId] = [model.id, model.fileId];
      await imported(p, owner, modelId);
      const made = [
        await startedBy(p, owner, { modelId }),
        await startedBy(p, owner, { modelId, exportType: 'MODEL' }),
      ];
      for (const { id } of made) await finished(p, owner, id);
      [exportId, other] = made.map((one) => one.id) as [string, string];
      link = await linkOf(exportId);
    });

    it('are found by putting their names before the question mark', async () => {
      const tileset = JSON.parse((await fileOf(link, 'tileset.json')).toString());
      assert.equal(tileset.asset.version, '1.1');
      const { uri } = tileset.root.content;
      assert.equal(uri, 'tiles/r.glb');
      const tile = await fileOf(link, uri);
      assert.equal(tile.subarray(0, 4).toString(), 'glTF');
      assert.equal((await get(fileLink(link, encodeURIComponent(uri)))).status, 200, 'an encoded slash is one');
      assert.equal((await get(`${fileLink(link, uri)}&v=1.0`)).status, 200, 'clients may add to the query');
    });

    it('are found without the query by viewers that resolve the addresses of tiles strictly', async () => {
      const tileset = new URL(fileLink(link, 'tileset.json'));
      tileset.search = '';
      const answer = await get(tileset.href);
      assert.equal(answer.status, 200);
      const { uri } = JSON.parse(await answer.text()).root.content;
      const tile = await get(new URL(uri, tileset).href);
      assert.deepEqual([tile.status, Buffer.from(await tile.arrayBuffer())], [200, await fileOf(link, uri)]);
      assert.equal((await get(new URL(tileset.href.replace(exportId, other)).href)).status, 403, 'of this export only');
      assert.equal((await get(tileset.href.replace(/~.{8}/, '~AAAAAAAA'))).status, 403);
      const late = containerLink(p.app.ports.secrets, p.address, exportId, Date.now() - 3_602_000);
      assert.equal((await get(fileLink(late, 'tileset.json').split('?')[0] ?? '')).status, 403, 'for an hour');
    });

    it('are found by the query alone, as in links from before', async () => {
      const answer = await get(fileLink(queried(link), 'tileset.json'));
      assert.equal(answer.status, 200);
    });

    it('are labelled and may be kept; what a viewer begins with is asked for again', async () => {
      const tile = await get(fileLink(link, 'tiles/r.glb'));
      assert.equal(tile.headers.get('content-type'), 'model/gltf-binary');
      assert.equal(tile.headers.get('cache-control'), 'max-age=31536000, immutable');
      assert.equal(tile.headers.get('access-control-allow-origin'), '*');
      const json = await get(fileLink(link, 'tileset.json'));
      assert.equal(json.headers.get('content-type'), 'application/json');
      assert.equal(json.headers.get('cache-control'), 'no-cache');
      for (const [name, answer] of [
        ['tiles/r.glb', tile],
        ['tileset.json', json],
      ] as const) {
        const tag = answer.headers.get('etag') ?? '';
        const again = await get(fileLink(link, name), { 'If-None-Match': tag });
        assert.deepEqual([again.status, await again.text()], [304, '']);
        assert.equal((await get(fileLink(link, name), { 'If-None-Match': '"other"' })).status, 200);
      }
    });

    it('are sent in ranges, and their heads alone', async () => {
      const address = fileLink(link, 'tiles/r.glb');
      const whole = await fileOf(link, 'tiles/r.glb');
      const part = await get(address, { Range: 'bytes=4-11' });
      assert.equal(part.status, 206);
      assert.equal(part.headers.get('content-range'), `bytes 4-11/${whole.length}`);
      assert.deepEqual(Buffer.from(await part.arrayBuffer()), whole.subarray(4, 12));
      const beyond = await get(address, { Range: `bytes=${whole.length}-` });
      assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${whole.length}`]);
      const head = await get(address, {}, 'HEAD');
      assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(whole.length)]);
      assert.equal((await get(fileLink(link, 'none'), {}, 'HEAD')).status, 404);
    });

    it('are compressed where they are JSON, unless a range is wanted', async () => {
      const address = fileLink(link, 'tileset.json');
      const plain = await get(address);
      const text = await plain.text();
      for (const coding of ['br', 'gzip']) {
        const answer = await get(address, { 'Accept-Encoding': coding });
        assert.equal(answer.headers.get('content-encoding'), coding);
        assert.equal(answer.headers.get('vary'), 'Accept-Encoding');
        assert.equal(await answer.text(), text);
        const tag = answer.headers.get('etag') ?? '';
        assert.notEqual(tag, plain.headers.get('etag'), 'other bytes have another strong tag');
        assert.equal((await get(address, { 'If-None-Match': tag, 'Accept-Encoding': coding })).status, 304);
      }
      const range = await get(address, { Range: 'bytes=0-3', 'Accept-Encoding': 'br' });
      assert.deepEqual([range.status, await range.text()], [206, text.slice(0, 4)]);
      assert.equal((await get(address, { 'Accept-Encoding': 'br;q=0' })).headers.get('content-encoding'), null);
      const tile = await get(fileLink(link, 'tiles/r.glb'), { 'Accept-Encoding': 'gzip, br' });
      assert.equal(tile.headers.get('content-encoding'), null);
    });

    it('may be read by any page', async () => {
      const headers = { Origin: 'https://viewer.example.com', 'Access-Control-Request-Method': 'GET' };
      const asked = { ...headers, 'Access-Control-Request-Headers': 'range' };
      const preflight = await get(fileLink(link, 'tileset.json'), asked, 'OPTIONS');
      assert.equal(preflight.status, 204);
      assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
      assert.equal(preflight.headers.get('access-control-allow-methods'), 'GET, HEAD, OPTIONS');
      assert.equal(preflight.headers.get('access-control-allow-headers'), 'range');
      for (const method of ['PUT', 'POST', 'DELETE']) {
        assert.equal((await get(fileLink(link, 'tileset.json'), {}, method)).status, 405);
      }
    });

    it('are listed, those of the container alone', async () => {
      const files = await listingOf(link);
      assert.deepEqual([...files.keys()], ['tiles/r.glb', 'tileset.json']);
      for (const [name, { size, type }] of files) {
        const answer = await get(fileLink(link, name));
        assert.deepEqual([(await answer.arrayBuffer()).byteLength, answer.headers.get('content-type')], [size, type]);
      }
      const answer = await get(`${link}&restype=container&comp=list`);
      assert.equal(answer.headers.get('content-type'), 'application/xml');
      assert.match(await answer.text(), /^<\?xml [^>]+\?><EnumerationResults><Blobs>.*<\/Blobs><NextMarker\/></);
      assert.equal((await get(`${link}&restype=container&comp=list`, {}, 'HEAD')).status, 200);
      assert.equal((await get(link)).status, 404, 'a container is no file');
    });

    it('are served to clients of blob stores', async () => {
      const container = new ContainerClient(link);
      const names: string[] = [];
      for await (const blob of container.listBlobsFlat()) names.push(blob.name);
      assert.deepEqual(names, ['tiles/r.glb', 'tileset.json']);
      const bytes = await container.getBlobClient('tiles/r.glb').downloadToBuffer();
      assert.deepEqual(bytes, await fileOf(link, 'tiles/r.glb'));
    });

    it('need the signature of their own container, which ends after an hour', async () => {
      const address = fileLink(queried(link), 'tileset.json');
      const { search } = new URL(link);
      const strangers = [
        address.replace(/sig=.{4}/, 'sig=AAAA'),
        address.replace(/&sig=.*/, ''),
        address.replace('sp=rl', 'sp=rwdl'),
        address.replace(/se=\d{4}/, 'se=2999'),
        address.replace(exportId, other),
        address.split('?')[0] ?? '',
        `${p.address}/files/mesh/${search}`,
        `${p.address}/files/mesh/none/tileset.json${search}`,
      ];
      for (const one of strangers) {
        const answer = await get(one);
        assert.equal(answer.status, 403, one);
        assert.match(await answer.text(), /<Code>AuthenticationFailed<\/Code>/);
      }
      const signed = (ago: number) =>
        fileLink(queried(containerLink(p.app.ports.secrets, p.address, exportId, Date.now() - ago)), 'tileset.json');
      assert.equal((await get(signed(3_590_000))).status, 200);
      assert.equal((await get(signed(3_602_000))).status, 403);
    });

    it('are looked up by name, which never becomes a path', async () => {
      for (const name of [
        'none',
        'tiles',
        'tiles/',
        'tiles/../tileset.json',
        '%2e%2e/%2e%2e/',
        '..%2f',
        '%',
        '%00',
        '',
      ]) {
        assert.equal(await statusOf(link, `/files/mesh/${exportId}/${name}`), 404, name);
      }
    });

    it('come from the network that is configured, when it is asked for', async () => {
      const through = await linkOf(exportId, '?cdn=1');
      assert.ok(through.startsWith(`${cdn}/files/mesh/${exportId}/~`), through);
      assert.equal((await get(fileLink(through.replace(cdn, p.address), 'tileset.json'))).status, 200);
      assert.ok((await linkOf(exportId, '?cdn=0')).startsWith(p.baseUrl));
      const headers = { Prefer: 'return=representation' };
      const listed = await p.call(owner, `GET /mesh-export/?modelId=${modelId}&cdn=1`, { headers });
      assert.ok(
        listed.body.exports.every((one: { _links: { mesh: { href: string } } }) =>
          one._links.mesh.href.startsWith(cdn),
        ),
      );
    });

    it('are gone while their model is recycled, and for good with their export', async () => {
      const address = fileLink(link, 'tiles/r.glb');
      await p.call(owner, `DELETE /storage/files/${fileId}`);
      assert.equal((await get(address)).status, 404);
      assert.equal((await get(`${link}&restype=container&comp=list`)).status, 404);
      assert.equal((await p.call(owner, `GET /mesh-export/${exportId}`)).status, 404);
      await p.call(owner, `POST /storage/recyclebin/files/${fileId}/restore`);
      assert.equal((await get(address)).status, 200);
      assert.equal((await p.call(owner, `DELETE /mesh-export/${exportId}`)).status, 204);
      const answer = await get(address);
      assert.deepEqual([answer.status, answer.headers.get('x-ms-error-code')], [404, 'ContainerNotFound']);
      const left = fileLink(await linkOf(other), 'tileset.json');
      assert.equal((await get(left)).status, 200);
      assert.equal((await p.call(owner, `DELETE /twins/${twinId}`)).status, 204);
      assert.equal((await get(left)).status, 404, 'of a deleted twin');
    });
  },
  { environment: { MESH_EXPORT_CDN_URL: `${cdn}/` } },
);
