import assert from 'node:assert/strict';
import { ContainerClient } from '@azure/storage-blob';
import type { Answer } from '../../../../test/support/platform.ts';
import { type JobFixture, jobs1, jobs2 } from './jobs.ts';
import type { JobScenario as Scenario } from './run-job-scenarios.ts';

const unknown = 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';
const specifications = {
  inputs: { photos: '{photos}', photoObjectDetector: '{detector}/1.0' },
  outputs: ['Objects2D'],
};
const new2 = { type: 'Objects2D', twinId: '{twinId}', specifications };
const changes = { inputs: { model3dA: '{scan}', model3dB: '{file}' }, outputs: ['objects3DAs3DTiles'] };
const dataOf = '/reality-management/reality-data';

const bad2 = (name: string, body: object, targets: readonly string[], message?: string): Scenario => ({
  name: `a job of version 2 ${name}`,
  call: `POST ${jobs2}`,
  as: 'surveyor',
  status: 400,
  targets,
  body: { ...new2, ...body },
  code: 'InvalidRealityAnalysisRequest',
  proves({ body: { error } }) {
    assert.equal(error.message, 'Invalid request to Reality Analysis.');
    if (message) assert.equal(error.details[0].message, message);
  },
});
const asks = (change: object) => ({ specifications: { ...specifications, ...change } });
const changing = (options: object) => ({ type: 'ChangeDetection', specifications: { ...changes, options } });

const create2: readonly Scenario[] = [
  {
    name: 'a job of version 2',
    call: `POST ${jobs2}`,
    as: 'maker',
    status: 201,
    body: { ...new2, name: 'My first', ...asks({ options: { minPhotos: 2, useTiePoints: true, colour: 'red' } }) },
    async proves({ body: { job } }, { p, viewer, maker, photos, detector, twinId }) {
      const { id, executionInfo, ...rest } = job;
      assert.deepEqual(Object.keys(executionInfo), ['createdDateTime']);
      const outputs = rest.specifications.outputs;
      assert.equal(outputs.objects2D.length, 36);
      assert.deepEqual(rest, {
        state: 'Queued',
        userId: maker.userId,
        type: 'Objects2D',
        twinId,
        name: 'My first',
        specifications: {
          inputs: { photos, photoObjectDetector: `${detector}/1.0` },
          outputs,
          options: { minPhotos: 2, useTiePoints: true },
        },
      });
      assert.deepEqual((await p.call(viewer, `GET ${jobs2}/${id}`)).body, { job });
      const { realityData } = (await p.call(viewer, `GET ${dataOf}/${outputs.objects2D}`)).body;
      assert.deepEqual([realityData.displayName, realityData.authoring], ['My first - objects2D', true]);
    },
  },
  {
    name: 'a job without a name, with bases that were not asked for',
    call: `POST ${jobs2}`,
    as: 'surveyor',
    status: 201,
    body: { ...new2, type: 'ChangeDetection', specifications: changes, name: null },
    async proves({ body: { job } }, { p, surveyor, scan, file }) {
      assert.equal(job.name, undefined);
      assert.deepEqual(job.specifications.inputs, { model3dA: scan, model3dB: file });
      const { objects3D, ...others } = job.specifications.outputs;
      assert.deepEqual(Object.keys(others), ['objects3DAs3DTiles']);
      const { realityData } = (await p.call(surveyor, `GET ${dataOf}/${objects3D}`)).body;
      assert.equal(realityData.displayName, 'ChangeDetection - objects3D');
    },
  },
  {
    name: 'a job that evaluates',
    call: `POST ${jobs2}`,
    as: 'surveyor',
    status: 201,
    body: {
      ...new2,
      type: 'EvalO2D',
      specifications: { inputs: { reference: '{photos}', prediction: '{photos}' }, outputs: ['report', 'Objects2D'] },
    },
    proves({ body: { job } }) {
      const { report, objects2d, objects2D } = job.specifications.outputs;
      assert.equal(report, `bkt:jobs/${job.id}/report.json`);
      assert.equal(objects2d, objects2D, 'both spellings');
    },
  },
  bad2('of no type', { type: 'Objects2D1' }, ['type'], "Invalid value 'Objects2D1' for property 'type'."),
  bad2('of a type that is not built', { type: 'TrainingS3D' }, ['type']),
  bad2('without anything', { type: '', twinId: null, specifications: null }, ['type', 'twinId', 'specifications']),
  bad2(
    'without photos',
    asks({ inputs: { photoObjectDetector: '{detector}' } }),
    ['specifications.inputs.photos'],
    'Required property is missing.',
  ),
  bad2('without detector', asks({ inputs: { photos: '{photos}' } }), ['specifications.inputs.photoObjectDetector']),
  bad2(
    'with an unknown output',
    asks({ outputs: ['objects2D', 'Polygons9'] }),
    ['specifications.outputs[1]'],
    "Invalid value 'Polygons9' for property 'specifications.outputs[1]'.",
  ),
  bad2('with a bad option', asks({ options: { minPhotos: 'x' } }), ['specifications.options.minPhotos']),
  bad2('with a number as text', asks({ options: { maxDist: '2' } }), ['specifications.options.maxDist']),
  bad2('with a short name', { name: 'a' }, ['name']),
  bad2(
    'of unknown data',
    asks({ inputs: { photos: unknown, photoObjectDetector: '{detector}' } }),
    ['specifications.inputs.photos'],
    `Reality data '${unknown}' is not available.`,
  ),
  bad2('of data that was deleted', asks({ inputs: { photos: '{gone}', photoObjectDetector: '{detector}' } }), [
    'specifications.inputs.photos',
  ]),
  bad2(
    'with an unknown detector',
    asks({ inputs: { photos: '{photos}', photoObjectDetector: 'nobody/1.0' } }),
    ['specifications.inputs.photoObjectDetector'],
    "Detector 'nobody/1.0' is not available.",
  ),
  bad2('with an unknown version', asks({ inputs: { photos: '{photos}', photoObjectDetector: '{detector}/9.0' } }), [
    'specifications.inputs.photoObjectDetector',
  ]),
  bad2('with data as detector that is none', asks({ inputs: { photos: '{photos}', photoObjectDetector: '{scan}' } }), [
    'specifications.inputs.photoObjectDetector',
  ]),
  bad2(
    'with a detector of another type',
    {
      type: 'SegmentationOrthophoto',
      specifications: {
        inputs: { orthophoto: '{scan}', orthophotoSegmentationDetector: '{detector}' },
        outputs: ['polygons2D'],
      },
    },
    ['specifications.inputs.orthophotoSegmentationDetector'],
  ),
  bad2('with thresholds the wrong way round', changing({ growThreshold: 0.8, filterThreshold: 0.4 }), [
    'specifications.options',
  ]),
  bad2(
    'with a file that is none of the bucket',
    { type: 'ChangeDetection', specifications: { ...changes, inputs: { ...changes.inputs, extent: 'a.json' } } },
    ['specifications.inputs.extent'],
  ),
];

