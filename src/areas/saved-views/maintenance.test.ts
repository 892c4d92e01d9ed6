import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Answer, eachPlatform } from '../../../test/support/platform.ts';
import { silentLog } from '../../std/log.ts';
import { savedViewsArea } from './area.ts';
import { q } from './tables.ts';
import { camera, dataUrl, type Fixture, fixtureOf, newView, peopleOf, png } from './testing/fixture.ts';

const statuses = (answers: readonly Answer[]) => answers.map((answer) => answer.status).sort();

eachPlatform('saved views', (platform) => {
  let shared: Promise<Fixture> | undefined;
  const fixture = () => {
    shared ??= platform().then(peopleOf).then(fixtureOf);
    return shared;
  };

  it('removes everything of a twin that is purged, and nothing else', async () => {
    const people = await peopleOf(await platform());
    const [gone, kept] = [await fixtureOf(people), await fixtureOf(people)];
    const { p, maker } = gone;
    const { href } = (await p.call(maker, `GET /savedviews/${gone.picturedView}/image`)).body;
    const kit = { db: p.app.db, ports: p.app.ports, baseUrl: p.baseUrl, log: silentLog, now: Date.now };
    await p.app.db.write(async (tx) => savedViewsArea(kit).listeners?.twins?.purged(tx, gone.twinId));
    for (const table of ['saved_views', 'saved_view_groups', 'saved_view_tags'] as const) {
      const rows = await p.app.db.all(q.selectFrom(table).select('twin_id'));
      assert.ok(rows.every((row) => row.twin_id !== gone.twinId));
    }
    for (const table of ['saved_view_extensions', 'saved_view_tagged'] as const) {
      const rows = await p.app.db.all(q.selectFrom(table).select('view_id').where('view_id', '=', gone.view));
      assert.deepEqual(rows, []);
    }
    assert.equal((await fetch(href)).status, 404);
    const { savedViews } = (await p.call(maker, `GET /savedviews?twinId=${kept.twinId}`)).body;
    assert.equal(savedViews.length, 6);
    assert.equal((await p.call(maker, `GET /savedviews/${kept.view}`)).body.savedView.tags.length, 1);
  });

  it('are not there when their twin is deleted', async () => {
    const { p, owner, maker, twinId, view, group, tag } = await fixtureOf(await peopleOf(await platform()));
    assert.equal((await p.call(owner, `DELETE /twins/${twinId}`)).status, 204);
    const paths = [view, `groups/${group}`, `tags/${tag}`, `?twinId=${twinId}`];
    for (const path of paths) assert.equal((await p.call(maker, `GET /savedviews/${path}`)).status, 404);
  });

  it('stay when their model goes; only the model itself is unknown then', async () => {
    const { p, maker, twinId, addModel, model, modelView } = await fixtureOf(await peopleOf(await platform()));
    addModel({ id: model, twinId: 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11' });
    const { body } = await p.call(maker, `GET /savedviews/${modelView}`);
    assert.equal(body.savedView._links.model.href, `${p.baseUrl}/models/${model}`);
    const { savedViews } = (await p.call(maker, `GET /savedviews?twinId=${twinId}`)).body;
    assert.ok(savedViews.some((one: { id: string }) => one.id === modelView));
    assert.equal((await p.call(maker, `GET /savedviews?modelId=${model}`)).status, 404);
  });

  it('end a page with data where it holds enough', async () => {
    const { p, maker, owner } = await fixture();
    const { id: twinId } = await p.twin(owner);
    const data = JSON.stringify('x'.repeat(4 * 2 ** 20));
    for (let at = 0; at < 10; at++) {
      const extensions = [{ extensionName: 'large', data }];
      await newView(p, owner, twinId, { displayName: String(at), extensions });
    }
    const headers = { Prefer: 'return=representation' };
    const first = await p.call(owner, `GET /savedviews?twinId=${twinId}&$top=9`, { headers });
    assert.equal(first.body.savedViews.length, 7);
    const second = await p.call(owner, `GET ${first.body._links.next.href}`, { headers });
    const names = [...first.body.savedViews, ...second.body.savedViews].map((view) => view.displayName);
    assert.deepEqual(names, [...'0123456789']);
    assert.equal(second.body._links.next, undefined);
    assert.equal((await p.call(owner, `GET /savedviews?twinId=${twinId}`)).body.savedViews.length, 10);
    assert.equal((await p.call(maker, `GET /savedviews?twinId=${twinId}`)).status, 404);
  });

  it('of a deletion of a tag and a view that takes it, one fails', async () => {
    const { p, maker, twinId } = await fixture();
    for (let round = 0; round < 5; round++) {
      const made = await p.call(maker, 'POST /savedviews/tags', { body: { twinId, displayName: 'short' } });
      const { id } = made.body.tag;
      const body = { twinId, displayName: 'tagged', savedViewData: camera, tagIds: [id] };
      const [deleted, created] = await Promise.all([
        p.call(maker, `DELETE /savedviews/tags/${id}`),
        p.call(maker, 'POST /savedviews', { body }),
      ]);
      assert.ok(deleted && created);
      const pair = [deleted.status, created.status];
      assert.ok(pair.join() === '204,422' || pair.join() === '422,201', pair.join());
    }
  });

  it('take every extension of several at once, and the last picture only', async () => {
    const { p, maker, twinId } = await fixture();
    const view = await newView(p, maker, twinId, { displayName: 'busy' });
    const put = (at: number) =>
      p.call(maker, `PUT /savedviews/${view}/extensions`, { body: { extensionName: `x${at}`, data: '1' } });
    assert.deepEqual(statuses(await Promise.all([0, 1, 2, 3, 0].map(put))), [200, 201, 201, 201, 201]);
    const { extensions } = (await p.call(maker, `GET /savedviews/${view}/extensions`)).body;
    assert.equal(extensions.length, 4);
    const image = dataUrl(await png(30, 30));
    const show = () => p.call(maker, `PUT /savedviews/${view}/image`, { body: { image } });
    assert.deepEqual(statuses(await Promise.all([show(), show(), show()])), [204, 204, 204]);
    const { href } = (await p.call(maker, `GET /savedviews/${view}/image`)).body;
    assert.equal((await fetch(href)).status, 200);
  });
});
