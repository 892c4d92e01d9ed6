import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { eachPlatform, requireSuccess } from '../../../../test/support/platform.ts';
import { startPostgres } from '../../../../test/support/postgres.ts';
import { typedRow } from '../../../engines/external-system/typed-row.ts';
import { beginFile, upload } from '../../storage/testing/fixture.ts';
import { addressOf, bodyOf, statementOf } from '../source/template.ts';
import { admit, atTwin, peopleOf, placeOf } from '../testing/fixture.ts';
import { loadPackages, readSubscriptions } from './load.ts';

const folder = mkdtempSync(join(tmpdir(), 'packages-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const usual = { description: '', version: '0.0.1', projectStage: 'Current', variables: [] };
const plant = {
  ...usual,
  uniqueName: 'PLANT',
  name: 'Plant',
  variables: [{ name: 'least', required: true }],
  systems: [{ systemId: 'register', systemType: 'Federation.Sql', required: 'Yes' }],
  handler: {
    kind: 'sql',
    systemId: 'register',
    statement:
      "SELECT n, ':no' AS text, now()::date > '2020-01-01' AS late FROM generate_series(1, 5) n WHERE n >= :least",
  },
};
const service = {
  ...usual,
  uniqueName: 'SERVICE',
  name: 'Service',
  variables: [{ name: 'site', required: false, default: 'north' }],
  systems: [{ systemId: 'api', systemType: 'Federation.Http', required: 'Yes' }],
  handler: { kind: 'http', systemId: 'api', method: 'GET', path: 'sites/{{site}}', resultPath: 'found.list' },
  entitySets: [
    {
      name: 'Sensors',
      key: ['Id'],
      properties: [
        { name: 'Id', type: 'Edm.Int32', nullable: false },
        { name: 'Seen', type: 'Edm.DateTimeOffset', nullable: true },
      ],
      source: { kind: 'http', systemId: 'api', method: 'POST', path: '/sensors', body: '{"site":"{{site}}"}' },
    },
  ],
};
const old = { ...plant, uniqueName: 'OLD', name: 'Old', projectStage: 'Obsolete' };

const write = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));

