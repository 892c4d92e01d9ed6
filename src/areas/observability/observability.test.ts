import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, eachPlatform, type Person, requireSuccess } from '../../../test/support/platform.ts';
import { type ScenarioOf, scenarioRunner } from '../../../test/support/scenarios.ts';
import { isUuid } from '../../std/ids.ts';
import { timeOfId } from '../../std/time-id.ts';
import { idOf, type People, peopleOf, seenBy, settled } from './testing/people.ts';

const requests = '/observability/requests';
const bodies = '/observability/applications/{application}/bodies';

const scenarios: readonly ScenarioOf<People>[] = [
  // it is played twice, and chance says which requests are written by then: none of them is one with an id of nobody
  { name: 'requests', call: `GET ${requests}?requestId={unknownId}`, as: 'member', status: 200 },
  { name: 'requests without a token', call: `GET ${requests}`, status: 401, code: 'HeaderNotFound' },
  {
    name: 'requests with everything wrong',
    call: `GET ${requests}?from=x&to=y&status=700&method=LOOK&mode=Play&userId=x&twinId=x&requestId=x&jobId=x&path=&minMs=-1&fault=x&code=&operationId=${new Array(51).fill('a')}&$top=0&continuationToken=${'x'.repeat(2001)}`,
    as: 'member',
    status: 422,
    code: 'InvalidRequestLogRequest',
    proves({ body }) {
      const { details } = body.error;
      assert.ok(
        details.every(({ code }: { code: string }) => code === 'InvalidParameter'),
        JSON.stringify(details),
      );
      const targets = details.map(({ target }: { target: string }) => target).sort();
      const all = [
        '$top',
        'code',
        'continuationToken',
        'fault',
        'from',
        'jobId',
        'method',
        'minMs',
        'mode',
        'operationId',
      ];
      assert.deepEqual(targets, [...all, 'path', 'requestId', 'status', 'to', 'twinId', 'userId']);
    },
  },
  {
    name: 'requests with a forged token',
    call: `GET ${requests}?continuationToken=WzEsMl0.x`,
    as: 'member',
    status: 422,
    targets: ['continuationToken'],
  },
  { name: 'a summary', call: `GET ${requests}/summary?requestId={unknownId}`, as: 'member', status: 200 },
  {
    name: 'a summary with a bad filter',
    call: `GET ${requests}/summary?status=x`,
    as: 'member',
    status: 422,
    targets: ['status'],
  },
  { name: 'a summary without a token', call: `GET ${requests}/summary`, status: 401 },
  {
    name: 'a tail with a bad filter',
    call: `GET ${requests}/tail?status=x`,
    as: 'member',
    status: 422,
    targets: ['status'],
  },
  { name: 'a tail without a token', call: `GET ${requests}/tail`, status: 401 },
  {
    name: 'one that is not there',
    call: `GET ${requests}/{unknownId}`,
    as: 'admin',
    status: 404,
    code: 'RequestNotFound',
  },
  { name: 'one with no id', call: `GET ${requests}/x`, as: 'admin', status: 404, code: 'RequestNotFound' },
  { name: 'one without a token', call: `GET ${requests}/x`, status: 401 },
  {
    name: 'kept bodies of an application of the organization',
    call: `GET ${bodies}`,
    as: 'admin',
    status: 200,
    proves: ({ body }, { application }) => assert.deepEqual(body, { bodies: { clientId: application, until: null } }),
  },
  { name: 'kept bodies, for a member', call: `GET ${bodies}`, as: 'member', status: 404, code: 'ApplicationNotFound' },
  { name: 'kept bodies, for another administrator', call: `GET ${bodies}`, as: 'otherAdmin', status: 404 },
  { name: 'kept bodies without a token', call: `GET ${bodies}`, status: 401 },
  {
    name: 'keeping bodies',
    call: `PUT ${bodies}`,
    as: 'admin',
    body: { minutes: 60 },
    status: 200,
    async proves({ body }, { p, admin, application }) {
      const left = Date.parse(body.bodies.until) - Date.now();
      assert.ok(left > 59 * 60_000 && left <= 60 * 60_000, body.bodies.until);
      const { entries } = requireSuccess(await p.call(admin, `GET /audit/entries?about=${application}`));
      assert.deepEqual([entries[0].action, entries[0].detail], ['application.bodiesKept', 'for 60 minutes']);
    },
  },
  ...[0, 61, 1.5, '1', null].map(
    (minutes): ScenarioOf<People> => ({
      name: `keeping bodies for ${JSON.stringify(minutes)} minutes`,
      call: `PUT ${bodies}`,
      as: 'admin',
      body: { minutes },
      status: 422,
      code: 'InvalidRequestLogRequest',
      targets: ['minutes'],
    }),
  ),
  { name: 'keeping bodies, for a member', call: `PUT ${bodies}`, as: 'member', body: { minutes: 1 }, status: 404 },
  { name: 'keeping bodies without a token', call: `PUT ${bodies}`, body: { minutes: 1 }, status: 401 },
  { name: 'forgetting bodies', call: `DELETE ${bodies}`, as: 'admin', status: 204 },
  { name: 'forgetting bodies, for a member', call: `DELETE ${bodies}`, as: 'member', status: 404 },
  { name: 'forgetting bodies without a token', call: `DELETE ${bodies}`, status: 401 },
];

