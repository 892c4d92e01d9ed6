import assert from 'node:assert/strict';
import type { Scenario } from './run-scenarios.ts';

const at = '/federation/packages';
const inTwin = '/federation/twins/{twinId}/packages';

export const packageScenarios: readonly Scenario[] = [
  {
    name: 'the packages of the organization',
    call: `GET ${at}`,
    as: 'owner',
    status: 200,
    async proves({ body }, { p, owner }) {
      const names = body.packages.map(({ uniqueName }: { uniqueName: string }) => uniqueName);
      assert.deepEqual(names, ['TWIN_MODELS', 'SQL_TABLES', 'TWIN_TABLES']);
      const [{ subscribedOn, subscriptionId, ...models }] = body.packages;
      assert.ok(Date.now() - Date.parse(subscribedOn) < 3_600_000);
      assert.match(subscriptionId, /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.deepEqual(models, {
        version: '1.0.0',
        isOdata: true,
        uniqueName: 'TWIN_MODELS',
        name: 'Models of the twin',
        description: 'Elements, properties and quantities of the newest version of every model.',
        subscribedBy: '00000000-0000-0000-0000-000000000000',
        subscribedByName: 'System',
        projectStage: 'Current',
      });
      assert.deepEqual((await p.call(owner, `GET ${at}/`)).body, body);
    },
  },
  {
    name: 'the details of a package, whose example runs as it is',
    call: `GET ${at}/TWIN_MODELS`,
    as: 'owner',
    status: 200,
    async proves({ body }, { p, owner, analyst, twinId }) {
      const { inputExample, responseExample, lastChange, ...rest } = body;
      assert.deepEqual(rest, (await p.call(owner, `GET ${at}`)).body.packages[0]);
      assert.ok(Date.parse(lastChange) > 0);
      assert.ok(JSON.parse(responseExample).data);
      const execution = { body: JSON.parse(inputExample) };
      const answer = await p.call(analyst, `POST /federation/twins/${twinId}/packages/TWIN_MODELS`, execution);
      assert.equal(answer.status, 200);
      assert.equal(answer.body.data[0].Id, '0x1000');
    },
  },
  {
    name: 'a package without examples',
    call: `GET ${at}/SQL_TABLES`,
    as: 'owner',
    status: 200,
    proves: ({ body }) => assert.deepEqual([body.inputExample, body.responseExample], [null, null]),
  },
  {
    name: 'the packages of a twin, and which of them one may execute',
    call: `GET ${inTwin}`,
    as: 'analyst',
    status: 200,
    async proves({ body }, { p, owner, reader, blind, twinId }) {
      const [models, ...others] = body.packages;
      assert.deepEqual(models, {
        uniqueName: 'TWIN_MODELS',
        name: 'Models of the twin',
        description: 'Elements, properties and quantities of the newest version of every model.',
        version: '1.0.0',
        projectStage: 'Current',
        isOdata: true,
        mayExecute: true,
      });
      const may = async (who: typeof owner) => {
        const { packages } = (await p.call(who, `GET ${inTwin.replace('{twinId}', twinId)}`)).body;
        return packages.map((one: { mayExecute: boolean }) => one.mayExecute);
      };
      assert.deepEqual(
        others.map(({ uniqueName }: { uniqueName: string }) => uniqueName),
        ['SQL_TABLES', 'TWIN_TABLES'],
      );
      assert.deepEqual(await may(owner), [true, true, true]);
      assert.deepEqual(await may(reader), [false, false, false], 'no package role');
      assert.deepEqual(await may(blind), [false, true, false], 'no right to models and files');
    },
  },
  {
    name: 'packages of a twin without a token',
    call: `GET ${inTwin}`,
    status: 401,
    code: 'HeaderNotFound',
  },
  {
    name: 'packages of a twin by a stranger',
    call: `GET ${inTwin}`,
    as: 'stranger',
    status: 404,
    code: 'PackageListNotFound',
  },
  {
    name: 'packages of a malformed twin',
    call: `GET ${inTwin.replace('{twinId}', 'x')}`,
    as: 'analyst',
    status: 422,
    code: 'InvalidPackageListRequest',
    targets: ['twinId'],
  },
  {
    name: 'the roles of packages',
    call: `GET ${at}/roles`,
    as: 'stranger',
    status: 200,
    proves: ({ body }, { executeRole: roleId }) =>
      assert.deepEqual(body.packageRoles, [
        { roleId, name: 'Execute Integration Package', description: 'Execute Integration Package' },
      ]),
  },
  {
    name: 'a package that there is not',
    call: `GET ${at}/twin_models`,
    as: 'owner',
    status: 404,
    code: 'PackageNotFound',
  },
  {
    name: 'a package that there cannot be',
    call: `GET ${at}/a%2Bb`,
    as: 'owner',
    status: 422,
    code: 'InvalidPackageRequest',
    targets: ['uniqueName'],
    proves({ body: { error } }) {
      assert.equal(error.message, 'Cannot retrieve Package.');
      assert.equal(error.details[0].message, 'Provided Unique Name value contains invalid characters.');
    },
  },
  ...[at, `${at}/TWIN_MODELS`].flatMap((path): Scenario[] => [
    { name: `${path} without a token`, call: `GET ${path}`, status: 401, code: 'HeaderNotFound' },
    {
      name: `${path} by a member of a twin`,
      call: `GET ${path}`,
      as: 'manager',
      status: 403,
      code: 'InsufficientPermissions',
    },
    {
      name: `${path} by somebody without an organization`,
      call: `GET ${path}`,
      as: 'stranger',
      status: 403,
      code: 'InsufficientPermissions',
    },
  ]),
  { name: 'roles without a token', call: `GET ${at}/roles`, status: 401, code: 'HeaderNotFound' },
];
