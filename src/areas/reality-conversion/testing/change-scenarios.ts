import assert from 'node:assert/strict';
import { api } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const patch = (name: string, id: string, body: unknown, more: Partial<Scenario> = {}): Scenario => ({
  name,
  call: `PATCH ${api}/{${id}}`,
  as: 'maker',
  body,
  status: 200,
  ...more,
});

type Targets = readonly (string | undefined)[];

const faulty = (name: string, id: string, body: unknown, targets: Targets): Scenario =>
  patch(name, id, body, {
    status: 422,
    code: 'InvalidRealityConversionRequest',
    proves: ({ body: { error } }) =>
      assert.deepEqual(
        error.details.map(({ target }: { target?: string }) => target),
        targets,
      ),
  });

const dataOf = '/reality-management/reality-data';

export const changeScenarios: readonly Scenario[] = [
  patch(
    'a job is submitted',
    'job',
    { state: 'Active' },
    {
      async proves({ body: { job } }, { p, viewer, surveyor }) {
        assert.equal(job.state, 'active');
        assert.deepEqual(Object.keys(job.executionInformation).slice(0, 2), ['submissionDateTime', 'startedDateTime']);
        const [output] = job.outputs;
        assert.equal(output.id.length, 36);
        const { realityData } = (await p.call(viewer, `GET ${dataOf}/${output.id}`)).body;
        assert.deepEqual(
          [realityData.displayName, realityData.type, realityData.authoring, realityData.ownerId],
          ['Scan to tiles - GLBC', 'Cesium3DTiles', true, surveyor.userId],
        );
      },
    },
  ),
  patch(
    'an active job is cancelled',
    'active',
    { state: 'cancelled' },
    {
      raises: ['realityConversion.jobCompleted.v1'],
      async proves({ body: { job } }, { p, viewer, output }) {
        assert.deepEqual([job.state, job.outputs[0].id], ['cancelled', output]);
        assert.ok(job.executionInformation.endedDateTime);
        assert.equal((await p.call(viewer, `GET ${dataOf}/${output}`)).status, 404, 'its outputs are gone');
        const { items } = (await p.call(viewer, `GET /jobs/?twinId=${job.twinId}`)).body;
        assert.ok(items === undefined || items.every(({ state }: { state: string }) => state !== 'Running'));
      },
    },
  ),
  patch(
    'everything of an unsubmitted job',
    'job',
    {
      name: 'Another',
      inputs: [{ id: '{ortho}' }],
      outputs: ['COG'],
      options: { jpgQuality: 50 },
      costEstimationParameters: { gigaPixels: 20 },
    },
    {
      proves({ body }, { ortho }) {
        const { name, inputs, outputs, options } = body.job;
        const expected = ['Another', [{ id: ortho, type: 'Orthophoto' }], [{ type: 'COG' }], { jpgQuality: 50 }];
        assert.deepEqual([name, inputs, outputs, options], expected);
        assert.equal(body.estimatedCost, 2);
      },
    },
  ),
  patch(
    'a job, and its submission in one',
    'own',
    { name: 'Now', options: { merge: true }, state: 'active' },
    {
      proves: ({ body: { job } }) => assert.deepEqual([job.name, job.state], ['Now', 'active']),
    },
  ),
  patch('nothing of a job', 'job', {}),
  faulty('submission again', 'active', { state: 'active' }, ['state']),
  faulty('submission of an ended job', 'ended', { state: 'active' }, ['state']),
  faulty('cancelling what is not submitted', 'job', { state: 'cancelled' }, ['state']),
  faulty('cancelling what has ended', 'ended', { state: 'cancelled' }, ['state']),
  faulty('a change of an active job', 'active', { options: { merge: true } }, [undefined]),
  faulty('a change that cancels', 'active', { state: 'cancelled', name: 'x' }, [undefined]),
  faulty('an unknown state', 'job', { state: 'success' }, ['state']),
  faulty('an unknown output', 'job', { outputs: ['STL'] }, ['outputs']),
  faulty('an output that does not fit', 'job', { outputs: ['COG'] }, ['outputs']),
  faulty('unknown data', 'job', { inputs: [{ id: '{gone}' }], state: 'active' }, ['inputs[0].id']),
  {
    name: 'a job is deleted',
    call: `DELETE ${api}/{job}`,
    as: 'maker',
    status: 204,
    proves: async (_, { p, maker, job }) => assert.equal((await p.call(maker, `GET ${api}/${job}`)).status, 404),
  },
  ...(['active', 'ended'] as const).map(
    (id): Scenario => ({
      name: `deletion of a job that is ${id}`,
      call: `DELETE ${api}/{${id}}`,
      as: 'maker',
      status: 422,
      code: 'InvalidRealityConversionRequest',
    }),
  ),
];
