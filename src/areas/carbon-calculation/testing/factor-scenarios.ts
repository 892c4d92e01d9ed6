import assert from 'node:assert/strict';
import { epdScenarios, refused } from './epd-scenarios.ts';
import { carbon, unknown } from './fixture.ts';
import { entriesOf, review } from './house.ts';
import type { HouseScenario } from './run-house-scenarios.ts';

const epds = `${carbon}/epds`;
const mappings = `${carbon}/mappings`;
const materials = `${carbon}/materials`;
const text = { 'Content-Type': 'text/xml' };

const guarded: readonly (readonly [call: string, code: string, body?: unknown])[] = [
  [`POST ${epds}?twinId={twinId}`, 'twinNotFound', 'x'],
  [`GET ${epds}?twinId={twinId}`, 'twinNotFound'],
  [`GET ${epds}/{epd}`, 'EpdNotFound'],
  [`PUT ${epds}/{epd}/scenarios`, 'EpdNotFound', { choices: [] }],
  [`DELETE ${epds}/{epd}`, 'EpdNotFound'],
  [`POST ${mappings}`, 'twinNotFound', { twinId: '{twinId}', displayName: 'x' }],
  [`GET ${mappings}?twinId={twinId}`, 'twinNotFound'],
  [`GET ${mappings}/{mapping}`, 'MappingNotFound'],
  [`PUT ${mappings}/{mapping}`, 'MappingNotFound', { displayName: 'x' }],
  [`DELETE ${mappings}/{mapping}`, 'MappingNotFound'],
  [`POST ${mappings}/{mapping}/review`, 'MappingNotFound', { version: 1 }],
  [`GET ${materials}?twinId={twinId}&modelId={model}`, 'twinNotFound'],
];

const who: readonly HouseScenario[] = guarded.flatMap(([call, code, body]): HouseScenario[] => {
  const sent = body === undefined ? {} : { body };
  return [
    { name: `${call} without a token`, call, ...sent, status: 401 },
    { name: `${call} by a stranger`, call, ...sent, as: 'stranger', status: 404, code },
    { name: `${call} by a viewer`, call, ...sent, as: 'viewer', status: 403, code: 'InsufficientPermissions' },
  ];
});

