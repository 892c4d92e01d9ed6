import assert from 'node:assert/strict';
import type { Scenario } from './run-scenarios.ts';

const at = '/federation/twins/{twinId}/packages/TWIN_MODELS/odata';

const reads = (name: string, path: string, proves: Scenario['proves'], more: Partial<Scenario> = {}): Scenario => ({
  name,
  call: `GET ${at}${path}`,
  as: 'analyst',
  status: 200,
  ...more,
  async proves(answer, fixture) {
    assert.equal(answer.headers.get('odata-version'), '4.0');
    await proves?.(answer, fixture);
  },
});

const good: readonly Scenario[] = [
  reads('the service document', '', ({ body, headers }, { p, twinId }) => {
    assert.equal(
      body['@odata.context'],
      `${p.baseUrl}/federation/twins/${twinId}/packages/TWIN_MODELS/odata/$metadata`,
    );
    assert.deepEqual(
      body.value.map(({ name }: { name: string }) => name),
      ['Models', 'Elements', 'Properties', 'Quantities', 'Materials', 'Classifications'],
    );
    assert.equal(headers.get('content-type'), 'application/json; odata.metadata=minimal; charset=utf-8');
  }),
  reads('metadata', '/$metadata', ({ body, headers }) => {
    assert.match(body, /<EntitySet Name="Elements" EntityType="Federation.TWIN_MODELS.ElementsType"\/>/);
    assert.equal(headers.get('content-type'), 'application/xml; charset=utf-8');
  }),
  reads('models', '/Models', ({ body }, { model }) => {
    assert.equal(body.value.length, 1);
    const [{ ModelId, DisplayName, State, ElementCount, ChangesetIndex }] = body.value;
    assert.deepEqual([ModelId, DisplayName, State, ChangesetIndex], [model, 'house.ifc', 'Ready', 1]);
    assert.ok(ElementCount > 2);
  }),
  reads(
    'walls, counted, with two properties',
    "/Elements?$filter=Class eq 'IfcWall'&$select=GlobalId,ModelId&$count=true&$orderby=GlobalId desc",
    ({ body }, { model }) => {
      assert.equal(body['@odata.count'], 2);
      assert.deepEqual(body.value, [
        { GlobalId: '0south0000000000000000', ModelId: model },
        { GlobalId: '0north0000000000000000', ModelId: model },
      ]);
      assert.match(body['@odata.context'], /\$metadata#Elements\(GlobalId,ModelId\)$/);
    },
  ),
  reads('the number of walls', "/Elements/$count?$filter=Class eq 'IfcWall'", ({ body, headers }) => {
    assert.equal(body, '2');
    assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
  }),
  reads('nothing of a filter that nothing matches', "/Elements?$filter=Class eq 'x'&$count=true", ({ body }) => {
    assert.deepEqual([body['@odata.count'], body.value], [0, []]);
  }),
  reads('no rows at all, but their number', '/Elements?$top=0&$count=true', ({ body }) => {
    assert.ok(body['@odata.count'] > 2);
    assert.deepEqual(body.value, []);
    assert.equal(body['@odata.nextLink'], undefined);
  }),
];

const refused = (name: string, path: string, target: string, message: RegExp | string): Scenario => ({
  name: `refused: ${name}`,
  call: `GET ${at}${path}`,
  as: 'analyst',
  status: 422,
  code: 'InvalidEntitySetRequest',
  targets: [target],
  proves({ body: { error }, headers }) {
    assert.equal(headers.get('odata-version'), '4.0');
    if (typeof message === 'string') assert.equal(error.details[0].message, message);
    else assert.match(error.details[0].message, message);
  },
});

const refusals: readonly Scenario[] = [
  {
    name: 'refused: metadata with every row',
    call: `GET ${at}/Elements?$format=application/json;odata.metadata=full`,
    as: 'analyst',
    status: 406,
    code: 'NotAcceptable',
  },
  refused(
    'a text compared with a number',
    '/Elements?$filter=Class eq 1',
    '$filter',
    "'Class' is Edm.String and cannot be compared with a number at position 9.",
  ),
  refused(
    'what is no filter',
    "/Elements?$filter=Class eq 'a'; drop table x",
    '$filter',
    'Syntax error at position 12.',
  ),
  refused(
    'too many parentheses',
    `/Elements?$filter=${'('.repeat(60)}Class eq 'a'${')'.repeat(60)}`,
    '$filter',
    /deep/,
  ),
  refused('an unknown property', "/Elements?$filter=Klass eq 'a'", '$filter', "Elements has no property 'Klass'."),
  refused('an unknown selection', '/Elements?$select=Klass', '$select', "Elements has no property 'Klass'."),
  refused('an unknown order', '/Elements?$orderby=Klass', '$orderby', "Elements has no property 'Klass'."),
  refused('no direction', '/Elements?$orderby=Class up', '$orderby', /no property with asc or desc/),
  refused('a negative top', '/Elements?$top=-1', '$top', /whole number/),
  refused('a skip beyond bounds', '/Elements?$skip=10000001', '$skip', /10000000/),
  refused('expand', '/Elements?$expand=x', '$expand', 'The $expand query option is not supported.'),
  refused('apply in a count', '/Elements/$count?$apply=x', '$apply', 'The $apply query option is not supported.'),
  refused('another format', '/Elements?$format=atom', '$format', /json/),
  refused('a count that is none', '/Elements?$count=some', '$count', /right type/),
  refused('a token that is none', '/Elements?$skiptoken=x', '$skiptoken', /The data has changed/),
  refused('a key that is none', '/Elements(x,y)', 'key', /no key of Elements/),
  {
    name: 'a format that metadata has not',
    call: `GET ${at}/$metadata?$format=json`,
    as: 'analyst',
    status: 422,
    code: 'InvalidSchemaRequest',
    targets: ['$format'],
  },
  {
    name: 'a service document as XML',
    call: `GET ${at}?$format=xml`,
    as: 'analyst',
    status: 422,
    code: 'InvalidSchemaRequest',
    targets: ['$format'],
  },
];

const paths = ['', '/$metadata', '/Elements', '/Elements/$count'];

const strangers: readonly Scenario[] = paths.flatMap((path): Scenario[] => {
  const call = `GET ${at}${path}`;
  const malformed = path.startsWith('/Elements') ? 'InvalidEntitySetRequest' : 'InvalidSchemaRequest';
  return [
    {
      name: `${path || 'the service document'} without a token`,
      call,
      status: 401,
      code: 'HeaderNotFound',
      proves({ headers }) {
        assert.equal(headers.get('odata-version'), '4.0');
        assert.equal(
          headers.get('www-authenticate'),
          'Bearer realm="twin-platform", Basic realm="twin-platform", charset="UTF-8"',
        );
      },
    },
    { name: `${path} by a stranger`, call, as: 'stranger', status: 404, code: 'SchemaNotFound' },
    { name: `${path} without a package role`, call, as: 'reader', status: 403, code: 'InsufficientPermissions' },
    { name: `${path} without own rights to models`, call, as: 'blind', status: 403, code: 'InsufficientPermissions' },
    {
      name: `${path} of a package that there is not`,
      call: call.replace('TWIN_MODELS', 'NOTHING'),
      as: 'analyst',
      status: 404,
      code: 'SchemaNotFound',
    },
    {
      name: `${path} of ids that are none`,
      call: call.replace('{twinId}', 'x').replace('TWIN_MODELS', 'a%2Bb'),
      as: 'analyst',
      status: 422,
      code: malformed,
      targets: ['twinId', 'uniqueName'],
    },
  ];
});

const absent: readonly Scenario[] = [
  { name: 'a set that there is not', call: `GET ${at}/Nothing`, as: 'analyst', status: 404, code: 'EntitySetNotFound' },
  {
    name: 'the number of nothing',
    call: `GET ${at}/Nothing/$count`,
    as: 'analyst',
    status: 404,
    code: 'EntitySetNotFound',
  },
  {
    name: 'an entity that there is not',
    call: `GET ${at}/Elements(ModelId={model},Id='0x9999')`,
    as: 'analyst',
    status: 404,
    code: 'EntityNotFound',
  },
  {
    name: 'a change of a set',
    call: `POST ${at}/Elements`,
    as: 'analyst',
    body: {},
    status: 404,
    code: 'ResourceNotFound',
  },
];

export const odataScenarios: readonly Scenario[] = [...good, ...refusals, ...strangers, ...absent];
