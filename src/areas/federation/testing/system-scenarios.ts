import assert from 'node:assert/strict';
import { newSystem } from './fixture.ts';
import { guarded } from './guarded.ts';
import type { Scenario } from './run-scenarios.ts';

const at = '/federation/twins/{twinId}/systems';
const needed = '/federation/twins/{twinId}/packages/SQL_TABLES/systems';
const body = { ...newSystem(), systemId: 'database' };

const good: readonly Scenario[] = [
  {
    name: 'the systems that a package needs',
    call: `GET ${needed}`,
    as: 'manager',
    status: 200,
    proves: (answer) =>
      assert.deepEqual(answer.body, {
        systems: [{ systemId: 'database', systemType: 'Federation.Sql', required: 'Yes' }],
      }),
  },
  {
    name: 'no systems of a package that needs none',
    call: `GET ${needed.replace('SQL_TABLES', 'TWIN_MODELS')}`,
    as: 'manager',
    status: 200,
    proves: (answer) => assert.deepEqual(answer.body, { systems: [] }),
  },
  {
    name: 'the credentials of a type of systems',
    call: `GET ${needed}/Federation.Sql`,
    as: 'manager',
    status: 200,
    proves({ body: { properties } }) {
      const names = properties.map(({ name }: { name: string }) => name);
      assert.deepEqual(names.slice(0, 6), [
        'Server',
        'Database',
        'UserId',
        'Password',
        'IntegratedSecurity',
        'CommandTimeout',
      ]);
      assert.deepEqual(properties[6], {
        name: 'Provider',
        defaultValue: 'PostgreSQL',
        enumValues: ['PostgreSQL', 'SQLite'],
        dataType: 'String',
      });
      assert.deepEqual(properties[4], {
        name: 'IntegratedSecurity',
        defaultValue: 'false',
        enumValues: null,
        dataType: 'Boolean',
      });
    },
  },
  {
    name: 'systems without their credentials',
    call: `GET ${at}`,
    as: 'manager',
    status: 200,
    proves({ body: { systems } }, { system, manager }) {
      const [{ lastChange, organizationId, systemId, ...rest }] = systems;
      assert.ok(Date.parse(lastChange) > 0);
      assert.equal(organizationId, manager.organizationId);
      assert.match(systemId, /^system /);
      assert.deepEqual(rest, {
        id: system,
        systemName: 'Asset register',
        systemType: 'Federation.Sql',
        lastChangeBy: manager.userId,
        lastChangeByName: 'Ada Larsen',
      });
      assert.doesNotMatch(JSON.stringify(systems), /secret|db\.example/);
    },
  },
  {
    name: 'a new system',
    call: `POST ${at}`,
    as: 'manager',
    body,
    status: 201,
    async proves(answer, { p, manager, twinId }) {
      const { id, ...rest } = answer.body;
      assert.deepEqual(rest, { systemName: body.name, systemId: 'database', systemType: 'Federation.Sql' });
      const call = `POST ${at.replace('{twinId}', twinId)}`;
      const again = await p.call(manager, call, { body: { ...body, systemId: 'DataBase' } });
      assert.equal(again.status, 409);
      assert.deepEqual(again.body.error, {
        code: 'SystemExists',
        message: 'A system with the same parameters already exists.',
        details: [
          {
            code: 'InvalidValue',
            message: 'A system with the specified SystemId already exists.',
            target: 'SystemId',
          },
        ],
      });
      const list = await p.call(manager, `GET ${at.replace('{twinId}', twinId)}`);
      assert.ok(list.body.systems.some((one: { id: string }) => one.id === id));
    },
  },
  {
    name: 'credentials as numbers and booleans, or none',
    call: `POST ${at}`,
    as: 'manager',
    body: { ...body, credentials: { Port: 5433, IntegratedSecurity: false } },
    status: 201,
  },
  {
    name: 'another system in place of one',
    call: `PUT ${at}/{system}`,
    as: 'manager',
    body: { name: 'Service', systemId: 'service', systemType: 'Federation.Http', credentials: null },
    status: 200,
    async proves(answer, { p, manager, twinId, system }) {
      const expected = { id: system, systemName: 'Service', systemId: 'service', systemType: 'Federation.Http' };
      assert.deepEqual(answer.body, expected);
      const base = at.replace('{twinId}', twinId);
      await p.call(manager, `POST ${base}`, { body });
      const taken = await p.call(manager, `PUT ${base}/${system}`, { body });
      assert.deepEqual([taken.status, taken.body.error.code], [409, 'SystemExists']);
    },
  },
  {
    name: 'the test of a system that cannot be reached',
    call: `POST ${at}/{system}/test`,
    as: 'manager',
    status: 200,
    async proves(answer, { p, manager, twinId, system }) {
      assert.equal(answer.body.connected, false);
      assert.match(answer.body.message, /^System 'system \w+' failed: /);
      assert.doesNotMatch(answer.body.message, /example|secret/);
      const base = at.replace('{twinId}', twinId);
      const service = { name: 'Service', systemId: 'service', systemType: 'Federation.Http' };
      const messages = [];
      for (const credentials of [{}, { BaseUrl: 'plant' }, { BaseUrl: 'https://127.0.0.1/' }]) {
        await p.call(manager, `PUT ${base}/${system}`, { body: { ...service, credentials } });
        messages.push((await p.call(manager, `POST ${base}/${system}/test`)).body);
      }
      const failed = "System 'service' failed: ";
      assert.deepEqual(messages, [
        { connected: false, message: `${failed}its property 'BaseUrl' is missing.` },
        { connected: false, message: `${failed}its property 'BaseUrl' is no address.` },
        { connected: false, message: `${failed}this server may not connect to its network.` },
      ]);
    },
  },
  {
    name: 'a system that is removed',
    call: `DELETE ${at}/{system}`,
    as: 'manager',
    status: 204,
    async proves(_answer, { p, manager, twinId, system }) {
      const again = await p.call(manager, `DELETE ${at.replace('{twinId}', twinId)}/${system}`);
      assert.deepEqual([again.status, again.body.error.code], [404, 'SystemNotFound']);
    },
  },
];

