import assert from 'node:assert/strict';
import { jobs1 } from './jobs.ts';
import type { JobScenario as Scenario } from './run-job-scenarios.ts';

const unknown = 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';
const code = 'InvalidRealityDataAnalysisRequest';
const inputs = [
  { type: 'photos', id: '{photos}' },
  { type: 'photoObjectDetector', id: '{package}' },
];
const newOne = { type: 'objects2D', name: 'New', twinId: '{twinId}', inputs, outputs: ['objects2D'] };
const scans = [
  { type: 'pointClouds1', id: '{scan}' },
  { type: 'pointClouds2', id: '{file}' },
];
const dataOf = '/reality-management/reality-data';

const bad = (name: string, change: object, targets: readonly string[], message?: string): Scenario => ({
  name: `a job ${name}`,
  call: `POST ${jobs1}`,
  as: 'surveyor',
  body: { ...newOne, ...change },
  status: 422,
  code,
  targets,
  proves({ body: { error } }) {
    assert.equal(error.message, 'Cannot create job.');
    if (message) assert.equal(error.details[0].message, message);
  },
});

const create: readonly Scenario[] = [
  {
    name: 'a job of version 1',
    call: `POST ${jobs1}`,
    as: 'surveyor',
    status: 201,
    body: {
      type: 'ChangeDetection',
      name: 'Changes',
      twinId: '{twinId}',
      inputs: scans,
      outputs: ['exportedLocations3DSHP'],
      options: {
        distThresholdLow: '0.4',
        distThresholdHigh: '0.8',
        minPoints: '30',
        colorThresholdLow: 1,
        exportSrs: null,
      },
      costEstimationParameters: { gigaPixels: 2, numberOfPhotos: '500', detectorCost: '2.0' },
    },
    proves({ body: { job } }, { scan, file, surveyor, twinId }) {
      const { id, createdDateTime, lastModifiedDateTime, ...rest } = job;
      assert.equal(createdDateTime, lastModifiedDateTime);
      assert.equal(id.length, 36);
      assert.deepEqual(rest, {
        name: 'Changes',
        type: 'changeDetection',
        state: 'unsubmitted',
        twinId,
        email: surveyor.email,
        dataCenter: 'EastUs',
        outputs: [{ type: 'exportedLocations3DSHP' }, { type: 'objects3D' }],
        inputs: [
          { type: 'pointClouds1', id: scan },
          { type: 'pointClouds2', id: file },
        ],
        options: { distThresholdLow: '0.4', distThresholdHigh: '0.8', minPoints: '30', colorThresholdLow: 1 },
        costEstimation: { gigaPixels: 2, numberOfPhotos: 500, detectorCost: 2, estimatedCost: 5 },
      });
    },
  },
  {
    name: 'a job with a detector in a folder',
    call: `POST ${jobs1}`,
    as: 'surveyor',
    body: newOne,
    status: 201,
  },
  bad('without anything', { type: '', name: null, twinId: '', inputs: [], outputs: [] }, [
    'type',
    'name',
    'twinId',
    'inputs',
    'outputs',
  ]),
  bad('without a name', { name: '' }, ['name'], 'The Name field is required.'),
  bad('of an unknown type', { type: 'panorama' }, ['type'], "Invalid value 'panorama' for property 'type'."),
  bad('without photos', { inputs: [inputs[1]] }, ['inputs'], "Required input 'photos' is missing."),
  bad('with an unknown input', { inputs: [...inputs, { type: 'maps', id: unknown }] }, ['inputs[2].type']),
  bad('of unknown data', { inputs: [{ type: 'photos', id: unknown }, inputs[1]] }, ['inputs[0].id']),
  bad('with an unknown detector', { inputs: [inputs[0], { type: 'photoObjectDetector', id: 'nobody' }] }, [
    'inputs[1].id',
  ]),
  bad('with an unknown output', { outputs: ['objects2D', 'polygons9'] }, ['outputs[1]']),
  bad(
    'with a word as number',
    { type: 'changeDetection', inputs: scans, outputs: ['objects3D'], options: { minPoints: 'many' } },
    ['options.minPoints'],
  ),
  bad('with negative costs', { costEstimationParameters: { gigaPixels: -1 } }, ['costEstimationParameters.gigaPixels']),
  bad('with costs that are no numbers', { costEstimationParameters: { gigaPixels: '-1', numberOfPhotos: 'many' } }, [
    'costEstimationParameters.gigaPixels',
    'costEstimationParameters.numberOfPhotos',
  ]),
];

