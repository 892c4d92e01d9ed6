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
    code: 'InvalidCaptureRequest',
    proves: ({ body: { error } }) =>
      assert.deepEqual(
        error.details.map(({ target }: { target?: string }) => target),
        targets,
      ),
  });

const data = '/reality-management/reality-data';
const unknown = 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';

export const changeScenarios: readonly Scenario[] = [
  patch(
    'a job is submitted',
    'job',
    { state: 'active' },
    {
      async proves({ body: { job } }, { p, viewer, surveyor }) {
        assert.equal(job.state, 'active');
        const types: unknown[] = [];
        for (const { id } of job.jobSettings.outputs) {
          const { realityData } = (await p.call(viewer, `GET ${data}/${id}`)).body;
          assert.deepEqual([realityData.authoring, realityData.ownerId], [true, surveyor.userId]);
          types.push([realityData.displayName, realityData.type]);
        }
        assert.deepEqual(types, [
          ['Survey - LAS', 'LAS'],
          ['Survey - Cesium 3D Tiles', 'Cesium3DTiles'],
        ]);
      },
    },
  ),
  patch(
    'an active job is cancelled',
    'active',
    { state: 'Cancelled' },
    {
      raises: ['realityModeling.jobCompleted.v1'],
      async proves({ body: { job } }, { p, viewer, output }) {
        assert.deepEqual([job.state, job.jobSettings.outputs[0].id], ['cancelled', output]);
        assert.equal((await p.call(viewer, `GET ${data}/${output}`)).status, 404, 'its outputs are gone');
      },
    },
  ),
  patch(
    'settings of an unsubmitted job, property by property',
    'job',
    { type: 'Reconstruction', settings: { quality: 'Extra' }, costEstimationParameters: { gigaPixels: '2' } },
    {
      proves({ body }) {
        const { type, jobSettings, costEstimationParameters } = body.job;
        assert.deepEqual([type, jobSettings.quality, jobSettings.outputs.length], ['Reconstruction', 'Extra', 2]);
        assert.deepEqual([costEstimationParameters, body.estimatedCost], [{ gigaPixels: 2 }, 3]);
      },
    },
  ),
  patch(
    'outputs are replaced',
    'job',
    { settings: { outputs: ['OBJ'], cacheSettings: { createCache: true } } },
    {
      proves({ body: { job } }) {
        assert.deepEqual(job.jobSettings.outputs, [{ format: 'OBJ', id: null }]);
        assert.deepEqual(job.jobSettings.cacheSettings, { createCache: true });
      },
    },
  ),
  patch(
    'a job without a twin is submitted, and no event tells of it',
    'privateJob',
    { state: 'active' },
    {
      async proves({ body: { job } }, { p, maker }) {
        const cancelled = await p.call(maker, `PATCH ${api}/${job.id}`, { body: { state: 'cancelled' } });
        assert.equal(cancelled.body.job.state, 'cancelled');
        assert.deepEqual(p.takeEvents(), []);
      },
    },
  ),
  faulty('submission again', 'active', { state: 'active' }, ['state']),
  faulty('cancelling what is not submitted', 'job', { state: 'cancelled' }, ['state']),
  faulty('an unknown state', 'job', { state: 'success' }, ['state']),
  faulty('a change of an active job', 'active', { settings: { quality: 'Extra' } }, [undefined]),
  faulty('an unknown type', 'job', { type: 'x' }, ['type']),
  faulty('a type that does not fit the outputs', 'job', { type: 'Calibration' }, ['outputs']),
  faulty('the cache of a job that has none', 'job', { settings: { cacheSettings: { useCache: unknown } } }, [
    'cacheSettings.useCache',
  ]),
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
      code: 'InvalidCaptureRequest',
    }),
  ),
];
