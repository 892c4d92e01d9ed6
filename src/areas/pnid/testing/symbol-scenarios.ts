import assert from 'node:assert/strict';
import { basicSetId } from '../../../engines/drawings/symbols/basic.ts';
import { normSetId } from '../../../engines/drawings/symbols/norms.ts';
import { pnid, unknown } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const at = `${pnid}/symbolsets`;
const code = 'InvalidPnIDSymbolSetRequest';
const symbol = {
  name: 'Filter',
  modelClass: 'FILTER',
  inLine: true,
  rotations: [0, 90],
  mirrored: false,
  tag: 'near',
  width: 3,
  shapes: [
    {
      polyline: [
        [-0.5, -0.3],
        [0.5, -0.3],
        [0.5, 0.3],
        [-0.5, 0.3],
      ],
      closed: true,
    },
    { line: [-0.5, 0.3, 0.5, -0.3] },
  ],
};
const refused = (name: string, body: object, targets: readonly (string | null)[]): Scenario => ({
  name,
  call: `PUT ${at}/{set}`,
  as: 'engineer',
  status: 422,
  code,
  targets,
  body: { displayName: 'Refinery', ...body },
});

const reading: readonly Scenario[] = [
  {
    name: 'the symbol sets of a twin, what is built in first',
    call: `GET ${at}?twinId={twinId}`,
    as: 'viewer',
    status: 200,
    onBoth: true,
    proves({ body: { symbolSets } }, { set, twinId }) {
      const [basic, norms, own] = symbolSets;
      assert.deepEqual([basic.id, basic.twinId, basic.readOnly], [basicSetId, null, true]);
      assert.deepEqual([own.id, own.twinId, own.readOnly, own.version], [set, twinId, false, 1]);
      assert.deepEqual([norms.id, norms.twinId, norms.readOnly], [normSetId, null, true]);
      assert.equal(own.symbolsCount, basic.symbolsCount);
      assert.ok(!('symbols' in own));
    },
  },
  {
    name: 'a list without a twin',
    call: at.replace(/^/, 'GET '),
    as: 'viewer',
    status: 422,
    code,
    targets: ['twinId'],
  },
  {
    name: 'the basic set, which everybody may read',
    call: `GET ${at}/${basicSetId}`,
    as: 'stranger',
    status: 200,
    proves({ body: { symbolSet } }) {
      assert.ok(symbolSet.symbols.length > 20);
      assert.equal(symbolSet.linePattern, '^\\d+(\\.\\d+)?"-[A-Z]+-\\d+');
    },
  },
  {
    name: 'a symbol set, as a member of the twin reads it',
    call: `GET ${at}/{set}`,
    as: 'viewer',
    status: 200,
    onBoth: true,
    proves: ({ body }, { set }) => assert.equal(body.symbolSet.id, set),
  },
  {
    name: 'a version that never was',
    call: `GET ${at}/{set}?version=7`,
    as: 'viewer',
    status: 422,
    code,
    targets: ['version'],
  },
  {
    name: 'the versions of what is built in',
    call: `GET ${at}/${basicSetId}/versions`,
    as: 'viewer',
    status: 200,
    proves: ({ body }) => assert.equal(body.versions.length, 1),
  },
];