describe('packages of the operator', () => {
  it('are refused with file and place where they are wrong', () => {
    const wrong = mkdtempSync(join(tmpdir(), 'wrong-'));
    const faultOf = (value: unknown): string => {
      writeFileSync(join(wrong, 'p.json'), typeof value === 'string' ? value : JSON.stringify(value));
      try {
        loadPackages(wrong);
        return 'none';
      } catch (error) {
        return (error as Error).message;
      }
    };
    assert.equal(faultOf(plant), 'none');
    assert.match(faultOf('{'), /^p\.json: .*JSON/);
    assert.match(faultOf({ ...plant, version: undefined }), /^p\.json: version is required/);
    assert.match(faultOf({ ...plant, uniqueName: 'a b' }), /^p\.json: uniqueName /);
    assert.equal(
      faultOf({ ...register, handler: { ...register.handler, resultPath: 'a' } }),
      'p.json: handler.resultPath is for JSON only',
    );
    assert.equal(faultOf({ ...plant, uniqueName: 'roles' }), 'p.json: uniqueName may not be "roles"');
    assert.equal(faultOf({ ...plant, uniqueName: 'SQL_TABLES' }), "there are two packages 'SQL_TABLES'");
    assert.equal(
      faultOf({ ...plant, systems: [] }),
      'p.json: handler.systemId must be one of the systems, of type Federation.Sql',
    );
    assert.equal(
      faultOf({ ...plant, handler: { kind: 'http', systemId: 'x', method: 'GET' } }),
      'p.json: handler.path is required',
    );
    assert.match(
      faultOf({ ...service, entitySets: [{ ...service.entitySets[0], key: ['Seen'] }] }),
      /^p\.json: entitySets\[0\]\.key names 'Seen'/,
    );
    rmSync(wrong, { recursive: true });
    assert.throws(() => readSubscriptions('[]'), /must be JSON/);
    assert.deepEqual(readSubscriptions('{"*":["A"]}'), { '*': ['A'] });
  });

  it('take the values of a CSV file as the types that a set says', () => {
    const types = ['Edm.String', 'Edm.Int32', 'Edm.Double', 'Edm.Boolean', 'Edm.Date', 'Edm.Guid'] as const;
    const set = {
      name: 'Rows',
      properties: types.map((type) => ({ name: type.slice(4), type, nullable: true })),
    };
    const rowOf = (row: object) => typedRow(set, true, { ...row }, 1);
    assert.deepEqual(
      rowOf({ String: ' 007 ', Int32: '7', Double: ' 1.50', Boolean: 'TRUE', Date: '2024-02-29', Guid: null }),
      { String: ' 007 ', Int32: 7, Double: 1.5, Boolean: true, Date: '2024-02-29', Guid: null },
    );
    for (const [name, value] of [
      ['Int32', '7.5'],
      ['Int32', '1e99'],
      ['Double', '1,5'],
      ['Boolean', 'yes'],
      ['Date', '2024-02-30'],
    ]) {
      assert.throws(() => rowOf({ [`${name}`]: value }), /in row 1 of 'Rows', '/);
    }
  });

  it('put variables where they can do no harm', () => {
    const variables = new Map([
      ['a', `x'; --"/..`],
      ['up', '..'],
    ]);
    assert.equal(addressOf('https://api.example/v1/', '/s/{{a}}?q={{a}}', variables).includes('/v1/s/x'), true);
    assert.throws(() => addressOf('https://api.example/v1', '{{up}}/x', variables));
    assert.throws(() => addressOf('https://api.example/v1', '//other.example', variables));
    assert.throws(() => bodyOf('{{a}}'.repeat(500), new Map([['a', 'x'.repeat(4000)]])), /a text too long/);
    assert.deepEqual(JSON.parse(bodyOf('{"v":"{{a}}"}', variables)), { v: `x'; --"/..` });
    assert.deepEqual(statementOf("SELECT ':a', a::text -- :a\nFROM t WHERE x = :a /* :a */ AND y = :none", variables), {
      sql: "SELECT ':a', a::text -- :a\nFROM t WHERE x = $1 /* :a */ AND y = $2",
      parameters: [`x'; --"/..`, null],
    });
  });
});

const register = {
  ...usual,
  uniqueName: 'REGISTER',
  name: 'Register',
  variables: [{ name: 'file', required: true }],
  systems: [],
  handler: { kind: 'file', file: '{{file}}', format: 'csv' },
};

write('register.json', register);
write('plant.json', plant);
write('service.json', service);
write('old.json', old);
const server = await startPostgres();
after(server.stop);
const url = new URL(await server.createDatabase());

eachPlatform(
  'packages of the operator',
  (platform) => {
    it('answer from databases and services, with their types', async (t) => {
      const asked: string[] = [];
      const api = createServer((request, response) => {
        asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
        response.setHeader('Content-Type', 'application/json');
        if (request.url?.startsWith('/v1/sites/north')) response.end('{"found":{"list":[{"a":{"b":[1,null]}}]}}');
        else if (request.url === '/v1/sites/moved') response.writeHead(302, { Location: '/v1/sites/north' }).end();
        else response.end('[{"Id":2,"Seen":"2024-01-31T10:00:00+01:00"},{"Id":1},{"Id":3,"other":5}]');
      }).listen(0, '127.0.0.1');
      await once(api, 'listening');
      t.after(() => api.close());
      const address = api.address();
      assert.ok(typeof address === 'object' && address);
      const place = await placeOf(await peopleOf(await platform()));
      const { p, owner, analyst, twinId, analysts } = place;
      const packages = requireSuccess(await p.call(owner, 'GET /federation/packages')).packages;
      const names = packages.map((one: { uniqueName: string; isOdata: boolean }) => `${one.uniqueName} ${one.isOdata}`);
      assert.deepEqual(names, [
        'TWIN_MODELS true',
        'OLD false',
        'PLANT false',
        'REGISTER false',
        'SERVICE true',
        'SQL_TABLES true',
        'TWIN_TABLES true',
      ]);
      for (const name of ['PLANT', 'SERVICE', 'OLD']) await admit(place, twinId, name, [analysts]);
      const execute = (name: string, variables: object[], more: object = {}) =>
        p.call(analyst, `POST ${atTwin(twinId)}/packages/${name}`, { body: { variables, ...more } });
      const least = [{ name: 'least', value: '4' }];
      const targets = async (answer: ReturnType<typeof execute>) =>
        (await answer).body.error.details.map(({ target }: { target: string }) => target);
      assert.deepEqual(await targets(execute('PLANT', [])), ['least', 'systemId']);
      assert.deepEqual(await targets(execute('OLD', least)), ['uniqueName']);
      const store = async (systemId: string, systemType: string, credentials: object) =>
        requireSuccess(
          await p.call(owner, `POST ${atTwin(twinId)}/systems`, {
            body: { name: systemId, systemId, systemType, credentials },
          }),
        );
      await store('register', 'Federation.Sql', {
        Server: url.hostname,
        Port: url.port,
        Database: url.pathname.slice(1),
        UserId: url.username,
        Password: decodeURIComponent(url.password) || 'none',
        Ssl: 'disable',
      });
      const credentials = { BaseUrl: `http://127.0.0.1:${address.port}/v1`, AuthType: 'Bearer', Token: 'secret' };
      await store('api', 'Federation.Http', credentials);
      assert.deepEqual(requireSuccess(await execute('PLANT', least)).data, [
        { n: 4, text: ':no', late: true },
        { n: 5, text: ':no', late: true },
      ]);
      const broken = await execute('PLANT', [{ name: 'least', value: 'x' }]);
      assert.deepEqual([broken.status, broken.body.error.code], [502, 'BadGateway']);
      assert.deepEqual(requireSuccess(await execute('SERVICE', [])).data, [{ a: { b: [1, null] } }]);
      const xml: string = requireSuccess(await execute('SERVICE', [], { returnAsXml: true }));
      assert.ok(xml.includes('<item><a><b><item>1</item><item xsi:nil="true"/></b></a></item>'), xml);
      const moved = await execute('SERVICE', [{ name: 'site', value: 'moved' }]);
      assert.equal(moved.body.error.message, "System 'api' failed: it answers with status 302.");
      const feed = `${atTwin(twinId)}/packages/SERVICE/odata`;
      const rows = requireSuccess(await p.call(analyst, `GET ${feed}/Sensors?$filter=Id le 2`)).value;
      assert.deepEqual(rows, [
        { Id: 1, Seen: null },
        { Id: 2, Seen: '2024-01-31T09:00:00.000Z' },
      ]);
      assert.ok(asked.every((one) => one.endsWith(' Bearer secret')));
      await admit(place, twinId, 'REGISTER', [analysts]);
      const file = async (content: string) => {
        const begun = await beginFile(p, analyst, place.root, 'assets.csv');
        await upload(begun.url, content);
        requireSuccess(await p.call(analyst, `POST /storage/files/${begun.id}/complete`));
        const answer = await execute('REGISTER', [{ name: 'file', value: begun.id }]);
        await p.call(analyst, `DELETE /storage/files/${begun.id}`);
        return answer;
      };
      assert.deepEqual(requireSuccess(await file('Code;Cost;Serial no\n007;1,5;\n008;;"a ""b"""\n')).data, [
        { Code: '007', Cost: 1.5, Serial_no: null },
        { Code: '008', Cost: null, Serial_no: 'a "b"' },
      ]);
      assert.deepEqual(requireSuccess(await file('Code\n')).data, []);
      const torn = await file('Code\n"x');
      assert.deepEqual([torn.status, torn.body.error.code], [502, 'BadGateway']);
      assert.match(torn.body.error.message, /^System 'storage' failed: .*quote does not end/);
      const none = await p.call(analyst, `GET ${atTwin(twinId)}/packages/PLANT/odata`);
      assert.deepEqual([none.status, none.body.error.code], [404, 'SchemaNotFound']);
    });
  },
  {
    environment: { FEDERATION_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128', FEDERATION_PACKAGES: folder },
    bothInSlowSuite: true,
  },
);
