import assert from 'node:assert/strict';
import { carbon, unknown } from './fixture.ts';
import { endedJob, resultFile, tokenB } from './house.ts';
import type { HouseScenario } from './run-house-scenarios.ts';

const a = `${carbon}/carbontool-a/jobs`;
const b = `${carbon}/carbontool-b/jobs`;
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const bodyB = { configurationId: '{configuration}', ...tokenB };

const refused = (
  name: string,
  call: string,
  body: unknown,
  targets: readonly (string | null)[],
  more: Partial<HouseScenario> = {},
): HouseScenario => ({
  name,
  call: `POST ${call}`,
  as: 'engineer',
  body,
  status: 422,
  code: 'InvalidCarbonCalculationRequest',
  targets,
  proves: ({ body: { error } }) => assert.equal(error.message, 'Cannot create job.'),
  ...more,
});

const beginning: readonly HouseScenario[] = [
  {
    name: 'a job of tool b, until it has succeeded',
    call: `POST ${b}`,
    as: 'engineer',
    body: bodyB,
    status: 200,
    async proves({ body }, house) {
      const { p, twinId, model, changeset, mapping, epd, engineer } = house;
      const { id } = body.job;
      assert.match(id, new RegExp(`^${uuid}$`));
      assert.deepEqual(body, { job: { id, _links: { status: { href: `${p.baseUrl}${b}/${id}` } } } });
      const { _links, ...job } = await endedJob(house, id);
      assert.deepEqual(job, { id, status: 'Succeeded', message: null });
      const result = await resultFile(_links['carbontool-bProject'].href);
      assert.deepEqual(
        [result.job, result.projectName, result.tool, result.twinId],
        [id, 'House', 'carbontool-b', twinId],
      );
      assert.deepEqual(result.source, { modelId: model, changesetId: changeset });
      assert.deepEqual(
        [result.mapping.id, result.mapping.version, result.mapping.reviewedBy],
        [mapping, 1, engineer.email],
      );
      assert.ok(Math.abs(result.totals['A1-A3'] - 720) < 1e-3, `${result.totals['A1-A3']}`);
      assert.deepEqual(
        result.notCalculated.map((one: { material: string; reason: string }) => [one.material, one.reason]),
        [['Brick', 'Unmapped']],
      );
      assert.deepEqual([result.epds[0].id, result.epds[0].source.fileName], [epd, 'epds.csv']);
    },
  },
  {
    name: 'a job of tool a, of a report with the default mapping',
    call: `POST ${a}`,
    as: 'engineer',
    body: { reportId: '{report}', token: 'secret' },
    status: 200,
    async proves({ body: { job } }, house) {
      const { p, report } = house;
      const [, id = ''] = new RegExp(`^${report}_(${uuid})$`).exec(job.id) ?? [];
      const link = { href: `${p.baseUrl}/insights/reporting/reports/${report}` };
      assert.deepEqual(job._links, { report: link, job: { href: `${p.baseUrl}${a}/${job.id}` } });
      const { _links, ...status } = await endedJob(house, job.id, 'a');
      assert.deepEqual(status, {
        id: job.id,
        fileToken: id.replaceAll('-', '').slice(0, 12),
        status: 'Succeeded',
        message: '',
      });
      assert.deepEqual(_links.report, link);
      const result = await resultFile(_links['carbontool-a'].href);
      assert.deepEqual([result.totals['A1-A3'], result.source.fileId.length], [400, 43]);
    },
  },
  {
    name: 'a job of tool a, of a model as a report',
    call: `POST ${a}`,
    as: 'engineer',
    body: { reportId: '{model}', configurationId: null, token: 'x' },
    status: 200,
    async proves({ body: { job } }, house) {
      const { _links } = await endedJob(house, job.id, 'a');
      const result = await resultFile(_links['carbontool-a'].href);
      assert.deepEqual(result.source, { modelId: house.model, changesetId: house.changeset });
    },
  },
  {
    name: 'a job of tool a, of a configuration and a version',
    call: `POST ${a}/`,
    as: 'engineer',
    body: { configurationId: '{configurationA}', extractionId: '{changeset}', token: 'x' },
    status: 200,
    async proves({ body: { job } }, house) {
      assert.ok(job.id.startsWith(`${house.configurationA}_`), job.id);
      assert.deepEqual(job._links.report, { href: '' });
      assert.equal((await endedJob(house, job.id, 'a')).status, 'Succeeded');
    },
  },
];

const refusals: readonly HouseScenario[] = [
  refused('nothing for tool b', b, {}, ['configurationId', 'projectName', 'carbontool-bBearerToken']),
  refused('an empty token', b, { ...bodyB, 'carbontool-bBearerToken': '' }, ['carbontool-bBearerToken']),
  refused('an unknown configuration', b, { ...bodyB, configurationId: unknown }, ['configurationId']),
  refused('a configuration of the other tool', b, { ...bodyB, configurationId: '{configurationA}' }, [
    'configurationId',
  ]),
  refused("somebody else's configuration", b, bodyB, ['configurationId'], { as: 'stranger' }),
  refused('nothing for tool a', a, {}, ['token', 'reportId']),
  refused(
    'a report and a configuration',
    a,
    { reportId: '{report}', configurationId: '{configurationA}', token: 'x' },
    ['configurationId'],
  ),
  refused('an unknown report', a, { reportId: unknown, token: 'x' }, ['reportId']),
  refused("somebody else's report", a, { reportId: '{report}', token: 'x' }, ['reportId'], { as: 'stranger' }),
  ...[a, b].flatMap((call): HouseScenario[] => [
    refused(`no JSON at ${call}`, call, '{', [null]),
    {
      name: `another type at ${call}`,
      call: `POST ${call}`,
      as: 'engineer',
      body: 'x',
      status: 415,
      headers: { 'Content-Type': 'text/xml' },
    },
    { name: `${call} without a token`, call: `POST ${call}`, body: {}, status: 401 },
    {
      name: `an unknown job at ${call}`,
      call: `GET ${call}/${unknown}`,
      as: 'engineer',
      status: 404,
      code: 'JobNotFound',
    },
    { name: `a job at ${call} without a token`, call: `GET ${call}/${unknown}`, status: 401 },
  ]),
  ...(
    [
      ['a', { configurationId: '{configurationA}', token: 'x' }],
      ['b', bodyB],
    ] as const
  ).map(
    ([letter, body]): HouseScenario => ({
      name: `a job of tool ${letter} by a viewer`,
      call: `POST ${carbon}/carbontool-${letter}/jobs`,
      as: 'viewer',
      body,
      status: 403,
      code: 'InsufficientPermissions',
    }),
  ),
];

export const jobScenarios: readonly HouseScenario[] = [...beginning, ...refusals];
