import assert from 'node:assert/strict';
import type { Scenario } from './run-scenarios.ts';

const about = 'twinId={twinId}&modelId={house}';
const comparison = (model: string, start: string, end = start) =>
  `GET /changedelements/comparison?twinId={twinId}&modelId=${model}&startChangesetId=${start}&endChangesetId=${end}`;
const invalid = { status: 422, code: 'InvalidChangedElementsRequest' } as const;

/** Version 1. */
export const trackingScenarios: readonly Scenario[] = [
  {
    name: 'tracking is kept and told',
    call: 'PUT /changedelements/tracking',
    as: 'writer',
    body: { enable: true, twinId: '{twinId}', modelId: '{house}' },
    status: 202,
    async proves(answer, { p, reader, writer, twinId, house }) {
      assert.equal(answer.body, '');
      const read = async () =>
        (await p.call(reader, `GET /changedelements/tracking?twinId=${twinId}&modelId=${house}`)).body;
      assert.deepEqual(await read(), { enabled: true });
      const body = { enable: false, twinId, modelId: house };
      await p.call(writer, 'PUT /changedelements/tracking', { body });
      assert.deepEqual(await read(), { enabled: false });
    },
  },
  {
    name: 'tracking of nothing',
    call: 'PUT /changedelements/tracking',
    as: 'writer',
    body: { enable: 'yes' },
    ...invalid,
    targets: ['enable', 'twinId', 'modelId'],
  },
  {
    name: 'tracking that nobody enabled',
    call: `GET /changedelements/tracking?${about}`,
    as: 'reader',
    headers: { Accept: 'application/vnd.vendor.twin-platform.v1+json' },
    status: 200,
    proves: ({ body }) => assert.deepEqual(body, { enabled: false }),
  },
  {
    name: 'the changesets and whether they can be compared',
    call: `GET /changedelements/changesets?${about}&$top=2&$skip=1`,
    as: 'reader',
    status: 200,
    proves({ body }, { second, third, twinId, house }) {
      assert.deepEqual(body.changesetStatus, [
        { id: second, index: 2, ready: true },
        { id: third, index: 3, ready: false },
      ]);
      assert.match(
        body._links.prev.href,
        new RegExp(`/changedelements/changesets\\?twinId=${twinId}&modelId=${house}&\\$skip=0&\\$top=2$`),
      );
      assert.equal(body._links.next, undefined);
    },
  },
  {
    name: 'a comparison that is there',
    call: comparison('{house}', '{second}'),
    as: 'reader',
    status: 200,
    proves({ body, headers }) {
      assert.match(headers.get('content-type') ?? '', /^application\/json/);
      assert.deepEqual(body.changedElements.opcodes, [23]);
      assert.equal(Object.keys(body.changedElements).length, 13);
    },
  },
  {
    name: 'a comparison that does not end in time',
    call: comparison('{waiting}', '{waitingFirst}'),
    as: 'reader',
    status: 503,
    code: 'ServiceUnavailable',
    proves: ({ headers }) => assert.equal(headers.get('retry-after'), '5'),
  },
  {
    name: 'a comparison that failed',
    call: comparison('{house}', '{third}'),
    as: 'reader',
    ...invalid,
    targets: ['endChangesetId'],
    proves: ({ body }) => assert.match(body.error.details[0].message, /^The comparison failed: .*ends in the middle/),
  },
  {
    name: 'a comparison the wrong way round',
    call: comparison('{house}', '{second}', '{first}'),
    as: 'reader',
    ...invalid,
    targets: ['startChangesetId'],
  },
  ...['tracking', 'changesets'].map(
    (what): Scenario => ({
      name: `${what} of nothing`,
      call: `GET /changedelements/${what}?modelId=x`,
      as: 'reader',
      ...invalid,
      targets: ['twinId', 'modelId'],
    }),
  ),
  {
    name: 'a comparison of nothing',
    call: 'GET /changedelements/comparison?startChangesetId=x',
    as: 'reader',
    ...invalid,
    targets: ['twinId', 'modelId', 'startChangesetId', 'endChangesetId'],
  },
  {
    name: 'calls of version 1 are none of version 2',
    call: `GET /changedelements/tracking?${about}`,
    as: 'reader',
    headers: { Accept: 'application/vnd.vendor.twin-platform.v2+json' },
    status: 404,
    code: 'ResourceNotFound',
  },
];
