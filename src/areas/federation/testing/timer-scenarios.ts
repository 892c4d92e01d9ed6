import assert from 'node:assert/strict';
import { newTimer } from './fixture.ts';
import { guarded } from './guarded.ts';
import type { Scenario } from './run-scenarios.ts';

const at = '/federation/twins/{twinId}/timers';
const schedule = '/federation/twins/{twinId}/schedule';
const body = { packageUniqueName: 'TWIN_MODELS', cronStr: '0 0 * * 6,0' };

const good: readonly Scenario[] = [
  {
    name: 'a timer',
    call: `GET ${at}/{timer}`,
    as: 'manager',
    status: 200,
    proves({ body: { name, ...rest } }, { timer }) {
      assert.match(name, /^Walls /);
      assert.deepEqual(rest, {
        id: timer,
        packageUniqueName: 'TWIN_MODELS',
        cronStr: '0 0 * * 6,0',
        enabled: true,
        parameters: [{ name: 'entitySet', value: 'Elements' }],
      });
    },
  },
  {
    name: 'the timers of a twin',
    call: `GET ${at}`,
    as: 'manager',
    status: 200,
    proves: (answer, { timer }) => assert.equal(answer.body.timers[0].id, timer),
  },
  {
    name: 'when the timers of a twin run next',
    call: `GET ${schedule}`,
    as: 'manager',
    status: 200,
    async proves(
      {
        body: {
          schedule: [first, ...others],
        },
      },
      { p, manager, twinId, timer },
    ) {
      assert.deepEqual(others, []);
      const { nextDateTime, ...rest } = first;
      const due = new Date(nextDateTime);
      assert.ok(due.getTime() > Date.now() && [0, 6].includes(due.getUTCDay()));
      assert.equal(nextDateTime.slice(10), 'T00:00:00.000Z');
      const expected = { timerId: timer, createdBy: manager.userId, createdByName: 'Ada Larsen', lastRun: null };
      assert.deepEqual(rest, expected);
      await p.call(manager, `PATCH ${at.replace('{twinId}', twinId)}/${timer}/toggle`);
      const off = (await p.call(manager, `GET ${schedule.replace('{twinId}', twinId)}`)).body.schedule;
      assert.deepEqual(off, [{ ...expected, nextDateTime: null }]);
    },
  },
  {
    name: 'a timer without a name, twice',
    call: `POST ${at}`,
    as: 'manager',
    body,
    status: 201,
    async proves(answer, { p, manager, twinId }) {
      assert.equal(answer.body.name, 'TWIN_MODELS 0 0 * * 6,0');
      assert.deepEqual([answer.body.enabled, answer.body.parameters], [true, null]);
      const second = await p.call(manager, `POST ${at.replace('{twinId}', twinId)}`, { body: { ...body, name: '' } });
      assert.equal(second.body.name, 'TWIN_MODELS 0 0 * * 6,0 (2)');
    },
  },
  {
    name: 'a timer that is off, whose name is taken in any case',
    call: `POST ${at}`,
    as: 'manager',
    body: { ...body, name: 'Nightly', enabled: false },
    status: 201,
    async proves(answer, { p, manager, twinId }) {
      assert.equal(answer.body.enabled, false);
      const call = `POST ${at.replace('{twinId}', twinId)}`;
      const second = await p.call(manager, call, { body: { ...body, name: 'nightLY' } });
      assert.equal(second.status, 409);
      assert.deepEqual(second.body.error, {
        code: 'SystemExists',
        message: 'A timer with the same parameters already exists.',
        details: [{ code: 'InvalidValue', message: 'A timer with the specified name already exists.', target: 'name' }],
      });
    },
  },
  ...['30 2 * * *', '0 0 13 * 5', '15 0 0 L * *', '0 0 12 ? JAN-MAR MON#2 *', '0 30 4 15W * ? 2999'].map(
    (cronStr): Scenario => ({
      name: `the schedule ${cronStr}`,
      call: `POST ${at}`,
      as: 'manager',
      body: { ...body, cronStr },
      status: 201,
    }),
  ),
  {
    name: 'a timer is switched off and on',
    call: `PATCH ${at}/{timer}/toggle`,
    as: 'manager',
    headers: { 'Content-Type': 'text/plain' },
    body: 'x',
    status: 200,
    async proves(answer, { p, manager, twinId, timer }) {
      assert.equal(answer.body.enabled, false);
      const again = await p.call(manager, `PATCH ${at.replace('{twinId}', twinId)}/${timer}/toggle`);
      assert.equal(again.body.enabled, true);
    },
  },
  {
    name: 'a timer is removed',
    call: `DELETE ${at}/{timer}`,
    as: 'manager',
    status: 204,
    async proves(_answer, { p, manager, twinId, timer }) {
      const again = await p.call(manager, `GET ${at.replace('{twinId}', twinId)}/${timer}`);
      assert.deepEqual([again.status, again.body.error.code], [404, 'TimerNotFound']);
    },
  },
  {
    name: 'no runs yet',
    call: `GET ${at}/{timer}/runs?$top=5`,
    as: 'manager',
    status: 200,
    proves(answer, { p, twinId, timer }) {
      assert.deepEqual(answer.body, {
        runs: [],
        _links: { self: { href: `${p.baseUrl}${at.replace('{twinId}', twinId)}/${timer}/runs?$top=5` } },
      });
    },
  },
];