const get = (name: string, call: string, proves: Scenario['proves'], more: Partial<Scenario> = {}): Scenario => ({
  name,
  call: `GET ${call}`,
  as: 'viewer',
  status: 200,
  ...(proves ? { proves } : {}),
  ...more,
});

const read: readonly Scenario[] = [
  get('a queued job', `${jobs2}/{queued}`, ({ body: { job } }) => assert.equal(job.state, 'Queued')),
  get('a cancelled job', `${jobs2}/{done}`, ({ body: { job } }) => {
    assert.equal(job.state, 'Cancelled');
    assert.ok(job.executionInfo.endedDateTime);
  }),
  get('the progress of a queued job', `${jobs2}/{queued}/progress`, ({ body }) =>
    assert.deepEqual(body, { progress: { percentage: 0, state: 'Queued' } }),
  ),
  get('the messages of a job', `${jobs2}/{done}/messages`, ({ body }) =>
    assert.deepEqual(body, { messages: { errors: [], warnings: [] } }),
  ),
  get('an unsubmitted job', `${jobs1}/{job}`, ({ body: { job } }, { photos, detector, surveyor }) => {
    assert.deepEqual([job.state, job.email, job.dataCenter], ['unsubmitted', surveyor.email, 'EastUs']);
    assert.deepEqual(job.outputs, [{ type: 'objects2D' }]);
    assert.deepEqual(job.inputs, [
      { type: 'photos', id: photos },
      { type: 'photoObjectDetector', id: `${detector}/1.0` },
    ]);
    assert.equal(job.executionInformation, undefined);
  }),
  get('an active job', `${jobs1}/{active}`, ({ body: { job } }, { output1 }) => {
    assert.deepEqual([job.state, job.outputs[0].id], ['active', output1]);
    assert.deepEqual(job.executionInformation.errors, []);
  }),
  ...(
    [
      ['job', { percentage: 0, state: 'unsubmitted', step: '' }],
      ['active', { percentage: 0, state: 'active', step: 'PrepareStep' }],
      ['ended', { percentage: 0, state: 'cancelled', step: 'Completed' }],
    ] as const
  ).map(([id, progress]) =>
    get(`the progress of the ${id}`, `${jobs1}/{${id}}/progress`, ({ body }) => assert.deepEqual(body, { progress })),
  ),
  ...['/reality-analysis', '/reality-modeling'].map((prefix) =>
    get(`the presets at ${prefix}`, `${prefix}/files`, ({ body }) => assert.deepEqual(body, { files: [] }), {
      as: 'stranger',
    }),
  ),
  get('the bucket, as others ask for it', '/reality-modeling/twins/{twinId}/bucket', ({ body }, { twinId }) => {
    assert.deepEqual(body.bucket, { twinId });
    assert.match(body._links.containerUrl.href, /\/files\/buckets\/[^?]+\?/);
  }),
  get('the bucket, to read', '/reality-analysis/twins/{twinId}/bucket', async ({ body }, { p, viewer, twinId }) => {
    assert.deepEqual(body.bucket, { twinId });
    assert.match(body._links.containerUrl.href, /\/files\/buckets\/[^?]+\?.*sp=rl&/);
    const again = (await p.call(viewer, `GET /reality-analysis/twins/${twinId}/bucket`)).body;
    assert.deepEqual(again.bucket, { twinId });
    await assert.rejects(
      new ContainerClient(body._links.containerUrl.href).getBlockBlobClient('a.txt').uploadData(Buffer.from('x')),
    );
  }),
  get(
    'the bucket, to write',
    '/reality-analysis/twins/{twinId}/bucket',
    async ({ body }) => {
      const client = new ContainerClient(body._links.containerUrl.href);
      const blob = client.getBlockBlobClient('areas/north.geojson');
      await blob.uploadData(Buffer.from('{}'));
      assert.equal((await blob.downloadToBuffer()).toString(), '{}');
      const names: string[] = [];
      for await (const { name } of client.listBlobsFlat()) names.push(name);
      assert.ok(names.includes('areas/north.geojson'));
      await blob.delete();
      assert.equal(await blob.exists(), false);
    },
    { as: 'surveyor' },
  ),
];

