import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { eachPlatform } from '../../../test/support/platform.ts';
import { idOf, peopleOf } from './testing/people.ts';
import { tailOf } from './testing/tails.ts';

eachPlatform('the tail of the request log', (platform) => {
  it('sends what matches and is seen, each once, in the order of the log, and goes on after a broken connection', async () => {
    const { p, member, admin, creator, strangerThere } = await peopleOf(await platform());
    const tail = await tailOf(p, member, '?operationId=twins.getMyTwins,twins.getTwin');
    const administrators = await tailOf(p, admin);
    const creators = await tailOf(p, creator);
    await Promise.all([tail.ready(), administrators.ready(), creators.ready()]);
    const first = await p.call(member, 'GET /twins/');
    await p.call(member, 'GET /users/me');
    const second = await p.call(member, 'GET /twins/x');
    const foreign = await p.call(strangerThere, 'GET /twins/?displayName=Secret');
    await eventually(async () => assert.deepEqual(tail.ids(), [idOf(first), idOf(second)]));
    await eventually(async () => assert.equal(administrators.ids().length, 3));
    await eventually(async () => assert.deepEqual(creators.ids(), [idOf(foreign)]));
    const [limited] = creators.told.filter(({ event }) => event === 'request');
    assert.deepEqual([limited?.data.limited, limited?.data.query, limited?.data.userId], [true, null, null]);
    tail.stop();
    const missed = await p.call(member, 'GET /twins/');
    await p.app.requestLog?.flush();
    const again = await tailOf(p, member, '?operationId=twins.getMyTwins', { 'Last-Event-ID': idOf(first) });
    await again.ready();
    assert.deepEqual(again.ids(), [idOf(missed)]);
    assert.equal(again.told.at(-1)?.event, 'ready', 'what was missed comes first');
    for (const one of [administrators, creators, again]) one.stop();
  });

  it('makes an entry when it ends, and there are 5 of a user at most', async () => {
    const { p, member } = await peopleOf(await platform());
    const tails = await Promise.all([1, 2, 3, 4, 5].map(() => tailOf(p, member)));
    await Promise.all(tails.map((one) => one.ready()));
    const sixth = await p.call(member, 'GET /observability/requests/tail');
    assert.equal(sixth.status, 422);
    assert.deepEqual(
      sixth.body.error.details.map((one: Record<string, string>) => [one.code, one.target]),
      [['ResourceQuotaExceeded', 'tail']],
    );
    for (const one of tails) one.stop();
    const listed = '/observability/requests?operationId=observability.tailRequests&status=200';
    await eventually(async () => {
      await p.app.requestLog?.flush();
      const { requests } = (await p.call(member, `GET ${listed}`)).body;
      assert.equal(requests.length, 5);
    });
    const seventh = await tailOf(p, member);
    await seventh.ready();
    seventh.stop();
  });
});
