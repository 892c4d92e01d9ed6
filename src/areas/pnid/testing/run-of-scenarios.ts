import assert from 'node:assert/strict';
import { takeSeats } from '../../../../test/support/job-seats.ts';
import { fileIdOf } from '../file-id.ts';
import { runKind } from '../run/work.ts';
import { endedRun, pnid, resultOf, startRun } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const at = `${pnid}/inferences/{inference}/run`;

export const runOfScenarios: readonly Scenario[] = [
  {
    name: 'a run',
    call: `POST ${at}`,
    as: 'engineer',
    status: 201,
    async proves({ body: { run } }, fixture) {
      const { p, inference, engineer, viewer } = fixture;
      const address = `${p.baseUrl}${pnid}/inferences/${inference}`;
      const { createdDateTime, ...rest } = run;
      assert.ok(createdDateTime);
      const _links = {
        inputs: { href: `${address}/inputs` },
        results: { href: `${address}/run/results` },
        inference: { href: address },
      };
      assert.deepEqual(rest, { status: 'queued', duration: 'PT0S', progress: 0, _links });
      const again = await p.call(engineer, `POST ${pnid}/inferences/${inference}/run`);
      assert.deepEqual([again.status, again.body.error.code], [409, 'PnIDInferenceRunExists']);
      const ended = await endedRun(fixture, inference);
      assert.deepEqual([ended.status, ended.progress], ['completed', 1]);
      const results = await p.call(viewer, `GET ${pnid}/inferences/${inference}/run/results`);
      const names = ['metadata.json', ...['json', 'png', 'xml'].map((ending) => `plant_svg_p0001.${ending}`)];
      assert.deepEqual(
        results.body.results.map((one: { filename: string }) => one.filename),
        names,
      );
      assert.deepEqual(
        results.body.results[0]._links.content.href,
        `${address}/run/results/${fileIdOf('metadata.json')}/content`,
      );
      const metadata = (await resultOf(fixture, inference, 'metadata.json')).results_summary;
      assert.equal(metadata.plant_svg_p0001.tags_count, 6);
      const prediction = await resultOf(fixture, inference, 'plant_svg_p0001.json');
      assert.equal(Object.keys(prediction.links).length, 3);
      const removed = await p.call(engineer, `DELETE ${pnid}/inferences/${inference}`);
      assert.equal(removed.status, 204);
    },
  },
  {
    name: 'a run without inputs',
    call: `POST ${pnid}/inferences/{bare}/run`,
    as: 'engineer',
    status: 422,
    code: 'InvalidPnIDInferenceRunRequest',
    proves({ body: { error } }) {
      assert.equal(error.message, 'Cannot start PnID Inference Run.');
      assert.deepEqual(error.details, [{ code: 'InvalidChange', message: 'PnID Inference has no inputs.' }]);
    },
  },
  {
    name: 'an inference whose run goes on',
    call: `POST ${at}`,
    as: 'engineer',
    status: 201,
    async proves(_, fixture) {
      const { p, engineer, inference } = fixture;
      const own = `${pnid}/inferences/${inference}`;
      assert.equal((await p.call(engineer, `DELETE ${own}/run`)).status, 204);
      const free = await takeSeats(p, runKind); // the next one waits, however fast this machine is
      try {
        await startRun(fixture, inference);
        const refused = await p.call(engineer, `DELETE ${own}`);
        assert.deepEqual([refused.status, refused.body.error.code], [409, 'PnIDInferenceInUse']);
        assert.equal((await p.call(engineer, `DELETE ${own}/run`)).status, 204);
      } finally {
        await free();
      }
    },
  },
  {
    name: 'a run is removed, and another one begins',
    call: `POST ${at}`,
    as: 'engineer',
    status: 201,
    async proves(_, fixture) {
      const { p, engineer, viewer, inference } = fixture;
      const run = `${pnid}/inferences/${inference}/run`;
      assert.equal((await p.call(engineer, `DELETE ${run}`)).status, 204);
      assert.equal((await p.call(viewer, `GET ${run}`)).body.error.code, 'PnIDInferenceNotFound');
      assert.equal((await p.call(viewer, `GET ${run}/results`)).body.error.code, 'PnIDInferenceNotFound');
      await startRun(fixture, inference);
      assert.equal((await endedRun(fixture, inference)).status, 'completed');
    },
  },
];
