import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../../test/support/eventually.ts';
import { type Answer, eachPlatform } from '../../../test/support/platform.ts';
import { eachScenario, type ScenarioOf } from '../../../test/support/scenarios.ts';
import { type Fixture, fixtureOf } from './testing/fixture.ts';

const unknownId = randomUUID();
const one = '/webhooks/{webhookId}';

const scenarios: readonly ScenarioOf<Fixture>[] = [
  {
    name: 'version 1, which is not there',
    call: 'GET /webhooks',
    as: 'service',
    headers: { Accept: 'application/vnd.vendor.twin-platform.v1+json' },
    status: 404,
    code: 'ResourceNotFound',
  },
  {
    name: 'list as the application',
    call: 'GET /Webhooks',
    as: 'service',
    headers: { Accept: 'application/vnd.vendor.twin-platform.v2+json' },
    status: 200,
    proves: ({ body: { webhooks } }, { webhookId }) => {
      assert.ok(webhooks.some((one: { id: string }) => one.id === webhookId));
    },
  },
  {
    name: 'list as another application of the organization',
    call: 'GET /webhooks',
    as: 'sibling',
    status: 200,
    proves: (answer) => assert.deepEqual(answer.body, { webhooks: [] }),
  },
  {
    name: 'list as an administrator: those of all applications of the organization',
    call: 'GET /webhooks',
    as: 'admin',
    status: 200,
    proves: ({ body: { webhooks } }, { webhookId }) => {
      assert.ok(webhooks.some((one: { id: string }) => one.id === webhookId));
    },
  },
  { name: 'list without a token', call: 'GET /webhooks', status: 401, code: 'HeaderNotFound' },
  { name: 'list as a person', call: 'GET /webhooks', as: 'colleague', status: 403, code: 'InsufficientPermissions' },
  {
    name: 'read',
    call: `GET ${one}`,
    as: 'service',
    status: 200,
    proves: (answer) => {
      assert.deepEqual(Object.keys(answer.body).sort(), [
        'active',
        'callbackUrl',
        'created',
        'eventTypes',
        'id',
        'modified',
        'scope',
        'scopeId',
      ]);
      assert.match(answer.headers.get('etag') ?? '', /^W\/"/);
    },
  },
  { name: 'read without a token', call: `GET ${one}`, status: 401, code: 'HeaderNotFound' },
  { name: 'read as a person', call: `GET ${one}`, as: 'colleague', status: 403, code: 'InsufficientPermissions' },
  ...(['sibling', 'stranger', 'foreignService'] as const).flatMap((as): ScenarioOf<Fixture>[] =>
    ['GET', 'PATCH', 'DELETE', 'POST test', 'GET deliveries'].map((operation) => {
      const [method, rest] = operation.split(' ');
      const call = `${method} ${one}${rest ? `/${rest}` : ''}`;
      return { name: `${operation} as ${as}`, call, as, body: bodyFor(method), status: 404, code: 'WebhookNotFound' };
    }),
  ),
  ...['GET', 'PATCH', 'DELETE', 'POST test', 'GET deliveries'].flatMap((operation): ScenarioOf<Fixture>[] =>
    [unknownId, 'x'].map((id) => {
      const [method, rest] = operation.split(' ');
      const call = `${method} /webhooks/${id}${rest ? `/${rest}` : ''}`;
      const name = `${operation} of ${id === 'x' ? 'a malformed' : 'an unknown'} id`;
      return { name, call, as: 'service', body: bodyFor(method), status: 404, code: 'WebhookNotFound' };
    }),
  ),
  {
    name: 'update',
    call: `PATCH ${one}`,
    as: 'admin',
    body: { callbackUrl: 'https://other.example.com/', eventTypes: ['forms.formCreated.v1'], active: true },
    status: 200,
    async proves({ body: updated }, { p, service, webhookId }) {
      assert.equal(updated.callbackUrl, 'https://other.example.com/');
      assert.deepEqual([updated.eventTypes, updated.active], [['forms.formCreated.v1'], true]);
      assert.ok(updated.modified > updated.created);
      assert.deepEqual((await p.call(service, `GET /webhooks/${webhookId}`)).body, updated);
    },
  },
  {
    name: 'update nothing',
    call: `PATCH ${one}`,
    as: 'service',
    body: {},
    status: 200,
    proves: ({ body: { created, modified } }) => assert.equal(modified, created),
  },
  { name: 'update without a token', call: `PATCH ${one}`, body: {}, status: 401, code: 'HeaderNotFound' },
  { name: 'update as a person', call: `PATCH ${one}`, as: 'colleague', body: {}, status: 403 },
  {
    name: 'update what was changed since',
    call: `PATCH ${one}`,
    as: 'service',
    body: { active: true },
    headers: { 'If-Match': 'W/"77"' },
    status: 412,
    code: 'PreconditionFailed',
  },
  {
    name: 'update what is read only, with everything else wrong',
    call: `PATCH ${one}`,
    as: 'service',
    body: { scope: 'twin', scopeId: unknownId, active: 'yes', eventTypes: [], secret: null, callbackUrl: null },
    status: 422,
    code: 'InvalidUpdateWebhookRequest',
    targets: ['callbackUrl', 'eventTypes', 'active', 'secret', 'scope', 'scopeId'],
  },
  {
    name: 'test',
    call: `POST ${one}/test`,
    as: 'service',
    status: 202,
    async proves({ body: { messageId } }, { p, service, webhookId }) {
      await eventually(async () => {
        const { deliveries } = (await p.call(service, `GET /webhooks/${webhookId}/deliveries`)).body;
        const [delivery] = deliveries;
        assert.deepEqual([delivery.messageId, delivery.state], [messageId, 'Pending'], 'it is tried again');
        assert.equal(delivery.eventType, 'webhooks.test.v1');
        assert.ok(delivery.nextAttemptDateTime > delivery.enqueuedDateTime);
        assert.deepEqual([delivery.attempts.length, delivery.attempts[0].error], [1, 'Callback host was not found.']);
      });
    },
  },
  { name: 'test without a token', call: `POST ${one}/test`, status: 401, code: 'HeaderNotFound' },
  { name: 'test as a person', call: `POST ${one}/test`, as: 'colleague', status: 403 },
  {
    name: 'deliveries, page by page',
    call: `GET ${one}/deliveries?$top=2`,
    as: 'admin',
    status: 200,
    async proves({ body: empty }, { p, service, admin, webhookId }) {
      assert.deepEqual(empty.deliveries, []);
      assert.equal(empty._links.next, undefined);
      const sent: string[] = [];
      for (let n = 0; n < 5; n++) {
        sent.unshift((await p.call(service, `POST /webhooks/${webhookId}/test`)).body.messageId);
      }
      const seen: string[] = [];
      let next: string | undefined = `${p.baseUrl}/webhooks/${webhookId}/deliveries?$top=2`;
      while (next) {
        const page: Answer = await p.call(admin, `GET ${next}`);
        assert.ok(page.body.deliveries.length <= 2);
        seen.push(...page.body.deliveries.map((one: { messageId: string }) => one.messageId));
        next = page.body._links.next?.href;
      }
      assert.deepEqual(seen, sent);
    },
  },
  { name: 'deliveries without a token', call: `GET ${one}/deliveries`, status: 401, code: 'HeaderNotFound' },
  { name: 'deliveries as a person', call: `GET ${one}/deliveries`, as: 'colleague', status: 403 },
  {
    name: 'deliveries with wrong parameters',
    call: `GET ${one}/deliveries?$top=0&continuationToken=${'x'.repeat(2001)}`,
    as: 'service',
    status: 422,
    code: 'InvalidWebhooksRequest',
    targets: ['$top', 'continuationToken'],
  },
  {
    name: 'deliveries with a forged token',
    call: `GET ${one}/deliveries?continuationToken=WzEsMl0.x`,
    as: 'service',
    status: 422,
    code: 'InvalidWebhooksRequest',
    targets: ['continuationToken'],
  },
  {
    name: 'delete',
    call: `DELETE ${one}`,
    as: 'service',
    status: 204,
    async proves(_answer, { p, service, webhookId }) {
      assert.equal((await p.call(service, `GET /webhooks/${webhookId}`)).status, 404);
      assert.equal((await p.call(service, `DELETE /webhooks/${webhookId}`)).status, 404);
    },
  },
  { name: 'delete without a token', call: `DELETE ${one}`, status: 401, code: 'HeaderNotFound' },
  { name: 'delete as a person', call: `DELETE ${one}`, as: 'colleague', status: 403 },
  {
    name: 'delete what was changed since',
    call: `DELETE ${one}`,
    as: 'service',
    headers: { 'If-Match': '"77"' },
    status: 412,
    code: 'PreconditionFailed',
  },
];

function bodyFor(method: string | undefined): unknown {
  return method === 'PATCH' ? {} : undefined;
}

eachPlatform('webhooks', (platform) => eachScenario(platform, async () => fixtureOf(await platform()), scenarios));