const content = { displayName: 'House', groups: [{ name: 'Walls', filter: "Class eq 'IfcWall'" }] };
const mapped: readonly HouseScenario[] = [
  {
    name: 'a new mapping, which is a draft',
    call: `POST ${mappings}`,
    as: 'engineer',
    body: {
      ...content,
      twinId: '{twinId}',
      studyPeriod: 60,
      materials: [
        { name: 'Concrete', epdId: '{epd}', wastage: 0.1, transport: [{ epdId: '{epd}', distance: 5 }], note: 'x' },
        { name: 'Air', epdId: null, ignored: true, reason: 'Weighs nothing.' },
      ],
    },
    status: 201,
    async proves({ body: { mapping } }, { p, engineer, twinId }) {
      const { id, createdOn, groups, materials: entries, ...rest } = mapping;
      assert.deepEqual(rest, {
        twinId,
        displayName: 'House',
        version: 1,
        state: 'Draft',
        default: false,
        studyPeriod: 60,
        reviewedBy: null,
        reviewedOn: null,
        createdBy: engineer.email,
      });
      assert.deepEqual(
        [groups, entries.length, entries[0].wastage, typeof createdOn],
        [content.groups, 2, 0.1, 'string'],
      );
      assert.deepEqual((await p.call(engineer, `GET ${mappings}/${id}`)).body, { mapping });
    },
  },
  {
    name: 'the mappings of a twin and its Account',
    call: `GET ${mappings}?twinId={twinId}`,
    as: 'engineer',
    status: 200,
    proves({ body }, { mapping, draft, accountMapping }) {
      const ids = body.mappings.map((one: { id: string }) => one.id);
      for (const id of [mapping, draft, accountMapping]) assert.ok(ids.includes(id));
      assert.equal('materials' in body.mappings[0], false);
    },
  },
  { name: 'a mapping', call: `GET ${mappings}/{mapping}`, as: 'engineer', status: 200 },
  { name: 'a mapping of the Account', call: `GET ${mappings}/{accountMapping}`, as: 'engineer', status: 200 },
  { name: 'its change', call: `PUT ${mappings}/{accountMapping}`, as: 'engineer', body: content, status: 403 },
  {
    name: 'a change, after which it has to be reviewed again',
    call: `PUT ${mappings}/{draft}`,
    as: 'engineer',
    body: { ...content, default: true },
    status: 200,
    async proves({ body: { mapping } }, { p, engineer, draft, mapping: before }) {
      assert.deepEqual([mapping.version, mapping.state, mapping.default, mapping.materials], [2, 'Draft', true, []]);
      const old = (await p.call(engineer, `GET ${mappings}/${before}`)).body.mapping;
      assert.equal(old.default, false, 'one of a twin is the default');
      const wrong = await p.call(engineer, `POST ${mappings}/${draft}/review`, { body: { version: 1 } });
      assert.deepEqual([wrong.status, wrong.body.error.code], [409, 'DataConflict']);
      await review({ p, engineer }, draft, 2);
      const found = await p.call(engineer, `GET ${mappings}/${draft}`);
      assert.deepEqual([found.body.mapping.state, found.body.mapping.reviewedBy], ['Reviewed', engineer.email]);
      assert.match(found.headers.get('etag') ?? '', /^W\//);
    },
  },
  {
    name: 'a review of this version',
    call: `POST ${mappings}/{draft}/review`,
    as: 'engineer',
    body: { version: 1 },
    status: 200,
    proves: ({ body: { mapping } }) => assert.equal(mapping.state, 'Reviewed'),
  },
  {
    name: 'a review of another version',
    call: `POST ${mappings}/{draft}/review`,
    as: 'engineer',
    body: { version: 7 },
    status: 409,
    code: 'DataConflict',
  },
  { name: 'the removal of a mapping', call: `DELETE ${mappings}/{draft}`, as: 'engineer', status: 204 },
  ...(['PUT', 'DELETE'] as const).map(
    (method): HouseScenario => ({
      name: `a stale ${method}`,
      call: `${method} ${mappings}/{mapping}`,
      as: 'engineer',
      ...(method === 'PUT' ? { body: content } : {}),
      headers: { 'If-Match': 'W/"9"' },
      status: 412,
    }),
  ),
  ...([`POST ${mappings}`, `PUT ${mappings}/{mapping}`, `POST ${mappings}/{mapping}/review`] as const).flatMap(
    (call): HouseScenario[] => [
      { name: `${call} of another type`, call, as: 'engineer', body: 'x', headers: text, status: 415 },
      { ...refused(`${call} with no JSON`, call, '{', [null]) },
    ],
  ),
  refused(
    'faults of a mapping',
    `POST ${mappings}`,
    {
      twinId: '{twinId}',
      displayName: '',
      studyPeriod: 0,
      groups: [{ name: '*', filter: "Klass eq 'a'" }],
      materials: [...entriesOf(unknown).materials, { name: 'CONCRETE', epdId: null, ignored: true, wastage: 2 }],
    },
    [
      'displayName',
      'studyPeriod',
      'materials[1].wastage',
      'groups[0].name',
      'groups[0].filter',
      'materials[1].name',
      'materials[1].reason',
    ],
  ),
  refused('mappings of no twin', `GET ${mappings}`, undefined, ['twinId']),
];

const found: readonly HouseScenario[] = [
  {
    name: 'the materials of a model, by volume, as a mapping has them',
    call: `GET ${materials}?twinId={twinId}&modelId={model}&mappingId={mapping}&changesetId={changeset}`,
    as: 'engineer',
    status: 200,
    proves({ body }, { epd }) {
      const [brick, concrete] = body.materials;
      assert.deepEqual(
        [brick.name, brick.category, brick.state, brick.epdId, brick.elements],
        ['Brick', 'masonry', 'Unmapped', null, 1],
      );
      assert.deepEqual([concrete.name, concrete.state, concrete.epdId, concrete.count], ['Concrete', 'Mapped', epd, 1]);
      assert.ok(Math.abs(brick.volume - 4.5) < 1e-5 && Math.abs(concrete.volume - 3.6) < 1e-5);
      assert.deepEqual([brick.examples.length, brick.mass, body.materials.length], [1, null, 2]);
      assert.deepEqual([brick.classes, brick.proposals, brick.change], [['IfcWall'], [], undefined]);
    },
  },
  {
    name: 'the materials of a model, with what a reviewed mapping proposes',
    call: `GET ${materials}?twinId={twinId}&modelId={model}&mappingId={accountMapping}`,
    as: 'engineer',
    status: 200,
    proves({ body }, { epd }) {
      const { state, proposals } = body.materials[1];
      assert.equal(state, 'Unmapped', 'a proposal is none until somebody accepts it');
      assert.deepEqual(proposals[0], { epdId: epd, epdName: 'Light concrete', rule: 'Mapping', because: 'House' });
    },
  },
  {
    name: 'the materials of two versions',
    call: `GET ${materials}?twinId={twinId}&modelId={model}&comparedWith={changeset}`,
    as: 'engineer',
    status: 200,
    proves({ body: { materials: all, gone } }) {
      const [brick] = all;
      const { elements, count, volume, area, length, mass } = brick;
      assert.deepEqual([brick.change, gone], ['Same', []]);
      assert.deepEqual(brick.before, { elements, count, volume, area, length, mass });
    },
  },
  {
    name: 'the classes of a model in the place of materials',
    call: `GET ${materials}?twinId={twinId}&modelId={model}&column=Class`,
    as: 'engineer',
    status: 200,
    proves({ body: { materials: all } }) {
      assert.deepEqual(
        all.map((one: { name: string; elements: number }) => [one.name, one.elements]),
        [['IfcWall', 2]],
      );
    },
  },
  ...(
    [
      [`modelId=${unknown}`, 404, 'modelNotFound'],
      ['modelId={model}&changesetId=9', 404, 'changesetNotFound'],
      [`modelId={model}&mappingId=${unknown}`, 404, 'MappingNotFound'],
      ['modelId={model}&comparedWith=9', 404, 'changesetNotFound'],
      ['modelId={waitingModel}', 409, 'DataConflict'],
      ['modelId={model}&column=Colour', 422, 'InvalidCarbonCalculationRequest'],
      ['modelId=x', 422, 'InvalidCarbonCalculationRequest'],
    ] as const
  ).map(
    ([query, status, code]): HouseScenario => ({
      name: `materials of ${query}`,
      call: `GET ${materials}?twinId={twinId}&${query}`,
      as: 'engineer',
      status,
      code,
    }),
  ),
];

export const factorScenarios: readonly HouseScenario[] = [...who, ...epdScenarios, ...mapped, ...found];
