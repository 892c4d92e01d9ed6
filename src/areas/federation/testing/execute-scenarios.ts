import assert from 'node:assert/strict';
import type { Scenario } from './run-scenarios.ts';

const call = 'POST /federation/twins/{twinId}/packages/TWIN_MODELS';
const variables = (given: Readonly<Record<string, string>>) =>
  Object.entries(given).map(([name, value]) => ({ name, value }));
const walls = { entitySet: 'Elements', filter: "Class eq 'IfcWall'", select: 'GlobalId,ParentId', orderby: 'GlobalId' };

const refused = (what: string, given: Readonly<Record<string, string>>, target: string, message: RegExp): Scenario => ({
  name: `refused: ${what}`,
  call,
  as: 'analyst',
  body: { variables: variables(given) },
  status: 422,
  code: 'InvalidPackageDataRequest',
  targets: [target],
  proves({ body: { error } }) {
    assert.equal(error.message, 'Cannot retrieve PackageData.');
    assert.match(error.details[0].message, message);
  },
});

export const executeScenarios: readonly Scenario[] = [
  {
    name: 'the walls of a model',
    call,
    as: 'analyst',
    body: { returnAsXml: false, variables: variables(walls) },
    status: 200,
    proves({ body, headers }) {
      assert.deepEqual(body, {
        data: [
          { GlobalId: '0north0000000000000000', ParentId: null },
          { GlobalId: '0south0000000000000000', ParentId: null },
        ],
      });
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    },
  },
  {
    name: 'the same as XML',
    call,
    as: 'analyst',
    body: { returnAsXml: true, variables: variables({ ...walls, top: '1' }) },
    status: 200,
    proves({ body, headers }) {
      assert.equal(headers.get('content-type'), 'application/xml; charset=utf-8');
      assert.match(body, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<data /);
      assert.match(
        body,
        /<item><GlobalId>0north0000000000000000<\/GlobalId><ParentId xsi:nil="true"\/><\/item><\/data>\n$/,
      );
    },
  },
  {
    name: 'nothing where nothing matches, by a service application',
    call,
    as: 'service',
    body: { variables: variables({ ...walls, filter: "Class eq 'x'", other: 'ignored' }) },
    status: 200,
    proves: ({ body }) => assert.deepEqual(body, { data: [] }),
  },
  refused('no entity set', {}, 'entitySet', /missing/),
  refused('an unknown entity set', { entitySet: 'Nothing' }, 'entitySet', /no entity set 'Nothing'/),
  refused('a filter that is none', { ...walls, filter: 'Class' }, 'filter', /no condition/),
  refused('an unknown selection', { ...walls, select: 'x' }, 'select', /no property 'x'/),
  refused('an unknown order', { ...walls, orderby: 'x' }, 'orderby', /no property 'x'/),
  refused('no rows', { ...walls, top: '0' }, 'top', /from 1 to 10000/),
  refused('too many rows', { ...walls, top: '10001' }, 'top', /from 1 to 10000/),
  {
    name: 'no body at all',
    call,
    as: 'analyst',
    status: 422,
    code: 'InvalidPackageDataRequest',
    targets: ['entitySet'],
  },
  {
    name: 'variables without names',
    call,
    as: 'analyst',
    body: { variables: [{ value: 'x' }] },
    status: 422,
    code: 'InvalidPackageDataRequest',
    targets: ['variables[0].name'],
  },
  {
    name: 'ids that are none',
    call: 'POST /federation/twins/x/packages/a%2Bb',
    as: 'analyst',
    body: {},
    status: 422,
    code: 'InvalidPackageDataRequest',
    targets: ['twinId', 'uniqueName'],
  },
  { name: 'an execution without a token', call, body: {}, status: 401, code: 'HeaderNotFound' },
  { name: 'an execution by a stranger', call, as: 'stranger', body: {}, status: 404, code: 'ResourceNotFound' },
  {
    name: 'an execution without a package role',
    call,
    as: 'reader',
    body: {},
    status: 403,
    code: 'InsufficientPermissions',
  },
  {
    name: 'an execution without own rights to models',
    call,
    as: 'blind',
    body: {},
    status: 403,
    code: 'InsufficientPermissions',
  },
  {
    name: 'a package that there is not',
    call: call.replace('TWIN_MODELS', 'NOTHING'),
    as: 'analyst',
    body: {},
    status: 404,
    code: 'PackageNotFound',
  },
  {
    name: 'an execution of another type',
    call,
    as: 'analyst',
    body: 'x',
    headers: { 'Content-Type': 'text/xml' },
    status: 415,
    code: 'UnsupportedMediaType',
  },
];
