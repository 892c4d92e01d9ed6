import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { webhookBody } from '../../src/areas/webhooks/testing/fixture.ts';
import { isSigned, startReceiver } from '../../src/areas/webhooks/testing/receiver.ts';
import { eventually } from '../support/eventually.ts';
import { foreign } from '../support/foreign-names.ts';
import { type Person, type Platform, startPlatform } from '../support/platform.ts';

const vendor = (version: number) => ({ Accept: `application/vnd.acme.zwilling-platform.v${version}+json` });

describe('a server with a table of names', () => {
  const logged: Record<string, unknown>[] = [];
  let started: ReturnType<typeof startPlatform> | undefined;
  const platform = (): Promise<Platform> => {
    const log = {
      debug() {},
      info: (facts: object) => void logged.push({ ...facts }),
      warn() {},
      error: console.error,
    };
    const hosts = { NAMES_FILE: process.env.TEST_NAMES_FILE ?? '' };
    started ??= startPlatform({ environment: hosts, log });
    return started;
  };
  after(async () => (await started)?.stop());
  const cast = async (): Promise<{ p: Platform; ada: Person }> => {
    const p = await platform();
    return { p, ada: await p.person({ organizationId: await p.organization(), roles: ['account_administrator'] }) };
  };

  it('answers each address in its own words, and what is the same in both as Accept asks', async () => {
    const { p, ada } = await cast();
    const { id } = await p.twin(ada);
    const [ours, theirs] = [await p.call(ada, `GET /twins/${id}`), await p.call(ada, `GET /ZWILLINGS/${id}/`)];
    const { twinAccountId, ...rest } = ours.body.twin;
    assert.deepEqual(theirs.body, { zwilling: { ...rest, zwillingAccountId: twinAccountId } });
    // the vendor of the table does not change the words of an address that is ours alone
    assert.deepEqual((await p.call(ada, `GET /twins/${id}`, { headers: vendor(1) })).body, ours.body);
    const target = async (headers?: Readonly<Record<string, string>>) => {
      const answer = await p.call(ada, 'GET /storage', headers ? { headers } : {});
      assert.ok(answer.headers.get('vary')?.includes('Accept'));
      return answer.body.error.details[0].target;
    };
    assert.deepEqual([await target(), await target(vendor(1))], ['twinId', 'zwillingId']);
    // a parameter that only the table has makes an address one of the table
    const links = async (query: string) => (await p.call(ada, `GET /storage?${query}`)).body._links.self.href;
    assert.match(await links(`zwillingId=${id}`), /zwillingId=/);
    assert.match(await links(`twinId=${id}`), /twinId=/);
  });

  it('goes on in one language with a list that was begun in the other', async () => {
    const { p, ada } = await cast();
    const { id } = await p.twin(ada);
    const root = (await p.call(ada, `GET /storage?twinId=${id}`)).body._links.folder.href;
    for (const displayName of ['a', 'b', 'c']) await p.call(ada, `POST ${root}/folders`, { body: { displayName } });
    const service = await p.person({
      organizationId: ada.organizationId,
      service: true,
      roles: ['account_administrator'],
    });
    const made = await p.call(service, 'POST /webhooks', { body: webhookBody });
    for (let n = 0; n < 3; n++) await p.call(service, `POST /webhooks/${made.body.id}/test`);
    const first = await p.call(service, `GET /webhooks/${made.body.id}/deliveries?$top=1`, { headers: vendor(2) });
    const second = await p.call(service, `GET ${first.body._links.next.href}`);
    const third = await p.call(service, `GET ${second.body._links.next.href}`, { headers: vendor(2) });
    const ids = [first, second, third].map(({ body }) => body.deliveries[0].messageId);
    assert.equal(new Set(ids).size, 3);
    assert.deepEqual(
      [typeof first.body.deliveries[0].zwillingId, typeof second.body.deliveries[0].twinId],
      ['string', 'string'],
    );
  });

  it('takes tags and keys of one language in the other', async () => {
    const { p, ada } = await cast();
    const { id } = await p.twin(ada);
    const tag = (await p.call(ada, `GET /zwillings/${id}`)).headers.get('etag') ?? '';
    const known = await p.call(ada, `GET /twins/${id}`, { headers: { 'If-None-Match': tag } });
    assert.equal(known.status, 304);
    const change = { body: { displayName: 'Changed' }, headers: { 'If-Match': tag } };
    assert.equal((await p.call(ada, `PATCH /twins/${id}`, change)).status, 200);
    assert.equal((await p.call(ada, `PATCH /zwillings/${id}`, change)).status, 412);
    const body = { class: 'Endeavor', subClass: 'Project', displayName: 'Once' };
    const headers = { 'Idempotency-Key': 'once' };
    const made = await p.call(ada, 'POST /twins/', { body, headers });
    const again = await p.call(ada, 'POST /zwillings/', { body, headers });
    assert.deepEqual([made.status, again.status], [201, 201]);
    assert.equal(again.body.zwilling.id, made.body.twin.id);
  });

  it('takes tokens for a scope of the table', async () => {
    const { p, ada } = await cast();
    const token = await p.tokenOf(ada.userId, ada.clientId, { scope: ['zwilling-platform'] });
    for (const path of ['/twins', '/zwillings'])
      assert.equal((await p.call({ ...ada, token }, `GET ${path}`)).status, 200);
    const other = await p.tokenOf(ada.userId, ada.clientId, { scope: ['other-platform'] });
    const refused = await p.call({ ...ada, token: other }, 'GET /zwillings');
    assert.equal(refused.status, 401);
    assert.match(refused.headers.get('www-authenticate') ?? '', /realm="zwilling-platform"/);
  });

  it('logs the neutral path, and the one that was asked', async () => {
    const { p, ada } = await cast();
    const { id } = await p.twin(ada);
    logged.length = 0;
    await p.call(ada, `GET /zwillings/${id}`);
    await p.call(ada, `GET /twins/${id}`);
    await eventually(async () => assert.equal(logged.filter(({ method }) => method === 'GET').length, 2));
    assert.deepEqual(
      logged.filter(({ method }) => method === 'GET').map(({ path, asked }) => [path, asked]),
      [
        [`/twins/${id}`, `/zwillings/${id}`],
        [`/twins/${id}`, undefined],
      ],
    );
  });

  it('tells scripts the names of headers in the words of the answer', async () => {
    const { p, ada } = await cast();
    const { headers } = await p.call(ada, 'GET /zwillings', { headers: { Origin: 'https://app.example' } });
    const exposed = headers.get('access-control-expose-headers') ?? '';
    assert.ok(exposed.includes('ZwillingPlatform-RateLimited-Tier') && !exposed.includes('TwinPlatform'), exposed);
  });

  it('sends a webhook that was made in words of the table its events in them, signed, and others theirs', async () => {
    const { p, ada } = await cast();
    const organizationId = ada.organizationId;
    const service = await p.person({ organizationId, service: true, roles: ['account_administrator'] });
    const [named, plain] = [await startReceiver(), await startReceiver()];
    try {
      const type = 'twins.twinCreated.v1';
      const theirs = { ...webhookBody, callbackUrl: named.url, eventTypes: [foreign(type)] };
      const ours = { ...webhookBody, callbackUrl: plain.url, eventTypes: [type] };
      const made = await p.call(service, 'POST /webhooks', { body: theirs, headers: vendor(2) });
      assert.deepEqual([made.status, made.body.eventTypes], [202, [foreign(type)]]);
      const other = await p.call(service, 'POST /webhooks', { body: ours });
      for (const { body } of [made, other])
        await p.call(service, `PATCH /webhooks/${body.id}`, { body: { active: true } });
      await p.twin(ada, { displayName: 'twin of a model' });
      await eventually(async () => assert.deepEqual([named.received.length, plain.received.length], [1, 1]));
      const [told, said] = [named.received[0], plain.received[0]];
      assert.ok(told && said && isSigned(told, made.body.secret) && isSigned(said, other.body.secret));
      const [event, plainEvent] = [JSON.parse(told.body), JSON.parse(said.body)];
      assert.deepEqual([event.eventType, event.zwillingId], [foreign(type), plainEvent.twinId]);
      assert.equal(event.content.zwillingClass, plainEvent.content.twinClass);
      const listed = await p.call(service, `GET /webhooks/${made.body.id}`);
      assert.deepEqual(listed.body.eventTypes, [type]);
    } finally {
      await named.close();
      await plain.close();
    }
  });
});
