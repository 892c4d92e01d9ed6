import assert from 'node:assert/strict';
import { carbon, unknown } from './fixture.ts';
import { beginJob, endedJob, tokenB } from './house.ts';
import type { HouseScenario } from './run-house-scenarios.ts';

const comparison = `${carbon}/comparison`;
const results = `GET ${carbon}/results?twinId={twinId}`;
const asked = `GET ${comparison}?twinId={twinId}`;

export const comparisonScenarios: readonly HouseScenario[] = [
  {
    name: 'a job, to be compared with another one once both have succeeded',
    call: `POST ${carbon}/carbontool-b/jobs`,
    as: 'engineer',
    body: { configurationId: '{configuration}', ...tokenB },
    status: 200,
    async proves({ body }, house) {
      const { p, engineer, twinId, configuration, unknown: nothing } = house;
      const compared = (before: string, after: string) =>
        p.call(engineer, `GET ${comparison}?twinId=${twinId}&before=${before}&after=${after}`);
      const before = (await endedJob(house, body.job.id)).id;
      const after = (await endedJob(house, await beginJob(house, { configurationId: configuration }))).id;
      const answer = await compared(before, after);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      const { modules, materials, classes, elements, notCalculated } = answer.body.comparison;
      const [first] = modules;
      assert.ok(first.name === 'A1-A3' && Math.abs(first.before - 720) < 1e-3 && first.before === first.after);
      assert.deepEqual([materials[0].name, classes[0].name], ['Concrete', 'IfcWall']);
      assert.deepEqual(notCalculated, { before: 1, after: 1 });
      assert.deepEqual(elements, { new: 0, gone: 0, changed: 0, same: 2, largest: [] });
      const extractionId = nothing; // of no file: it fails
      const failed = await endedJob(house, await beginJob(house, { configurationId: configuration, extractionId }));
      const refused = await compared(before, failed.id);
      assert.deepEqual([refused.status, refused.body.error.code], [409, 'DataConflict']);
      const listed = await p.call(engineer, `GET ${carbon}/results?twinId=${twinId}&$top=2`);
      const [latest, former] = listed.body.results;
      assert.deepEqual([latest.id, latest.status, latest.embodied], [failed.id, 'Failed', null]);
      assert.deepEqual(
        [former.id, former.tool, former.projectName, former.modelId, former.changesetId],
        [after, 'carbontool-b', 'House', house.model, house.changeset],
      );
      assert.ok(Math.abs(former.embodied - 3.6 * 225) < 1e-3, former.embodied);
      const next = await p.call(engineer, `GET ${listed.body._links.next.href}`);
      assert.equal(next.body.results[0].id, before);
      assert.equal((await p.call(engineer, `GET /jobs/${former.jobId}`)).body.job.kind, 'carbon.calculate');
    },
  },
  {
    name: 'a comparison with an unknown job',
    call: `${asked}&before=${unknown}&after=${unknown}`,
    as: 'engineer',
    status: 404,
    code: 'JobNotFound',
  },
  {
    name: 'a comparison of nothing',
    call: asked,
    as: 'engineer',
    status: 422,
    code: 'InvalidCarbonCalculationRequest',
    targets: ['before', 'after'],
  },
  { name: 'a comparison by a viewer', call: `${asked}&before=x&after=x`, as: 'viewer', status: 403 },
  { name: 'a comparison without a token', call: `${asked}&before=x&after=x`, status: 401 },
  {
    name: 'a comparison by a stranger',
    call: `${asked}&before=x&after=x`,
    as: 'stranger',
    status: 404,
    code: 'twinNotFound',
  },
  { name: 'the results of a twin', call: results, as: 'engineer', status: 200 },
  { name: 'the results of a twin for a viewer', call: results, as: 'viewer', status: 403 },
  { name: 'the results of a twin for a stranger', call: results, as: 'stranger', status: 404, code: 'twinNotFound' },
  { name: 'results without a token', call: results, status: 401 },
  {
    name: 'results of no twin',
    call: `GET ${carbon}/results?$top=0&$continuationToken=x`,
    as: 'engineer',
    status: 422,
    code: 'InvalidCarbonCalculationRequest',
    targets: ['twinId', '$top'],
  },
];
