import assert from 'node:assert/strict';
import type { Answer } from '../../../../test/support/platform.ts';
import { api, type Fixture } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

/** Systems are told by texts, too. */
const utm = '+proj=utm +zone=32 +ellps=GRS80 +units=m +no_defs';

const unknown = 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';
const newOne = { type: 'Conversion', name: 'New', twinId: '{twinId}', inputs: [{ id: '{scan}' }], outputs: ['LAZ'] };

const invalid = (name: string, change: object, targets: readonly string[], more: Partial<Scenario> = {}): Scenario => ({
  name: `a job ${name}`,
  call: `POST ${api}`,
  as: 'surveyor',
  body: { ...newOne, ...change },
  status: 422,
  code: 'InvalidRealityConversionRequest',
  targets,
  ...more,
});
const tells = (message: string) => (answer: Answer) => assert.equal(answer.body.error.details[0].message, message);

const wrongOptions: Readonly<Record<string, unknown>> = {
  processingEngines: 1001,
  merge: 'yes',
  inputSRS: 'UTM',
  outputSRS: 'EPSG:',
  columns: 'x',
  delimiter: '::',
  decimal: ';',
  sampleWorldStep: 0,
  topLevel: 25,
  bottomLevel: -2,
  tileFormat: 'GIF',
  stretch: '1;2',
  jpgQuality: 5,
  backgroundColor: '256.0.0',
};

