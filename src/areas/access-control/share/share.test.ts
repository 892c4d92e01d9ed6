import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { eachPlatform } from '../../../../test/support/platform.ts';
import { q } from '../tables.ts';
import { base, fixtureOf } from '../testing/fixture.ts';
import { runScenarios, type Scenario } from '../testing/run-scenarios.ts';

const shares = `${base}/{twinId}/shares`;
const unknown = randomUUID();

const rows: readonly Scenario[] = [
  {
    name: 'create without a body',
    call: `POST ${shares}`,
    as: 'manager',
    status: 201,
    proves: ({ body: { share } }, { twinId }) => {
      const { id, shareKey, ...rest } = share;
      assert.deepEqual(rest, { twinId, shareContract: 'Default', expiration: null });
      assert.match(shareKey, /^[\w-]{43}$/);
    },
  },
  {
    name: 'create with an end',
    call: `POST ${shares}`,
    as: 'manager',
    body: { shareContract: 'Default', expiration: '2999-04-24T19:03:26+02:00' },
    status: 201,
    proves: ({ body: { share } }) => assert.equal(share.expiration, '2999-04-24T17:03:26.000Z'),
  },
  {
    name: 'create with an unknown contract',
    call: `POST ${shares}`,
    as: 'manager',
    body: { shareContract: 'Other' },
    status: 404,
    code: 'ShareContractNotFound',
    proves: ({ body }) => assert.equal(body.error.target, 'shareContract'),
  },
  {
    name: 'create with an end in the past',
    call: `POST ${shares}`,
    as: 'manager',
    body: { expiration: '2020-01-01' },
    status: 422,
    code: 'InvalidtwinsShareRequest',
    targets: ['expiration'],
  },
  {
    name: 'create with an end that is no time',
    call: `POST ${shares}`,
    as: 'manager',
    body: { expiration: 'soon' },
    status: 422,
    targets: ['expiration'],
  },
  { name: 'create without the permission', call: `POST ${shares}`, as: 'reader', status: 403 },
  { name: 'create by a stranger', call: `POST ${shares}`, as: 'stranger', status: 404, code: 'TwinNotFound' },
  { name: 'create without a token', call: `POST ${shares}`, status: 401 },
  {
    name: 'create with another media type',
    call: `POST ${shares}`,
    as: 'manager',
    body: 'x',
    headers: { 'Content-Type': 'text/xml' },
    status: 415,
  },
  {
    name: 'none',
    call: `GET ${shares}`,
    as: 'manager',
    status: 200,
    proves: ({ body, headers }) => assert.deepEqual([body.shares, headers.get('Cache-Control')], [[], 'no-store']),
  },
  {
    name: 'a page out of range',
    call: `GET ${shares}?$top=0`,
    as: 'manager',
    status: 422,
    code: 'InvalidtwinsShareRequest',
    targets: ['$top'],
  },
  { name: 'shares without the permission', call: `GET ${shares}`, as: 'reader', status: 403 },
  { name: 'shares by a stranger', call: `GET ${shares}`, as: 'stranger', status: 404, code: 'TwinNotFound' },
  { name: 'shares without a token', call: `GET ${shares}`, status: 401 },
  {
    name: 'one that does not exist',
    call: `GET ${shares}/${unknown}`,
    as: 'manager',
    status: 404,
    code: 'ShareNotFound',
  },
  { name: 'one without the permission', call: `GET ${shares}/x`, as: 'reader', status: 403 },
  { name: 'one by a stranger', call: `GET ${shares}/x`, as: 'stranger', status: 404, code: 'TwinNotFound' },
  { name: 'one without a token', call: `GET ${shares}/x`, status: 401 },
  {
    name: 'delete one that does not exist',
    call: `DELETE ${shares}/x`,
    as: 'manager',
    status: 404,
    code: 'ShareNotFound',
  },
  { name: 'delete without the permission', call: `DELETE ${shares}/x`, as: 'reader', status: 403 },
  { name: 'delete by a stranger', call: `DELETE ${shares}/x`, as: 'stranger', status: 404, code: 'TwinNotFound' },
  { name: 'delete without a token', call: `DELETE ${shares}/x`, status: 401 },
];

eachPlatform('shares', (platform) => {
  runScenarios(platform, 'shares', rows);

  it('are kept sealed, listed with their keys, deleted, and gone after their end', async () => {
    const { p, manager, twinId } = await fixtureOf(await platform());
    const path = `${base}/${twinId}/shares`;
    const made = [1, 2, 3].map(() => p.call(manager, `POST ${path}`, { body: { expiration: '2999-01-01' } }));
    const [first, second] = (await Promise.all(made)).map((one) => one.body.share);
    const stored = await p.app.db.all(q.selectFrom('shares').selectAll().where('twin_id', '=', twinId));
    assert.ok(!JSON.stringify(stored).includes(first.shareKey));
    const list = await p.call(manager, `GET ${path}?$top=2`);
    assert.equal(list.body.shares.length, 2);
    assert.ok(list.body._links.next);
    assert.deepEqual((await p.call(manager, `GET ${path}/${first.id}`)).body.share, first);
    assert.equal((await p.call(manager, `DELETE ${path}/${first.id}`)).status, 204);
    assert.equal((await p.call(manager, `DELETE ${path}/${first.id}`)).status, 404);
    await p.app.db.write((tx) =>
      tx.run(
        q
          .updateTable('shares')
          .set({ expires: Date.now() - 1 })
          .where('id', '=', second.id),
      ),
    );
    assert.equal((await p.call(manager, `GET ${path}/${second.id}`)).status, 404);
  });

  it('let nobody in by their keys', async () => {
    const { p, manager, twinId } = await fixtureOf(await platform());
    const { share } = (await p.call(manager, `POST ${base}/${twinId}/shares`)).body;
    const headers = { Authorization: `Basic ${share.shareKey}` };
    const answer = await p.call(undefined, `GET /twins/${twinId}`, { headers });
    assert.deepEqual([answer.status, answer.body.error.code], [401, 'InvalidAuthorizationScheme']);
  });
});