const cancel: readonly Scenario[] = [
  {
    name: 'a job of version 2 is cancelled',
    call: `DELETE ${jobs2}/{queued}`,
    as: 'maker',
    status: 200,
    raises: ['realityAnalysis.jobCompleted.v1'],
    async proves({ body: { job } }, { p, maker, queued, output }) {
      assert.equal(job.state, 'TerminatingOnCancel');
      assert.equal((await p.call(maker, `GET ${jobs2}/${queued}`)).body.job.state, 'Cancelled');
      assert.equal((await p.call(maker, `GET ${dataOf}/${output}`)).status, 404, 'its outputs are gone');
    },
  },
  {
    name: 'a job that has ended is cancelled',
    call: `DELETE ${jobs2}/{done}`,
    as: 'maker',
    status: 422,
    code: 'InvalidRealityAnalysisRequest',
    proves: ({ body: { error } }) => assert.equal(error.details[0].message, 'The job is already completed.'),
  },
];

const list = (path: string, name: string, query: string, wanted: readonly (keyof JobFixture)[]): Scenario => ({
  name: `jobs of ${path} ${name}`,
  call: `GET ${path}?$filter=twinId eq {twinId}${query}`,
  as: 'viewer',
  status: 200,
  proves({ body }: Answer, fixture) {
    const ids = body.jobs.map(({ id }: { id: string }) => id);
    assert.deepEqual(ids.sort(), wanted.map((one) => fixture[one]).sort());
    assert.equal('_links' in body, false);
  },
});

const lists: readonly Scenario[] = [
  list(jobs1, 'of a twin', '', ['job', 'active', 'ended']),
  list(jobs1, 'by state', ' and state eq active', ['active']),
  list(jobs1, 'by input', " and inputId eq '{photos}'", ['job', 'active', 'ended']),
  list(jobs2, 'of a twin', '', ['queued', 'done']),
  list(jobs2, 'by type', " and type in ('objects2d')", ['queued', 'done']),
  ...(
    [
      [jobs1, 422, 'InvalidRealityDataAnalysisRequest'],
      [jobs2, 400, 'InvalidRealityAnalysisRequest'],
    ] as const
  ).flatMap(([path, status, code]) =>
    (
      [
        ['', '$filter'],
        ["?$filter=labels in ('x')", '$filter'],
        ...(path === jobs2 ? ([["?$filter=inputId eq '{photos}'", '$filter']] as const) : []),
        ['?$filter=twinId eq {twinId}&$top=0', '$top'],
      ] as const
    ).map(
      ([query, target]): Scenario => ({
        name: `jobs by ${query}`,
        call: `GET ${path}${query}`,
        as: 'viewer',
        status,
        code,
        targets: [target],
      }),
    ),
  ),
];

export const jobScenarios2: readonly Scenario[] = [...create2, ...read, ...cancel, ...lists];