const writing: readonly Scenario[] = [
  {
    name: 'a symbol set of own symbols',
    call: `POST ${at}`,
    as: 'engineer',
    body: {
      twinId: '{twinId}',
      displayName: 'Filters',
      minConfidence: 0.6,
      symbols: [symbol],
      tags: [{ pattern: 'F-\\d+', classes: ['FILTER'] }],
      linePattern: '^L\\d+',
    },
    status: 201,
    async proves({ body: { symbolSet } }, { p, viewer }) {
      const { id, twinId: _, ...rest } = symbolSet;
      const facts = { displayName: 'Filters', version: 1, readOnly: false, minConfidence: 0.6, linePattern: '^L\\d+' };
      const tags = [{ pattern: 'F-\\d+', classes: ['FILTER'] }];
      assert.deepEqual(rest, { ...facts, tags, symbols: [{ ...symbol, ports: [] }] });
      assert.deepEqual((await p.call(viewer, `GET ${at}/${id}`)).body, { symbolSet });
    },
  },
  {
    name: 'a set in an unknown twin',
    call: `POST ${at}`,
    as: 'engineer',
    status: 404,
    code: 'twinNotFound',
    body: { twinId: unknown, displayName: 'X' },
  },
  {
    name: 'a set without a name',
    call: `POST ${at}`,
    as: 'engineer',
    status: 422,
    code,
    body: { twinId: '{twinId}' },
    targets: ['displayName'],
  },
  refused('a pattern that is none', { tags: [{ pattern: '(' }], linePattern: '[' }, ['tags[0].pattern', 'linePattern']),
  refused('no tags at all', { tags: [] }, ['tags']),
  refused('a class in small letters', { symbols: [{ ...symbol, modelClass: 'filter' }] }, ['symbols[0].modelClass']),
  refused('two symbols of one name', { symbols: [symbol, symbol] }, ['symbols[1].name']),
  refused('a quarter that is none', { symbols: [{ ...symbol, rotations: [45] }] }, ['symbols[0].rotations[0]']),
  refused('a shape that is two', { symbols: [{ ...symbol, shapes: [{ line: [0, 0, 1, 1], circle: [0, 0, 1] }] }] }, [
    'symbols[0].shapes[0]',
  ]),
  refused('a name that is none', { displayName: '' }, ['displayName']),
  {
    name: 'another version of a set',
    call: `PUT ${at}/{set}`,
    as: 'engineer',
    body: { displayName: 'Other', symbols: [symbol] },
    status: 200,
    async proves({ body: { symbolSet } }, { p, engineer, set }) {
      assert.deepEqual([symbolSet.displayName, symbolSet.version, symbolSet.symbols.length], ['Other', 2, 1]);
      const headers = { 'If-Match': 'W/"1"' };
      const late = await p.call(engineer, `PUT ${at}/${set}`, { body: { displayName: 'Late' }, headers });
      assert.equal(late.status, 412);
      const { versions } = (await p.call(engineer, `GET ${at}/${set}/versions`)).body;
      assert.deepEqual(
        versions.map((one: { version: number; displayName: string }) => [one.version, one.displayName]),
        [
          [2, 'Other'],
          [1, 'Refinery'],
        ],
      );
      const former = await p.call(engineer, `GET ${at}/${set}?version=1`);
      assert.deepEqual([former.body.symbolSet.displayName, former.body.symbolSet.version], ['Refinery', 1]);
      assert.ok(former.body.symbolSet.symbols.length > 20);
      assert.equal((await p.call(engineer, `GET ${at}/${set}?version=2`)).body.symbolSet.displayName, 'Other');
    },
  },
  {
    name: 'a set is deleted: an inference that names it cannot be run',
    call: `DELETE ${at}/{set}`,
    as: 'engineer',
    status: 204,
    async proves(_, { p, engineer, twinId, set }) {
      assert.equal((await p.call(engineer, `GET ${at}/${set}`)).status, 404);
      const body = { modelVersion: '1.3', twinId, symbolSetId: set };
      const { status, body: answer } = await p.call(engineer, `POST ${pnid}/inferences`, { body });
      assert.deepEqual([status, answer.error.details[0].target], [422, 'symbolSetId']);
    },
  },
  ...(['PUT', 'DELETE'] as const).map(
    (method): Scenario => ({
      name: `${method} of the basic set`,
      call: `${method} ${at}/${basicSetId}`,
      as: 'engineer',
      status: 403,
      code: 'InsufficientPermissions',
      ...(method === 'PUT' ? { body: { displayName: 'Mine' } } : {}),
    }),
  ),
];

const working: readonly Scenario[] = ['learn', 'trial'].flatMap((way): Scenario[] => {
  const call = `POST ${at}/{set}/${way}`;
  const more = way === 'learn' ? { regionIds: ['a'] } : {};
  return [
    {
      name: `${way} from a run that is not completed`,
      call,
      as: 'engineer',
      status: 422,
      code,
      body: { inferenceId: '{inference}', sheet: 'plant_svg_p0001', ...more },
      targets: ['inferenceId'],
    },
    {
      name: `${way} from an unknown inference`,
      call,
      as: 'engineer',
      status: 422,
      code,
      body: { inferenceId: unknown, sheet: 'plant_svg_p0001', ...more },
      targets: ['inferenceId'],
    },
    {
      name: `${way} from nothing`,
      call,
      as: 'engineer',
      body: {},
      status: 422,
      code,
      targets: ['inferenceId', 'sheet', ...Object.keys(more)],
    },
  ];
});

export const symbolScenarios: readonly Scenario[] = [...reading, ...writing, ...working];
