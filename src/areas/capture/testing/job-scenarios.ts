import assert from 'node:assert/strict';
import type { Answer } from '../../../../test/support/platform.ts';
import { api, type Fixture } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const unknown = 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';
const settings = { quality: 'Draft', outputs: ['LAS'] };
const newOne = { type: 'Full', name: 'New', workspaceId: '{workspace}', inputs: [{ id: '{photos}' }], settings };

const invalid = (name: string, change: object, targets: readonly string[], more: Partial<Scenario> = {}): Scenario => ({
  name: `a job ${name}`,
  call: `POST ${api}`,
  as: 'surveyor',
  body: { ...newOne, ...change },
  status: 422,
  code: 'InvalidCaptureRequest',
  targets,
  ...more,
});
const tells = (message: string) => (answer: Answer) => assert.equal(answer.body.error.details[0].message, message);
const withSettings = (change: object) => ({ settings: { ...settings, ...change } });

export const createScenarios: readonly Scenario[] = [
  {
    name: 'a job',
    call: `POST ${api}`,
    as: 'maker',
    body: {
      ...newOne,
      inputs: [{ id: '{photos}', description: 'Drone' }],
      ...withSettings({ outputs: ['OBJ', 'LAS', 'OBJ'], processingEngines: 5, cacheSettings: { createCache: true } }),
      costEstimationParameters: { gigaPixels: '2.1', megaPoints: '1.5', meshQuality: 'Extra' },
    },
    status: 201,
    proves({ body: { job } }, { twinId, photos, maker, workspace }) {
      const { id, createdDateTime, lastModifiedDateTime, ...facts } = job;
      assert.equal(id.length, 36);
      assert.equal(createdDateTime, lastModifiedDateTime);
      assert.deepEqual(facts, {
        name: 'New',
        type: 'Full',
        state: 'unsubmitted',
        location: 'East US',
        dataCenter: 'East US',
        twinId,
        workspaceId: workspace,
        email: maker.email,
        inputs: [{ id: photos, description: 'Drone' }],
        jobSettings: {
          quality: 'Draft',
          processingEngines: 5,
          cacheSettings: { createCache: true },
          outputs: [
            { format: 'OBJ', id: null },
            { format: 'LAS', id: null },
          ],
        },
        costEstimationParameters: { gigaPixels: 2.1, megaPoints: 1.5, meshQuality: 'Extra' },
        estimatedCost: 3.17,
      });
    },
  },
  {
    name: 'a job in a workspace without a twin',
    call: `POST ${api}`,
    as: 'maker',
    body: { ...newOne, workspaceId: '{private}' },
    status: 201,
    proves: ({ body: { job } }) => assert.equal(job.twinId, undefined),
  },
  {
    name: 'a job in a workspace without a twin, of data where one may not create',
    call: `POST ${api}`,
    as: 'viewer',
    body: { ...newOne, workspaceId: '{viewersOwn}' },
    status: 403,
    code: 'InsufficientPermissions',
  },
  invalid('of an unknown type', { type: 'Panorama' }, ['type'], { proves: tells("Invalid 'type' parameter.") }),
  invalid('without a name', { name: null }, ['name'], { proves: tells('The Name field is required.') }),
  invalid('with a long name', { name: 'x'.repeat(257) }, ['name']),
  invalid('without inputs', { inputs: [] }, ['inputs'], { proves: tells('At least one input is required.') }),
  invalid('without settings', { settings: null }, ['settings']),
  invalid('of an unknown quality', withSettings({ quality: 'Best' }), ['quality']),
  invalid('with an unknown output', withSettings({ outputs: ['STL'] }), ['outputs']),
  invalid('with too many engines', withSettings({ processingEngines: 1001 }), ['processingEngines']),
  invalid('of everything wrong', { type: 'x', name: '', inputs: [], settings: { quality: 'x', outputs: [] } }, [
    'type',
    'name',
    'inputs',
    'quality',
    'outputs',
  ]),
  invalid('in an unknown workspace', { workspaceId: unknown }, ['workspaceId']),
  invalid('in no workspace', { workspaceId: 'x' }, ['workspaceId']),
  invalid('in a workspace of somebody else', { workspaceId: '{private}' }, ['workspaceId']),
  invalid('of a calibration to a cloud', { type: 'Calibration' }, ['outputs']),
  invalid('of nothing but orientations', withSettings({ outputs: ['ContextScene'] }), ['outputs']),
  invalid('of unknown data', { inputs: [{ id: unknown }, { id: '{gone}' }, { id: '{strangerFile}' }] }, [
    'inputs[0].id',
    'inputs[1].id',
    'inputs[2].id',
  ]),
  invalid('with the cache of no job', withSettings({ cacheSettings: { useCache: '{job}' } }), [
    'cacheSettings.useCache',
  ]),
  invalid('with a cache that has no id', withSettings({ cacheSettings: { useCache: 'x' } }), [
    'cacheSettings.useCache',
  ]),
];

const get = (name: string, call: string, proves: Scenario['proves'], more: Partial<Scenario> = {}): Scenario => ({
  name,
  call: `GET ${api}/${call}`,
  as: 'viewer',
  status: 200,
  ...(proves ? { proves } : {}),
  ...more,
});
const progress = (percentage: number, state: string, step: string) => (answer: Answer) =>
  assert.deepEqual(answer.body.jobProgress, { percentage, state, step });

export const readScenarios: readonly Scenario[] = [
  get('an unsubmitted job', '{job}', ({ body: { job } }) => {
    assert.equal(job.executionInformation, undefined);
    assert.deepEqual(job.jobSettings.outputs[1], { format: 'Cesium 3D Tiles', id: null });
  }),
  get('an active job', '{active}', ({ body: { job } }, { output }) => {
    assert.deepEqual([job.state, job.jobSettings.outputs[0]], ['active', { format: 'LAS', id: output }]);
    assert.equal(job.executionInformation.startedDateTime, null);
  }),
  get('a job of one’s own without a twin', '{privateJob}', undefined, { as: 'maker' }),
  get('the progress of an unsubmitted job', '{job}/progress', progress(0, 'Unsubmitted', '')),
  get('the progress of an active job', '{active}/progress', progress(0, 'Active', 'PrepareStep')),
  get('the progress of a cancelled job', '{ended}/progress', progress(0, 'Over', '')),
];

const list = (
  name: string,
  query: string,
  wanted: readonly (keyof Fixture)[],
  more: Partial<Scenario> = {},
): Scenario => ({
  name: `jobs ${name}`,
  call: `GET ${api}?$filter=${query}`,
  as: 'viewer',
  status: 200,
  proves({ body }, fixture) {
    const ids = body.jobs.map(({ id }: { id: string }) => id);
    assert.deepEqual(ids.sort(), wanted.map((one) => fixture[one]).sort());
    assert.equal('_links' in body, false);
  },
  ...more,
});
const inTwin = 'twinId eq {twinId}';

export const listScenarios: readonly Scenario[] = [
  list('of a twin', inTwin, ['job', 'active', 'ended']),
  list('of one’s own, also without a twin', 'inputId eq {photos}', ['privateJob'], { as: 'maker' }),
  list('by output', `${inTwin} and outputId eq {output}`, ['active']),
  {
    name: 'jobs without a filter',
    call: `GET ${api}`,
    as: 'viewer',
    status: 422,
    targets: ['$filter'],
    code: 'InvalidRealityModelingRequest',
  },
];
