import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eachPlatform } from '../../../test/support/platform.ts';
import { eachScenario, type ScenarioOf } from '../../../test/support/scenarios.ts';
import { webhookBody as body, eventTypes, type Fixture, fixtureOf } from './testing/fixture.ts';

const unknownId = randomUUID();

const scenarios: readonly ScenarioOf<Fixture>[] = [
  {
    name: 'create for the account, in any case of the scope, with a generated secret',
    call: 'POST /webhooks/',
    as: 'service',
    body: { ...body, scope: 'aCCOUNT', scopeId: 'ignored', eventTypes: [...eventTypes, ...eventTypes] },
    status: 202,
    async proves({ body: made }, { p, admin }) {
      const account = (await p.call(admin, 'GET /twins/myprimaryaccount')).body.twin.id;
      const { id, secret, ...rest } = made;
      assert.match(secret, /^[0-9a-f]{64}$/);
      const { callbackUrl } = body;
      assert.deepEqual(rest, { scope: 'Account', scopeId: account, active: false, callbackUrl, eventTypes });
      const got = (await p.call(admin, `GET /webhooks/${id}`)).body;
      assert.equal(got.secret, undefined);
      assert.match(got.created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    },
  },
  {
    name: 'create for a twin with a secret of its own of twelve characters, by an administrator',
    call: 'POST /webhooks',
    as: 'admin',
    body: { ...body, scope: 'twin', scopeId: '{twinId}', secret: 's'.repeat(12) },
    status: 202,
    proves: ({ body: made }, { twinId }) => {
      assert.deepEqual([made.scope, made.scopeId, made.secret], ['twin', twinId, 's'.repeat(12)]);
    },
  },
  {
    name: 'create with names that are never raised here',
    call: 'POST /webhooks',
    as: 'service',
    body: { ...body, eventTypes: ['models.namedVersionCreated.v1', 'issues.issueCreated.v1'] },
    status: 202,
  },
  { name: 'create without a token', call: 'POST /webhooks', body, status: 401, code: 'HeaderNotFound' },
  {
    name: 'create by a person who is no administrator',
    call: 'POST /webhooks',
    as: 'colleague',
    body,
    status: 403,
    code: 'InsufficientPermissions',
  },
  {
    name: 'create for a twin that does not exist',
    call: 'POST /webhooks',
    as: 'service',
    body: { ...body, scope: 'twin', scopeId: unknownId },
    status: 404,
    code: 'twinNotFound',
  },
  {
    name: 'create for a twin that the application does not see',
    call: 'POST /webhooks',
    as: 'foreignService',
    body: { ...body, scope: 'twin', scopeId: '{twinId}' },
    status: 404,
    code: 'twinNotFound',
  },
  {
    name: 'create with nothing',
    call: 'POST /webhooks',
    as: 'service',
    body: {},
    status: 422,
    code: 'InvalidCreateWebhookRequest',
    targets: ['callbackUrl', 'scope', 'eventTypes'],
    proves: ({ body: { error } }) => {
      assert.equal(error.message, 'Cannot create a webhook. Make sure the request body is valid.');
      assert.deepEqual(
        [...new Set(error.details.map((one: { code: string }) => one.code))],
        ['MissingRequiredProperty'],
      );
    },
  },
  {
    name: 'create for a twin without its id',
    call: 'POST /webhooks',
    as: 'service',
    body: { ...body, scope: 'twin' },
    status: 422,
    code: 'InvalidCreateWebhookRequest',
    targets: ['scopeId'],
  },
  {
    name: 'create with everything wrong',
    call: 'POST /webhooks',
    as: 'service',
    body: {
      id: unknownId,
      active: true,
      created: 'x',
      modified: 'x',
      scope: 'twin',
      scopeId: 'x',
      secret: 'short',
      callbackUrl: 'ftp://x',
      eventTypes: ['twins.twinCreated.v1', 'Twins.TwinCreated.v1', 7],
    },
    status: 422,
    code: 'InvalidCreateWebhookRequest',
    targets: [
      'eventTypes[2]',
      'secret',
      'scopeId',
      'eventTypes[1]',
      'callbackUrl',
      'id',
      'active',
      'created',
      'modified',
    ],
  },
  {
    name: 'create with what is no JSON',
    call: 'POST /webhooks',
    as: 'service',
    body: '{',
    status: 422,
    code: 'InvalidCreateWebhookRequest',
    targets: [null],
  },
  {
    name: 'create with another media type',
    call: 'POST /webhooks',
    as: 'service',
    body: 'a=b',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    status: 415,
    code: 'UnsupportedMediaType',
  },
  ...(
    [
      ['http://no-such-host.invalid/', /The host of the address was not found/],
      ['http://93.184.215.14/', /must begin with https:\/\/: http is for networks that the server allows/],
      ['https://10.1.2.3/', /may not connect to that network or port/],
      ['https://192.168.1.1:8443/x', /may not connect to that network or port/],
      ['https://[fd00::1]/', /may not connect to that network or port/],
      ['https://2130706434:22/', /may not connect to that network or port/],
      ['https://user@some-callback.example.com/', /must not hold a user/],
      ['https://some-callback.example.com/#part', /must not have a part after #/],
      ['https://some-callback.example.com/#', /must not have a part after #/],
      ['some-callback.example.com', /must begin with https/],
      ['https:some-callback.example.com', /must begin with https/],
      [`https://some-callback.example.com/${'x'.repeat(2000)}`, /^Invalid request body\.$/],
      ['javascript:alert(1)', /must begin with https/],
    ] as const
  ).map(
    ([callbackUrl, said]): ScenarioOf<Fixture> => ({
      name: `create with the callback ${callbackUrl.slice(0, 50)}: what is wrong with it is said at the field`,
      call: 'POST /webhooks',
      as: 'service',
      body: { ...body, callbackUrl },
      status: 422,
      code: 'InvalidCreateWebhookRequest',
      targets: ['callbackUrl'],
      proves({ body: { error } }) {
        const [detail] = error.details;
        assert.equal(detail.code, 'InvalidRequestBody');
        assert.match(detail.message, /^Invalid request body\./);
        assert.match(detail.message, said);
      },
    }),
  ),
];

eachPlatform('creating webhooks', (platform) =>
  eachScenario(platform, async () => fixtureOf(await platform()), scenarios),
);
