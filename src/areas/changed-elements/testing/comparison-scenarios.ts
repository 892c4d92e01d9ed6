import assert from 'node:assert/strict';
import { resultOf } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const post = 'POST /changedelements/comparisonjob';
const body = { twinId: '{twinId}', modelId: '{house}', startChangesetId: '{first}', endChangesetId: '{second}' };
const at = (jobId: string, model = '{house}') => `/changedelements/comparisonjob/${jobId}/twin/{twinId}/model/${model}`;
const zeros = '0'.repeat(40);

const notValid = (name: string, change: object, targets: readonly string[]): Scenario => ({
  name,
  call: post,
  as: 'reader',
  body: { ...body, ...change },
  status: 422,
  code: 'InvalidChangedElementsRequest',
  targets,
});

/** Comparison jobs. */
export const comparisonScenarios: readonly Scenario[] = [
  {
    name: 'a comparison is queued, whatever the case of its ids',
    call: 'POST /ChangedElements/comparisonJob/',
    as: 'reader',
    body,
    status: 202,
    async proves({ body: { comparisonJob } }, { p, twinId, house, first, second, reader }) {
      const ids = { twinId, modelId: house, startChangesetId: first, endChangesetId: second };
      assert.deepEqual(comparisonJob, { status: 'Queued', jobId: `${first}-${second}`, ...ids });
      const again = { ...ids, modelId: house.toUpperCase(), startChangesetId: first.toUpperCase() };
      const answer = await p.call(reader, post, { body: again });
      assert.deepEqual([answer.status, answer.body.error.code], [409, 'ComparisonExists']);
    },
  },
  {
    name: 'a comparison that is there',
    call: post,
    as: 'reader',
    body: { ...body, startChangesetId: '{second}' },
    status: 409,
    code: 'ComparisonExists',
  },
  notValid(
    'a comparison without anything',
    { twinId: null, modelId: undefined, startChangesetId: '', endChangesetId: null },
    ['twinId', 'modelId', 'startChangesetId', 'endChangesetId'],
  ),
  {
    ...notValid('ids that are none', { twinId: 'x', modelId: 1, endChangesetId: 'abc' }, [
      'twinId',
      'modelId',
      'endChangesetId',
    ]),
    proves({ body: { error } }) {
      assert.equal(error.message, 'One or more request parameters are invalid.');
      assert.deepEqual(error.details[0], {
        code: 'InvalidParameter',
        message: "'twinId' is not a valid GUID.",
        target: 'twinId',
      });
      assert.equal(error.details[2].message, "'endChangesetId' is not a valid changeset id.");
    },
  },
  notValid('changesets of another model', { startChangesetId: zeros, endChangesetId: '{waitingFirst}' }, [
    'startChangesetId',
    'endChangesetId',
  ]),
  notValid('an unknown end', { endChangesetId: zeros }, ['endChangesetId']),
  notValid('a start after the end', { startChangesetId: '{third}', endChangesetId: '{first}' }, ['startChangesetId']),
  ...['GET', 'DELETE'].map(
    (method): Scenario => ({
      name: `${method} with ids that are none`,
      call: `${method} /changedelements/comparisonjob/{completed}/twin/x/model/{twinId}x`,
      as: 'reader',
      status: 422,
      code: 'InvalidChangedElementsRequest',
      targets: ['twinId', 'modelId'],
    }),
  ),
  {
    name: 'a completed comparison, with an address that needs no token',
    call: 'GET /changedelements/comparisonJob/{completed}/Twin/{twinId}/Model/{house}',
    as: 'reader',
    status: 200,
    async proves({ body: { comparisonJob }, headers }, { p, twinId, house, second, completed }) {
      assert.equal(headers.get('cache-control'), 'no-store');
      const ids = { twinId, modelId: house, startChangesetId: second, endChangesetId: second };
      const { comparison, ...rest } = comparisonJob;
      assert.deepEqual(rest, { status: 'Completed', jobId: completed, ...ids });
      assert.ok(comparison.href.startsWith(`${p.baseUrl}/comparisons/`));
      const result = await resultOf(comparisonJob);
      assert.deepEqual([result.globalIds, result.type], [['0south0000000000000000'], [2]]);
    },
  },
  ...(['minimal', 'representation'] as const).map(
    (form): Scenario => ({
      name: `Prefer: return=${form}`,
      call: `GET ${at('{completed}')}`,
      as: 'maker',
      headers: { Prefer: `return=${form}` },
      status: 200,
      async proves({ body: { comparisonJob }, headers }) {
        assert.equal(headers.get('preference-applied'), `return=${form}`);
        const names = Object.keys(await resultOf(comparisonJob));
        assert.deepEqual([names.length, names.includes('properties')], form === 'minimal' ? [8, false] : [13, true]);
      },
    }),
  ),
  {
    name: 'a comparison whose end could not be imported',
    call: `GET ${at('{failed}')}`,
    as: 'reader',
    status: 200,
    proves({ body: { comparisonJob } }) {
      assert.equal(comparisonJob.status, 'Failed');
      assert.match(comparisonJob.errorDetails, /ends in the middle/);
      assert.equal(comparisonJob.comparison, undefined);
    },
  },
  {
    name: 'a comparison that waits for an import',
    call: `GET ${at('{queued}', '{waiting}')}`,
    as: 'reader',
    status: 200,
    async proves({ body: { comparisonJob } }, { p, maker, twinId: twin }) {
      const { jobId, twinId, modelId, startChangesetId, endChangesetId, ...rest } = comparisonJob;
      assert.deepEqual(rest, { status: 'Queued' });
      const { jobs } = (await p.call(maker, `GET /jobs?kind=changedElements.compare&state=Queued&twinId=${twin}`)).body;
      assert.deepEqual(
        jobs.map((job: { step: string; cancellable: boolean }) => [job.step, job.cancellable]),
        [['Waiting for the import of version 1', true]],
      );
    },
  },
  {
    name: 'its maker deletes a comparison, and its address is void',
    call: `DELETE ${at('{completed}')}`,
    as: 'maker',
    status: 204,
    async proves(_answer, { p, maker, house, twinId, second, completed }) {
      const path = at(completed, house).replace('{twinId}', twinId);
      assert.equal((await p.call(maker, `GET ${path}`)).body.error.code, 'ComparisonNotFound');
      assert.equal((await p.call(maker, `DELETE ${path}`)).status, 404);
      const again = { twinId, modelId: house, startChangesetId: second, endChangesetId: second };
      assert.equal((await p.call(maker, post, { body: again })).status, 202);
    },
  },
  {
    name: 'who manages models deletes one that waits, and nobody is told that it ended',
    call: `DELETE ${at('{queued}', '{waiting}')}`,
    as: 'manager',
    status: 204,
    async proves(_answer, { p, maker, twinId }) {
      const { jobs } = (await p.call(maker, `GET /jobs?kind=changedElements.compare&twinId=${twinId}`)).body;
      assert.deepEqual(
        jobs.map((job: { state: string }) => job.state),
        ['Cancelled', 'Failed', 'Succeeded'],
      );
      const told = p.takeEvents().filter(({ type }) => type === 'changedElements.jobCompleted.v1');
      assert.deepEqual(told, []);
    },
  },
];
