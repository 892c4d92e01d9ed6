import assert from 'node:assert/strict';
import { newInference, pnid, putInput, unknown } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const at = `${pnid}/inferences`;
const code = 'InvalidPnIDInferenceRequest';
const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const refused = (
  name: string,
  body: unknown,
  targets: readonly (string | null)[],
  more: Partial<Scenario> = {},
): Scenario => ({
  name,
  call: `POST ${at}`,
  as: 'engineer',
  body,
  status: 422,
  code,
  targets,
  ...more,
});

const creating: readonly Scenario[] = [
  {
    name: 'an inference',
    call: `POST ${at}`,
    as: 'engineer',
    body: { modelVersion: '1.3', twinId: '{twinId}' },
    status: 201,
    async proves({ body: { inference } }, { p, engineer, twinId }) {
      const { id, createdDateTime, lastModifiedDateTime, ...rest } = inference;
      assert.match(createdDateTime, isTime);
      assert.equal(createdDateTime, lastModifiedDateTime);
      const address = `${p.baseUrl}${at}/${id}`;
      const _links = {
        twin: { href: `${p.baseUrl}/twins/${twinId}` },
        run: { href: `${address}/run` },
        inputs: { href: `${address}/inputs` },
        results: { href: `${address}/run/results` },
      };
      assert.deepEqual(rest, { modelVersion: '1.3', _links });
      assert.deepEqual((await p.call(engineer, `GET ${at}/${id}`)).body, { inference });
    },
  },
  refused('a model version that there is not', { modelVersion: '1.9', twinId: '{twinId}' }, ['modelVersion'], {
    proves({ body: { error } }) {
      assert.equal(error.message, 'Cannot create PnID Inference.');
      const message = "Model version '1.9' is not available. Available are 1.0, 1.1, 1.2 and 1.3.";
      assert.deepEqual(error.details, [{ code: 'InvalidValue', message, target: 'modelVersion' }]);
    },
  }),
  refused('nothing', {}, ['modelVersion', 'twinId']),
  refused('members of other types', { modelVersion: 1.3, twinId: true }, ['modelVersion', 'twinId']),
  refused('a twin that is no GUID', { modelVersion: '1.3', twinId: 'x' }, ['twinId']),
  refused('no JSON', '{', [null]),
  {
    name: 'an inference in an unknown twin',
    call: `POST ${at}`,
    as: 'engineer',
    body: { modelVersion: '1.3', twinId: unknown },
    status: 404,
    code: 'twinNotFound',
  },
];

const listing: readonly Scenario[] = [
  {
    name: 'pages of the inferences of a twin, the newest first',
    call: `GET ${at}?twinId={twinId}&$top=2`,
    as: 'viewer',
    status: 200,
    onBoth: true,
    async proves(first, { p, viewer, engineer, twinId, bare, inference }) {
      const [newest] = first.body.inferences;
      assert.ok([bare, inference].includes(newest.id));
      const third = await newInference({ p, engineer, twinId });
      const page = await p.call(viewer, `GET ${at}?twinId=${twinId}&$top=2`);
      assert.equal(page.body.inferences[0].id, third);
      const { next } = page.body._links;
      assert.match(next.href, /\?twinId=[^&]+&\$top=2&\$continuationToken=[^&]+$/);
      const last = await p.call(viewer, `GET ${next.href.slice(p.baseUrl.length)}`);
      assert.equal(last.body.inferences.length, 1);
      assert.equal(last.body._links.next, undefined);
    },
  },
  {
    name: 'the link to the same page repeats the usual length',
    call: `GET ${at}/?twinId={twinId}`,
    as: 'viewer',
    status: 200,
    proves({ body: { _links } }, { p, twinId }) {
      assert.equal(_links.self.href, `${p.baseUrl}${at}?twinId=${twinId}&$top=100`);
    },
  },
  ...[
    '',
    '?twinId=x',
    '?twinId={twinId}&$top=0',
    '?twinId={twinId}&$top=1001',
    '?twinId={twinId}&$continuationToken=x',
  ].map(
    (query, n): Scenario => ({
      name: `a list with ${query}`,
      call: `GET ${at}${query}`,
      as: 'viewer',
      status: 422,
      code,
      targets: [['twinId', 'twinId', '$top', '$top', '$continuationToken'][n] ?? ''],
    }),
  ),
];

export const inferenceScenarios: readonly Scenario[] = [
  ...creating,
  ...listing,
  {
    name: 'an inference goes with its inputs',
    call: `DELETE ${at}/{inference}`,
    as: 'engineer',
    status: 204,
    async proves(_, { p, engineer, inference, input }) {
      assert.equal((await p.call(engineer, `GET ${at}/${inference}`)).status, 404);
      assert.equal((await p.call(engineer, `GET ${at}/${inference}/inputs/${input}/content`)).status, 404);
    },
  },
  {
    name: 'an inference, as a member of the twin reads it',
    call: `GET ${at}/{inference}`,
    as: 'viewer',
    status: 200,
    async proves({ body: { inference } }, fixture) {
      await putInput(fixture, inference.id, 'plant.svg', '<svg></svg>');
      const { body } = await fixture.p.call(fixture.viewer, `GET ${at}/${inference.id}`);
      assert.ok(body.inference.lastModifiedDateTime >= inference.lastModifiedDateTime);
    },
    onBoth: true,
  },
];
