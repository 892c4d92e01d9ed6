import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachPlatform } from '../../../test/support/platform.ts';
import { silentLog } from '../../std/log.ts';
import { houseFile } from '../models/testing/files.ts';
import { removeGone } from '../storage/maintenance.ts';
import { changedElementsArea } from './area.ts';
import { q } from './tables.ts';
import { compare, ended, modelOf, type Place, peopleOf, placeOf } from './testing/fixture.ts';

eachPlatform('results of comparisons', (platform) => {
  const newPlace = async () => placeOf(await peopleOf(await platform()));
  let place: Promise<Place> | undefined;
  const fixture = () => {
    place ??= newPlace();
    return place;
  };

  /** A completed comparison, with the address of its result. */
  async function completed(at: Place) {
    const model = await modelOf(at, houseFile(5));
    const path = await compare(at, model.id, model.changesets[0]);
    const { comparison } = await ended(at, path);
    return { ...model, path, href: comparison?.href ?? '' };
  }
  const rowsOf = async ({ p }: Place, modelId: string) =>
    (await p.app.db.all(q.selectFrom('comparisons').selectAll().where('model_id', '=', modelId))).length;
  const keptOf = async ({ p }: Place, blobs: readonly (string | null)[]) => {
    const found = await Promise.all(blobs.map((blob) => p.app.ports.blobs.find(p.app.db, blob ?? '')));
    return found.filter((blob) => blob !== undefined).length;
  };
  const blobsOf = async ({ p }: Place, modelId: string) => {
    const row = await p.app.db.first(q.selectFrom('comparisons').selectAll().where('model_id', '=', modelId));
    return [row?.full_blob ?? null, row?.minimal_blob ?? null];
  };
  const kitOf = ({ p }: Place) => ({
    db: p.app.db,
    ports: p.app.ports,
    baseUrl: p.baseUrl,
    log: silentLog,
    now: Date.now,
  });

  it('are JSON for whoever has the address, from any origin, whole, compressed, or in part', async () => {
    const { href } = await completed(await fixture());
    const accept = 'application/vnd.vendor.twin-platform.v2+json';
    const whole = await fetch(href, {
      headers: { Accept: accept, 'Accept-Encoding': 'br', Origin: 'https://viewer.example.com' },
    });
    assert.equal(whole.status, 200);
    assert.equal(whole.headers.get('content-type'), 'application/json');
    assert.equal(whole.headers.get('access-control-allow-origin'), '*');
    assert.equal(whole.headers.get('content-encoding'), 'br');
    const text = await whole.text();
    assert.equal(JSON.parse(text).changedElements.elements.length, 5);
    const plain = await fetch(href, { headers: { 'Accept-Encoding': 'identity', Range: 'bytes=0-18' } });
    assert.deepEqual([plain.status, await plain.text()], [206, text.slice(0, 19)]);
    const head = await fetch(href, { method: 'HEAD', headers: { 'Accept-Encoding': 'identity' } });
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(Buffer.byteLength(text))]);
    const preflight = await fetch(href, { method: 'OPTIONS', headers: { 'Access-Control-Request-Headers': 'accept' } });
    assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-headers')], [204, 'accept']);
    assert.equal((await fetch(href, { method: 'POST' })).status, 405);
  });

  it('are nobody else’s: a changed, older or foreign address opens nothing', async () => {
    const at = await fixture();
    const { href } = await completed(at);
    const url = new URL(href);
    const end = Number(url.searchParams.get('se'));
    const inSeconds = end - Date.now() / 1000;
    assert.ok(inSeconds > 3500 && inSeconds <= 3600, `${inSeconds} s`);
    const wrong = [
      href.replace('full.json', 'minimal.json'),
      href.replace(`se=${end}`, `se=${end + 1}`),
      href.replace(/sig=.*/, 'sig='),
      href.split('?')[0] ?? '',
    ];
    for (const one of wrong) assert.equal((await fetch(one)).status, 403, one);
    const past = String(Math.floor(Date.now() / 1000) - 1);
    const sign = (path: string, until: string) =>
      `${p.baseUrl}${path}?se=${until}&sig=${p.app.ports.secrets.sign('comparison-url', `${path}\n${until}`)}`;
    const { p } = at;
    assert.equal((await fetch(sign(url.pathname, past))).status, 403);
    assert.equal((await fetch(sign(url.pathname, String(end)))).status, 200);
    assert.equal((await fetch(sign('/comparisons/none/full.json', String(end)))).status, 404);
  });

  it('are not there while the model is recycled, and are gone when it is purged', async () => {
    const at = await fixture();
    const { p, maker, writer, twinId } = at;
    const { id, fileId, path, href } = await completed(at);
    await p.call(writer, 'PUT /changedelements/tracking', { body: { enable: true, twinId, modelId: id } });
    const blobs = await blobsOf(at, id);
    assert.equal(await keptOf(at, blobs), 2);
    await p.call(maker, `DELETE /storage/files/${fileId}`);
    assert.equal((await fetch(href)).status, 404);
    await p.call(maker, `POST /storage/recyclebin/files/${fileId}/restore`);
    assert.equal((await fetch(href)).status, 200);
    assert.equal((await p.call(maker, `GET ${path}`)).status, 200);
    await p.call(maker, `DELETE /storage/files/${fileId}`);
    await p.call(maker, `DELETE /storage/recyclebin/files/${fileId}`);
    await removeGone(kitOf(at)).run(new AbortController().signal);
    assert.equal((await fetch(href)).status, 404);
    assert.deepEqual([await rowsOf(at, id), await keptOf(at, blobs)], [0, 0]);
    const tracked = q.selectFrom('comparison_tracking').selectAll().where('model_id', '=', id);
    assert.deepEqual(await p.app.db.all(tracked), []);
  });

  it('go with their comparison, for good', async () => {
    const at = await fixture();
    const { p, maker } = at;
    const { id, path, href, changesets } = await completed(at);
    const blobs = await blobsOf(at, id);
    assert.equal((await p.call(maker, `DELETE ${path}`)).status, 204);
    assert.equal(await keptOf(at, blobs), 0);
    await ended(at, await compare(at, id, changesets[0]));
    assert.equal((await fetch(href)).status, 404, 'an old address shows a new comparison');
  });

  it('are not there when their twin is deleted, and are gone when it is purged', async () => {
    const [gone, kept] = [await newPlace(), await newPlace()];
    const [one, other] = [await completed(gone), await completed(kept)];
    const blobs = await blobsOf(gone, one.id);
    assert.equal((await gone.p.call(gone.owner, `DELETE /twins/${gone.twinId}`)).status, 204);
    assert.equal((await fetch(one.href)).status, 404);
    await gone.p.app.db.write(async (tx) => changedElementsArea(kitOf(gone)).listeners?.twins?.purged(tx, gone.twinId));
    assert.deepEqual([await rowsOf(gone, one.id), await keptOf(gone, blobs)], [0, 0]);
    assert.equal((await fetch(other.href)).status, 200);
  });
});
