import assert from 'node:assert/strict';
import type { Answer } from '../../../../test/support/platform.ts';
import { northWall, rounded, southWall } from './files.ts';
import type { Scenario } from './run-scenarios.ts';

const list = (query: string, names: readonly (string | null)[]): Scenario => ({
  name: `elements ${query}`,
  call: `GET /models/{house}/elements?${query}`,
  as: 'reader',
  status: 200,
  proves: ({ body }: Answer) =>
    assert.deepEqual(
      body.elements.map((one: { name: string | null }) => one.name),
      names,
    ),
});

const all = ['Site', 'Building', 'Storey', 'Wall 110', 'Wall 130'];

const notValid = (query: string, ...targets: string[]): Scenario => ({
  name: `elements ${query}`,
  call: `GET /models/{house}/elements?${query}`,
  as: 'reader',
  status: 422,
  code: 'InvalidModelsRequest',
  targets,
});

/** Elements, their properties and the spatial structure. */
export const elementScenarios: readonly Scenario[] = [
  list('', all),
  list("$filter=class eq 'ifcwall'", ['Wall 110', 'Wall 130']),
  list("$filter=class ne 'IfcWall' and not contains(name,'it')", ['Building', 'Storey']),
  list("$filter=name in ('site','storey') or globalId eq '0SOUTH0000000000000000'", ['Site', 'Storey', 'Wall 130']),
  list("$filter=containerId eq '0' and parentId ne '0'", ['Building', 'Storey']),
  list("$filter=name eq null or endswith(name,'30')", ['Wall 130']),
  list('$search=WALL', ['Wall 110', 'Wall 130']),
  list(`$search=${northWall}`, ['Wall 110']),
  list('changesetId=1&$top=2', ['Site', 'Building']),
  notValid('$filter=class eq', '$filter'),
  notValid("$filter=volume eq 'x'", '$filter'),
  notValid("$filter=__proto__ ne 'x'", '$filter'),
  notValid("$filter=constructor ne 'x'", '$filter'),
  notValid("$filter=tolower(name) eq 'x'", '$filter'),
  notValid('$select=name,volume', '$select'),
  notValid('$top=0', '$top'),
  notValid('continuationToken=x', 'continuationToken'),
  {
    name: 'pages that continue in the same changeset',
    call: 'GET /models/{house}/elements?$top=3&$select=id,NAME',
    as: 'reader',
    status: 200,
    async proves({ body }, { p, reader, second }) {
      assert.deepEqual(body.elements[0], { id: '0x1000', name: 'Site' });
      const next = new URL(body._links.next.href);
      assert.equal(next.searchParams.get('changesetId'), second);
      const rest = await p.call(reader, `GET ${next.pathname}${next.search}`);
      assert.deepEqual(
        rest.body.elements.map((one: { name: string }) => one.name),
        all.slice(3),
      );
      assert.equal(rest.body._links.next, undefined);
    },
  },
  {
    name: 'sets of properties where they are asked for, and only there',
    call: `GET /models/{house}/elements?$search=${northWall}&$select=name,propertySets`,
    as: 'reader',
    status: 200,
    proves: ({ body }) => assert.deepEqual(body.elements, [{ name: 'Wall 110', propertySets: [] }]),
  },
  {
    name: 'elements of a changeset that is not imported',
    call: 'GET /models/{waiting}/elements',
    as: 'reader',
    status: 409,
    code: 'DataConflict',
  },
  {
    name: 'an element of a changeset that failed',
    call: 'GET /models/{house}/elements/0x1000?changesetId={third}',
    as: 'reader',
    status: 409,
    code: 'DataConflict',
  },
  {
    name: 'the tree of a changeset that is not imported',
    call: 'GET /models/{waiting}/tree?changesetId=1',
    as: 'reader',
    status: 409,
    code: 'DataConflict',
  },
  {
    name: 'an element by its GlobalId',
    call: `GET /models/{house}/elements/${southWall}`,
    as: 'reader',
    status: 200,
    async proves({ body: { element } }, { p, reader, house }) {
      assert.deepEqual([element.name, element.class, element.mesh.triangles], ['Wall 130', 'IfcWall', 12]);
      assert.ok(Math.abs(element.mesh.volume - 6 * 0.3 * 3) < 1e-6);
      assert.deepEqual(rounded(element.box), [-3, -0.15, 0, 3, 0.15, 3]);
      const before = await p.call(reader, `GET /models/${house}/elements/${element.id}?changesetId=1`);
      assert.equal(before.body.element.globalId, southWall, 'the same id in every version');
      assert.ok(Math.abs(before.body.element.mesh.volume - 5 * 0.3 * 3) < 1e-6);
    },
  },
  {
    name: 'the unit of an attribute',
    call: 'GET /models/{house}/elements/storey0000000000000000',
    as: 'reader',
    status: 200,
    proves({ body: { element } }) {
      assert.equal(element.attributes.Elevation, 0);
      assert.deepEqual(element.attributeUnits, { Elevation: 'm' });
    },
  },
  {
    name: 'the spatial structure',
    call: 'GET /models/{house}/tree',
    as: 'worker',
    status: 200,
    proves({ body: { tree } }) {
      assert.equal(tree.project.name, 'Test');
      const storey = tree.children[0].children[0].children[0];
      assert.deepEqual([storey.name, storey.counts], ['Storey', { IfcWall: 2 }]);
    },
  },
  ...['elements/0x1000', 'tree'].map(
    (what): Scenario => ({
      name: `an impossible changeset of ${what}`,
      call: `GET /models/{house}/${what}?changesetId=${'%01'}`,
      as: 'reader',
      status: 422,
      code: 'InvalidModelsRequest',
      targets: ['changesetId'],
    }),
  ),
];