export const createScenarios: readonly Scenario[] = [
  {
    name: 'a job',
    call: `POST ${api}`,
    as: 'maker',
    body: {
      ...newOne,
      outputs: ['GLBC', 'LAZ', 'GLBC'],
      costEstimationParameters: { gigaPixels: '2.1', megaPoints: 1.5 },
      options: { processingEngines: 0, merge: true, inputSRS: utm, outputSRS: null },
    },
    status: 201,
    proves({ body: { job } }, { twinId, scan, maker }) {
      const { id, createdDateTime, lastModifiedDateTime, ...facts } = job;
      assert.equal(id.length, 36);
      assert.equal(createdDateTime, lastModifiedDateTime);
      assert.deepEqual(facts, {
        name: 'New',
        type: 'Conversion',
        state: 'unsubmitted',
        twinId,
        ownerId: maker.userId,
        email: maker.email,
        dataCenter: 'East US',
        inputs: [{ id: scan, type: 'LAS' }],
        outputs: [{ type: 'GLBC' }, { type: 'LAZ' }],
        options: { processingEngines: 0, merge: true, inputSRS: utm },
        costEstimation: { gigaPixels: 2.1, megaPoints: 1.5, estimatedCost: 0.21 },
      });
    },
  },
  {
    name: 'a job of a file of Storage, which becomes reality data',
    call: `POST ${api}`,
    as: 'surveyor',
    body: { ...newOne, inputs: [{ id: '{file}' }] },
    status: 201,
    async proves({ body: { job } }, { p, surveyor, file, twinId }) {
      assert.deepEqual(job.inputs, [{ id: file, type: 'E57' }]);
      const { realityData } = (await p.call(surveyor, `GET /reality-management/reality-data?twinId=${twinId}`)).body;
      assert.ok(realityData.some(({ displayName }: { displayName: string }) => displayName === 'tower.e57'));
    },
  },
  invalid('without anything', { type: '', name: null, twinId: '', inputs: [], outputs: [] }, [
    'Type',
    'Name',
    'TwinId',
    'Inputs',
    'Outputs',
  ]),
  invalid('without a name', { name: '' }, ['Name'], { proves: tells('The Name field is required.') }),
  invalid('with a long name', { name: 'x'.repeat(257) }, ['name']),
  invalid('of an unknown type', { type: 'Convert' }, ['type'], {
    proves: tells("Invalid value 'Convert' for property 'type'."),
  }),
  invalid('with an unknown output', { outputs: ['LAZ', 'STL'] }, ['outputs'], {
    proves: tells("Invalid value 'STL' for property 'outputs'."),
  }),
  invalid('in no twin', { twinId: 'x' }, ['twinId']),
  invalid('with an input without an id', { inputs: [{}] }, ['inputs[0].id']),
  ...(['inputSRS', 'outputSRS'] as const).map((name) =>
    invalid(`in a system that nobody knows, ${name}`, { options: { [name]: 'EPSG:999999' } }, [`options.${name}`], {
      proves: tells("The coordinate system 'EPSG:999999' is not known, or cannot be used."),
    }),
  ),
  ...Object.entries(wrongOptions).map(([name, value]) =>
    invalid(`with ${name} ${value}`, { options: { [name]: value } }, [`options.${name}`]),
  ),
  invalid('with negative costs', { costEstimationParameters: { gigaPixels: -1 } }, [
    'costEstimationParameters.gigaPixels',
  ]),
  invalid('of unknown data', { inputs: [{ id: unknown }, { id: '{gone}' }, { id: '{strangerFile}' }] }, [
    'inputs[0].id',
    'inputs[1].id',
    'inputs[2].id',
  ]),
  invalid('of photos', { inputs: [{ id: '{photos}' }] }, ['inputs[0].id']),
  invalid('of two formats', { inputs: [{ id: '{scan}' }, { id: '{zipped}' }] }, ['inputs'], {
    proves: tells('All inputs must have the same format.'),
  }),
  invalid('of a cloud to a map', { outputs: ['LAZ', 'XYZTileMap'] }, ['outputs'], {
    proves: tells("Output 'XYZTileMap' is not valid for input type 'LAS'."),
  }),
  invalid('of features of a cloud', { type: 'ImportFeatures', outputs: ['FDB'] }, ['outputs']),
  invalid('of a file that one may not read', { inputs: [{ id: '{file}' }] }, ['inputs[0].id'], { as: 'maker' }),
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
  assert.deepEqual(answer.body.progress, { percentage, state, step });

export const readScenarios: readonly Scenario[] = [
  get('an unsubmitted job', '{job}', ({ body: { job } }) => {
    assert.equal(job.state, 'unsubmitted');
    assert.equal(job.executionInformation, undefined);
    assert.deepEqual(job.outputs, [{ type: 'GLBC' }, { type: 'PNTS' }]);
  }),
  get('an active job', '{active}', ({ body: { job } }, { output }) => {
    assert.deepEqual([job.state, job.outputs[0].id], ['active', output]);
    assert.equal(job.executionInformation.endedDateTime, null);
  }),
  get('a job of one’s own', '{own}', undefined, { as: 'maker' }),
  get('the progress of an unsubmitted job', '{job}/progress', progress(0, 'unsubmitted', '')),
  get('the progress of an active job', '{active}/progress', progress(0, 'active', 'PrepareStep')),
  get('the progress of a cancelled job', '{ended}/progress', progress(0, 'cancelled', 'Completed')),
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
const badFilter = (name: string, query: string, target = '$filter'): Scenario => ({
  name: `jobs ${name}`,
  call: `GET ${api}?${query}`,
  as: 'viewer',
  status: 422,
  targets: [target],
  code: 'InvalidRealityConversionRequest',
});

export const listScenarios: readonly Scenario[] = [
  list('of a twin, the newest first', inTwin, ['own', 'ended', 'active', 'job']),
  list('of a twin in quotes, in a list', "twinId in ('{twinId}')", ['own', 'ended', 'active', 'job']),
  list('by state, unquoted and in any case', `${inTwin} and state eq Active`, ['active']),
  list('by states', `${inTwin} and state in (active, 'Unsubmitted')`, ['own', 'active', 'job']),
  list('by name', `${inTwin} and (name eq 'Active' or name eq 'own')`, ['active']),
  list('by type', `${inTwin} and type ne conversion`, []),
  list('by id', `${inTwin} and id eq {job}`, ['job']),
  list('by email', `${inTwin} and email eq '{ownEmail}'`, ['own']),
  list('by input', `${inTwin} and inputId eq '{scan}'`, ['own', 'ended', 'active', 'job']),
  list('by another input', `${inTwin} and inputId in ('{zipped}')`, []),
  list('by output', `${inTwin} and outputId eq '{output}'`, ['active']),
  list('by time', `${inTwin} and createdDateTime gt 2199-01-01T00:00:00Z`, []),
  list('of one’s own', 'inputId eq {scan}', ['own'], { as: 'maker' }),
  list('of nobody', 'createdDateTime gt 2024-06-24T13:00:00Z', []),
  {
    ...list('page by page', `${inTwin}&$top=3`, []),
    async proves({ body }, { p, viewer, job, active, ended, own }) {
      assert.equal(body.jobs.length, 3);
      const { href } = body._links.next;
      assert.match(href, /\$filter=.*&\$top=3&continuationToken=/);
      const next = (await p.call(viewer, `GET ${href}`)).body;
      assert.equal(next._links, undefined);
      const all: { id: string; createdDateTime: string }[] = [...body.jobs, ...next.jobs];
      assert.deepEqual(all.map(({ id }) => id).sort(), [job, active, ended, own].sort());
      const times = all.map(({ createdDateTime }) => createdDateTime);
      assert.deepEqual(times, times.toSorted().reverse(), 'the newest first');
    },
  },
  badFilter('without a filter', 'x=1'),
  badFilter('with a filter that is none', '$filter=foo'),
  badFilter('by an unknown property', "$filter=colour eq 'x'"),
  badFilter('by no id', "$filter=twinId eq 'x'"),
  badFilter('by no time', '$filter=createdDateTime gt soon'),
  badFilter('with not', `$filter=not (${inTwin})`),
  badFilter('with a function', `$filter=${inTwin} and contains(name, 'x')`),
  badFilter('by too many values', `$filter=name in (${Array.from({ length: 51 }, () => 'x').join(',')})`),
  badFilter('by too long a filter', `$filter=name eq '${'x'.repeat(4096)}'`),
  badFilter('with too large a page', `$filter=${inTwin}&$top=1001`, '$top'),
  badFilter('with a page of nothing', `$filter=${inTwin}&$top=0`, '$top'),
  badFilter('with a bad token', `$filter=${inTwin}&continuationToken=x`, 'continuationToken'),
];