type Refusal = readonly [what: string, change: object, targets: readonly string[], message: string];
const refusals: readonly Refusal[] = [
  [
    'nothing',
    { name: undefined, systemId: undefined, systemType: undefined },
    ['Name', 'SystemId', 'SystemType'],
    'Required property Name is missing.',
  ],
  ['a long name', { name: 'x'.repeat(201) }, ['Name'], 'Provided Name value exceeds maximum length 200.'],
  ['signs in an id', { systemId: 'a+b' }, ['SystemId'], 'Provided System ID value contains invalid characters.'],
  [
    'a long type',
    { systemType: 'x'.repeat(151) },
    ['SystemType'],
    'Provided System Type value exceeds maximum length 150.',
  ],
  ['an unknown type', { systemType: 'Federation.Mail' }, ['SystemType'], 'Provided System Type value is not known.'],
  ['an unknown key', { credentials: { Host: 'x' } }, ['Credentials'], "'Host' is no property of Federation.Sql."],
  [
    'another value than the known ones',
    { credentials: { Provider: 'Oracle' } },
    ['Credentials'],
    "'Provider' must be one of PostgreSQL, SQLite.",
  ],
  ['a list as a value', { credentials: { Server: [] } }, ['Credentials'], "'Server' must be a text."],
  ['a port that is none', { credentials: { Port: 'x' } }, ['Credentials'], "'Port' must be a whole number."],
  [
    'a port that no machine has',
    { credentials: { Port: '65536' } },
    ['Credentials'],
    "'Port' must be a port: 1 to 65535.",
  ],
  ['port 0', { credentials: { Port: 0 } }, ['Credentials'], "'Port' must be a port: 1 to 65535."],
  [
    'a header of another form',
    { systemType: 'Federation.Http', credentials: { ApiKeyHeader: 'X Key:' } },
    ['Credentials'],
    "'ApiKeyHeader' must be the name of a header.",
  ],
  [
    'a header that the request needs itself',
    { systemType: 'Federation.Http', credentials: { ApiKeyHeader: 'Content-Length' } },
    ['Credentials'],
    "'ApiKeyHeader' must be the name of a header.",
  ],
  [
    'a token that no header can have',
    { systemType: 'Federation.Http', credentials: { Token: 'a€' } },
    ['Credentials'],
    "'Token' must have only characters that a header may have.",
  ],
  [
    'an address with a port that nobody is asked at',
    { systemType: 'Federation.Http', credentials: { BaseUrl: 'https://example.org:25/' } },
    ['Credentials'],
    "'BaseUrl' must have port 80, 443 or one above 1023.",
  ],
  [
    'a long value',
    { credentials: { Server: 'x'.repeat(4001) } },
    ['Credentials'],
    "'Server' has more than 4000 characters.",
  ],
  [
    'integrated security',
    { credentials: { IntegratedSecurity: 'true' } },
    ['IntegratedSecurity'],
    'Integrated security is not available on this server.',
  ],
  [
    'credentials that are none',
    { credentials: 'x' },
    ['Credentials'],
    'Provided Credentials value contains invalid characters.',
  ],
];