type Refusal = readonly [what: string, change: object, targets: readonly string[], message: string];
const cron = (end: string): string => `Provided Cronos Expression value ${end}`;
const invalidCron = cron('contains invalid characters.');
const refusals: readonly Refusal[] = [
  [
    'nothing',
    { packageUniqueName: undefined, cronStr: undefined },
    ['PackageUniqueName', 'CronStr'],
    'Required property PackageUniqueName is missing.',
  ],
  [
    'a package that there is not',
    { packageUniqueName: 'NOTHING' },
    ['PackageUniqueName'],
    'Provided Package Unique Name value is not known.',
  ],
  [
    'a package that there cannot be',
    { packageUniqueName: 'a+b' },
    ['PackageUniqueName'],
    'Provided Package Unique Name value contains invalid characters.',
  ],
  ['a long name', { name: 'x'.repeat(151) }, ['Name'], 'Provided Name value exceeds maximum length 150.'],
  ...['@daily', '* * * *', '61 * * * *', 'never', '0 0 0 0 * * * *'].map(
    (cronStr): Refusal => [`the schedule ${cronStr}`, { cronStr }, ['CronStr'], invalidCron],
  ),
  ['every second', { cronStr: '* * * * * *' }, ['CronStr'], cron('would run more often than once a minute.')],
  ['30 February', { cronStr: '0 0 30 2 *' }, ['CronStr'], cron('would never run.')],
  ['a year that has passed', { cronStr: '0 0 0 1 1 * 2001' }, ['CronStr'], cron('would never run.')],
  [
    'a parameter without a name',
    { parameters: [{ value: 'x' }] },
    ['Parameters__Name'],
    'Required property Parameters Name is missing.',
  ],
];

export const timerScenarios: readonly Scenario[] = [
  ...good,
  ...refusals.map(
    ([what, change, targets, message]): Scenario => ({
      name: `refused: ${what}`,
      call: `POST ${at}`,
      as: 'manager',
      body: { ...body, ...change },
      status: 422,
      code: 'InvalidTimerRequest',
      targets,
      proves({ body: { error } }) {
        assert.equal(error.message, 'Cannot create Timer.');
        assert.equal(error.details[0].message, message);
      },
    }),
  ),
  ...guarded('TimerListNotFound', [
    [`GET ${at}`, 'InvalidTimerListRequest'],
    [`GET ${schedule}`, 'InvalidTimerListRequest'],
  ]),
  ...guarded('ResourceNotFound', [[`POST ${at}`, 'InvalidTimerRequest', newTimer()]]),
  ...guarded('TimerNotFound', [
    [`GET ${at}/{timer}`, 'InvalidTimerRequest'],
    [`PATCH ${at}/{timer}/toggle`, 'InvalidTimerRequest'],
    [`DELETE ${at}/{timer}`, 'InvalidTimerRequest'],
    [`GET ${at}/{timer}/runs`, 'InvalidTimerRequest'],
  ]),
  ...[`GET ${at}/x`, `PATCH ${at}/x/toggle`, `DELETE ${at}/x`, `GET ${at}/x/runs`].map(
    (call): Scenario => ({
      name: `${call}, a malformed id`,
      call,
      as: 'manager',
      status: 422,
      code: 'InvalidTimerRequest',
      targets: ['timerId'],
    }),
  ),
  ...[`GET ${at}/{unknown}`, `PATCH ${at}/{unknown}/toggle`, `DELETE ${at}/{unknown}`, `GET ${at}/{unknown}/runs`].map(
    (call): Scenario => ({ name: `${call}`, call, as: 'manager', status: 404, code: 'TimerNotFound' }),
  ),
  {
    name: 'runs by a token that is none',
    call: `GET ${at}/{timer}/runs?continuationToken=x`,
    as: 'manager',
    status: 422,
    code: 'InvalidTimerRequest',
    targets: ['continuationToken'],
  },
  {
    name: 'a timer of another type',
    call: `POST ${at}`,
    as: 'manager',
    body: 'x',
    headers: { 'Content-Type': 'text/xml' },
    status: 415,
    code: 'UnsupportedMediaType',
  },
];