const patch = (name: string, id: string, body: unknown, more: Partial<Scenario> = {}): Scenario => ({
  name,
  call: `PATCH ${jobs1}/{${id}}`,
  as: 'surveyor',
  body,
  status: 200,
  ...more,
});
const faulty = (name: string, id: string, body: unknown, messages: readonly string[]): Scenario =>
  patch(name, id, body, {
    status: 422,
    code,
    proves({ body: { error } }) {
      assert.equal(error.message, 'Cannot modify job.');
      assert.deepEqual(
        error.details.map(({ message }: { message: string }) => message),
        messages,
      );
    },
  });

const change: readonly Scenario[] = [
  patch(
    'a job is submitted',
    'job',
    { state: 'active' },
    {
      async proves({ body: { job } }, { p, viewer }) {
        assert.equal(job.state, 'active');
        assert.ok(job.executionInformation.submissionDateTime);
        const { realityData } = (await p.call(viewer, `GET ${dataOf}/${job.outputs[0].id}`)).body;
        assert.deepEqual([realityData.type, realityData.displayName], ['ContextScene', 'Signs - objects2D']);
      },
    },
  ),
  patch(
    'an active job is cancelled',
    'active',
    { state: 'Cancelled' },
    {
      raises: ['realityAnalysis.jobCompleted.v1'],
      async proves({ body: { job } }, { p, viewer, output1 }) {
        assert.deepEqual([job.state, job.executionInformation.exitCode], ['cancelled', undefined]);
        assert.equal((await p.call(viewer, `GET ${dataOf}/${output1}`)).status, 404);
      },
    },
  ),
  patch(
    'everything of a job',
    'job',
    {
      name: 'Other',
      type: 'extractGround',
      inputs: [{ type: 'pointClouds', id: '{scan}' }],
      outputs: ['exportedSegmentation3DLAS'],
      costEstimationParameters: { gigaPixels: 1 },
    },
    {
      proves({ body: { job } }) {
        assert.deepEqual([job.name, job.type], ['Other', 'extractGround']);
        assert.deepEqual(job.outputs, [{ type: 'exportedSegmentation3DLAS' }, { type: 'segmentation3D' }]);
        assert.equal(job.costEstimation.estimatedCost, 1);
      },
    },
  ),
  patch('nothing of a job', 'job', {}),
  faulty('submission again', 'active', { state: 'active' }, ['Cannot resubmit an already submitted job.']),
  faulty('cancelling what is not active', 'job', { state: 'cancelled' }, ['Cannot cancel a job that is not active.']),
  faulty('a change after submission', 'active', { outputs: ['objects3D'] }, [
    'Cannot modify an already submitted job.',
  ]),
  faulty('an output of another type', 'job', { outputs: ['polygons2D'] }, [
    "Invalid value 'polygons2D' for property 'outputs[0]'.",
  ]),
  {
    name: 'a job is deleted',
    call: `DELETE ${jobs1}/{job}`,
    as: 'surveyor',
    status: 204,
    proves: async (_, { p, surveyor, job }) =>
      assert.equal((await p.call(surveyor, `GET ${jobs1}/${job}`)).status, 404),
  },
  {
    name: 'a submitted job is deleted',
    call: `DELETE ${jobs1}/{active}`,
    as: 'surveyor',
    status: 422,
    code,
    proves: ({ body: { error } }) => assert.equal(error.details[0].message, 'Submitted job cannot be deleted.'),
  },
];

export const jobScenarios1: readonly Scenario[] = [...create, ...change];