const refused = refusals.flatMap(([what, change, targets, message]) =>
  ([`POST ${at}`, `PUT ${at}/{system}`] as const).map(
    (call): Scenario => ({
      name: `refused: ${call.split(' ')[0]} of ${what}`,
      call,
      as: 'manager',
      body: { ...body, ...change },
      status: 422,
      code: 'InvalidSystemRequest',
      targets,
      proves({ body: { error } }) {
        assert.equal(error.message, call.startsWith('POST') ? 'Cannot create System.' : 'Cannot update System.');
        assert.equal(error.details[0].message, message);
      },
    }),
  ),
);

export const systemScenarios: readonly Scenario[] = [
  ...good,
  ...refused,
  ...guarded('SystemListNotFound', [
    [`GET ${at}`, 'InvalidSystemListRequest'],
    ['GET /federation/twins/{twinId}/packages/TWIN_MODELS/systems', 'InvalidSystemListRequest'],
  ]),
  ...guarded('PropertyListNotFound', [[`GET ${needed}/Federation.Sql`, 'InvalidSystemPropertyListRequest']]),
  ...guarded('ResourceNotFound', [[`POST ${at}`, 'InvalidSystemRequest', body]]),
  ...guarded('SystemNotFound', [
    [`PUT ${at}/{system}`, 'InvalidSystemRequest', body],
    [`DELETE ${at}/{system}`, 'InvalidSystemRequest'],
    [`POST ${at}/{system}/test`, 'InvalidSystemRequest'],
  ]),
  ...(['PUT', 'DELETE'] as const).flatMap((method): Scenario[] => [
    {
      name: `${method} of an unknown system`,
      call: `${method} ${at}/{unknown}`,
      as: 'manager',
      ...(method === 'PUT' ? { body } : {}),
      status: 404,
      code: 'SystemNotFound',
    },
    {
      name: `${method} of a malformed id`,
      call: `${method} ${at}/x`,
      as: 'manager',
      ...(method === 'PUT' ? { body } : {}),
      status: 422,
      code: 'InvalidSystemRequest',
      targets: ['id'],
    },
  ]),
  {
    name: 'properties of a type that the package does not use',
    call: `GET ${needed}/Federation.Http`,
    as: 'manager',
    status: 404,
    code: 'PropertyListNotFound',
  },
  {
    name: 'properties of a type that cannot be',
    call: `GET ${needed}/a%2Bb`,
    as: 'manager',
    status: 422,
    code: 'InvalidSystemPropertyListRequest',
    targets: ['systemType'],
  },
  ...([`POST ${at}`, `PUT ${at}/{system}`] as const).map(
    (call): Scenario => ({
      name: `${call} of another type`,
      call,
      as: 'manager',
      body: 'x',
      headers: { 'Content-Type': 'text/xml' },
      status: 415,
      code: 'UnsupportedMediaType',
    }),
  ),
];