/** With an entry in the log, so that its oldest is known from the first scenario on. */
const run = scenarioRunner(peopleOf, async (people) => {
  await people.p.call(people.member, 'GET /twins/none');
  await settled(people.p);
  return people;
});

eachPlatform('request log', (platform) => {
  run(platform, 'scenarios', scenarios);

  describe('an entry', () => {
    it('has all that is known of a refused request within a second', async () => {
      const { p, admin } = await peopleOf(await platform());
      const { id: twinId } = await p.twin(admin);
      const began = Date.now();
      const answer = await p.call(admin, `POST /twins/?$top=3&secret=abc&continuationToken=def`, {
        body: { class: 'Nothing', displayName: 'x' },
        headers: { 'User-Agent': `agent/${'x'.repeat(300)}`, 'X-Correlation-ID': 'mine', Prefer: 'return=minimal' },
      });
      assert.equal(answer.status, 422);
      const id = idOf(answer);
      assert.ok(isUuid(id));
      const [entry] = await seenBy(p, admin, `&requestId=${id}`);
      assert.ok(Math.abs(timeOfId(id) - began) < 5000);
      const { durationMs, rateLimit, address, details, requestBytes, responseBytes, ...rest } = entry;
      assert.ok(durationMs > 0 && rateLimit === null && /127\.0\.0\.1|::1/.test(address));
      assert.ok(requestBytes > 10 && responseBytes > 50);
      assert.deepEqual(
        details.map((one: { target: string }) => one.target).sort(),
        answer.body.error.details.map((one: { target: string }) => one.target).sort(),
      );
      assert.deepEqual(rest, {
        id,
        dateTime: new Date(timeOfId(id)).toISOString(),
        operationId: 'twins.createTwin',
        api: 'twins',
        apiVersion: 1,
        method: 'POST',
        path: '/twins/',
        query: '$top=[undeclared]&secret=[undeclared]&continuationToken=[redacted]',
        status: 422,
        code: answer.body.error.code,
        message: answer.body.error.message,
        target: null,
        userId: admin.userId,
        clientId: admin.clientId,
        mode: 'Production',
        twinId: null,
        userAgent: `agent/${'x'.repeat(194)}`,
        correlationId: 'mine',
        traceId: null,
        idempotencyKey: false,
        retryOf: null,
        fault: null,
        jobs: [],
        events: [],
        sampled: 1,
        bodies: false,
        limited: false,
      });
      const one = requireSuccess(await p.call(admin, `GET ${requests}/${id}`)).request;
      assert.match(one.curl, /^curl -X POST 'http.*\/twins\/\?\$top=\[undeclared\]&/);
      assert.match(one.curl, /-H "Authorization: Bearer \$TWIN_TOKEN" .*'Prefer: return=minimal' --data @body.json$/);
      assert.match(one.meaning, /details/);
      assert.ok(isUuid(twinId));
    });

    it('tells the twin, the events and jobs of a write, and the first request with the same key', async () => {
      const { p, admin } = await peopleOf(await platform());
      const { id: twinId } = await p.twin(admin);
      const headers = { 'Idempotency-Key': 'one' };
      const body = { class: 'Endeavor', subClass: 'Project', displayName: 'Pump', parentId: twinId };
      const first = await p.call(admin, 'POST /twins/', { body, headers });
      assert.equal(first.status, 201, JSON.stringify(first.body));
      const second = await p.call(admin, 'POST /twins/', { body, headers });
      const [again, made] = await seenBy(p, admin, `&requestId=${idOf(first)},${idOf(second)}`);
      const childId = first.body.twin.id;
      const types = ['accessControl.memberAdded.v1', 'twins.twinCreated.v1'];
      const byType = made.events.toSorted((a: { eventType: string }, b: { eventType: string }) =>
        a.eventType < b.eventType ? -1 : 1,
      );
      assert.deepEqual(
        byType,
        types.map((eventType) => ({ eventType, twinId: childId })),
      );
      assert.deepEqual([made.retryOf, again.retryOf, again.idempotencyKey], [null, idOf(first), true]);
      const read = await p.call(admin, `GET /twins/${twinId}`);
      const [entry] = await seenBy(p, admin, `&twinId=${twinId}&operationId=twins.getTwin`);
      assert.deepEqual([entry.id, entry.twinId, entry.status], [idOf(read), twinId, 200]);
    });

    it('is made of unknown operations, other forms and refused tokens that we signed, and of nothing else', async () => {
      const { p, member } = await peopleOf(await platform());
      const expired = await p.tokenOf(member.userId, member.clientId, { exp: Math.floor(Date.now() / 1000) - 3600 });
      const scopeless = await p.tokenOf(member.userId, member.clientId, { scope: ['openid'] });
      const logged = [
        await p.call(member, 'GET /nowhere/at/all'),
        await p.call(member, 'GET /twins/', { headers: { Accept: 'text/html' } }),
        await p.call(member, 'HEAD /twins/'),
        await p.call({ ...member, token: expired }, 'GET /twins/'),
        await p.call({ ...member, token: scopeless }, 'GET /twins/'),
      ];
      const forged = `${expired.slice(0, -8)}AAAAAAAA`;
      const others = [
        await p.call({ ...member, token: forged }, 'GET /twins/'),
        await p.call(undefined, 'GET /twins/'),
        await p.call(member, 'OPTIONS /twins/'),
      ];
      await new Promise((done) => setTimeout(done, 300)); // who asked with a refused token is found out afterwards
      const ids = (await seenBy(p, member)).map(({ id }) => id);
      assert.deepEqual(
        logged.map((one) => [one.status, ids.includes(idOf(one))]),
        [
          [404, true],
          [406, true],
          [200, true],
          [401, true],
          [401, true],
        ],
      );
      assert.deepEqual(
        others.map((one) => ids.includes(idOf(one))),
        [false, false, false],
      );
    });
  });

  describe('who sees what', () => {
    it('is the own requests, those of an administered organization, and limited those of managed applications', async () => {
      const people = await peopleOf(await platform());
      const { p } = people;
      const by = [
        'admin',
        'member',
        'service',
        'otherAdmin',
        'creator',
        'strangerThere',
        'strangerInOrganization',
      ] as const;
      const made = new Map<string, Answer>();
      for (const name of by) made.set(name, await p.call(people[name], 'GET /twins/?displayName=Secret'));
      const names = new Map([...made].map(([name, answer]) => [idOf(answer), name]));
      const whole: Record<string, string[]> = {};
      const limited: Record<string, string[]> = {};
      for (const name of ['admin', 'member', 'service', 'otherAdmin', 'creator', 'stranger'] as const) {
        const seen = (await seenBy(p, people[name])).filter(({ id }) => names.has(id));
        const nameOf = ({ id }: { id: string }) => names.get(id) ?? '';
        whole[name] = seen
          .filter((one) => !one.limited)
          .map(nameOf)
          .sort();
        limited[name] = seen
          .filter((one) => one.limited)
          .map(nameOf)
          .sort();
        for (const [id, of] of names) {
          const one = await p.call(people[name], `GET ${requests}/${id}`);
          const isSeen: boolean = whole[name].includes(of) || limited[name].includes(of);
          assert.equal(one.status, isSeen ? 200 : 404, `${name} ${of}`);
          if (limited[name].includes(of))
            assert.deepEqual([one.body.request.curl, one.body.request.userId], [undefined, null]);
        }
      }
      assert.deepEqual(whole, {
        admin: ['admin', 'member', 'service'],
        member: ['member'],
        service: ['service'],
        otherAdmin: ['otherAdmin'],
        creator: ['creator'],
        stranger: ['strangerInOrganization', 'strangerThere'],
      });
      assert.deepEqual(limited, {
        admin: ['strangerInOrganization'],
        member: [],
        service: [],
        otherAdmin: [],
        creator: ['strangerThere'],
        stranger: [],
      });
    });

    it('is never guessed by a filter on what a limited entry hides', async () => {
      const people = await peopleOf(await platform());
      const { p, creator, stranger, strangerThere } = people;
      const { id: twinId } = await p.twin(strangerThere);
      const answer = await p.call(strangerThere, `GET /twins/${twinId}`);
      const seen = async (query: string) => (await seenBy(p, creator, `&requestId=${idOf(answer)}${query}`)).length;
      const found = await seenBy(p, creator, `&requestId=${idOf(answer)}`);
      assert.deepEqual([found[0].path, found[0].twinId], ['/twins/{id}', null]);
      for (const open of [
        'operationId=twins.getTwin',
        'api=twins',
        'status=200,4xx',
        'mode=Production',
        'minMs=0',
        'fault=false',
      ]) {
        assert.equal(await seen(`&${open}`), 1, open);
      }
      for (const hidden of [
        `twinId=${twinId}`,
        `userId=${stranger.userId}`,
        `path=${twinId.slice(0, 8)}`,
        `jobId=${twinId}`,
      ]) {
        assert.equal(await seen(`&${hidden}`), 0, hidden);
      }
      const { summary } = requireSuccess(await p.call(creator, `GET ${requests}/summary?twinId=${twinId}`));
      assert.equal(summary.total, 0);
    });
  });

  describe('pages', () => {
    it('hold each entry once, and nothing that has arrived since the first', async () => {
      const { p, member } = await peopleOf(await platform());
      for (let at = 0; at < 7; at++) await p.call(member, `GET /twins/?displayName=${at}`);
      await settled(p);
      const ids: string[] = [];
      let next = `${requests}?$top=3&operationId=twins.getMyTwins`;
      while (next) {
        const { body } = await p.call(member, `GET ${next}`);
        ids.push(...body.requests.map(({ id }: { id: string }) => id));
        next = body._links.next?.href ?? '';
        await p.call(member, 'GET /twins/?displayName=later');
        await settled(p);
      }
      assert.equal(ids.length, 7);
      assert.deepEqual(ids, [...new Set(ids)].sort().reverse());
    });
  });

  describe('the summary', () => {
    it('counts by operation, code, hour and application', async () => {
      const { p, member } = await peopleOf(await platform());
      for (let at = 0; at < 3; at++) await p.call(member, 'GET /twins/');
      const refused = await p.call(member, 'GET /twins/x');
      await settled(p);
      const { summary } = requireSuccess(await p.call(member, `GET ${requests}/summary?api=twins`));
      assert.deepEqual([summary.total, summary.refused, summary.byHour.length >= 24], [4, 1, true]);
      assert.deepEqual(
        summary.byOperation.map((one: Record<string, unknown>) => [one.operationId, one.count, one.refused]),
        [
          ['twins.getMyTwins', 3, 0],
          ['twins.getTwin', 1, 1],
        ],
      );
      const [code] = summary.byCode;
      assert.deepEqual(
        [code.operationId, code.status, code.code, code.exampleId],
        ['twins.getTwin', 404, 'twinNotFound', idOf(refused)],
      );
      assert.deepEqual(
        summary.byClient.map((one: { clientId: string }) => one.clientId),
        [member.clientId],
      );
      assert.equal(
        summary.byHour.reduce((sum: number, one: { count: number }) => sum + one.count, 0),
        4,
      );
    });
  });

  describe('bodies', () => {
    it('are kept while the switch is on, without secrets, and gone once it is off', async () => {
      const { p, admin, application } = await peopleOf(await platform());
      const user = { ...admin, clientId: application, token: await p.tokenOf(admin.userId, application) };
      const path = `/observability/applications/${application}/bodies`;
      const send = (who: Person) =>
        p.call(who, 'POST /webhooks/', {
          body: { scope: 'nothing', secret: 'planted-secret-1', more: { deep: 'planted' } },
        });
      await send(user);
      requireSuccess(await p.call(admin, `PUT ${path}`, { body: { minutes: 5 } }));
      const answer = await send(user);
      await seenBy(p, admin);
      const one = (await p.call(admin, `GET ${requests}/${idOf(answer)}`)).body.request;
      assert.deepEqual(one.requestBody.json, { scope: 'nothing', secret: '[redacted]', more: '[undeclared]' });
      assert.equal(one.responseBody.json.error.code, answer.body.error.code);
      assert.match(one.curl, /--data '\{"scope":"nothing","secret":"\[redacted\]"/);
      const broken = await p.call(user, 'POST /webhooks/', { body: '{"secret": "planted' });
      await seenBy(p, admin);
      const other = (await p.call(admin, `GET ${requests}/${idOf(broken)}`)).body.request;
      assert.deepEqual([other.requestBody.json, other.requestBody.text], [null, 'Not JSON.']);
      assert.equal((await p.call(admin, `DELETE ${path}`)).status, 204);
      const after = (await p.call(admin, `GET ${requests}/${idOf(answer)}`)).body.request;
      assert.deepEqual([after.bodies, after.requestBody], [false, null]);
      const off = await send(user);
      const [last] = await seenBy(p, admin, `&requestId=${idOf(off)}`);
      assert.equal(last.bodies, false);
    });
  });
});
