import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { engineGate } from '../../../../test/support/engine-gate.ts';
import { eachPlatform, requireSuccess } from '../../../../test/support/platform.ts';
import type { Prediction } from '../../../engines/drawings/prediction.ts';
import { filterSheet } from '../../../engines/drawings/testing/sheets.ts';
import { fileIdOf } from '../file-id.ts';
import {
  endedRun,
  type Fixture,
  fixtureOf,
  newInference,
  newSet,
  peopleOf,
  pnid,
  putInput,
  resultOf,
  startRun,
} from '../testing/fixture.ts';
import { runScenarios } from '../testing/run-scenarios.ts';
import { symbolScenarios } from '../testing/symbol-scenarios.ts';

const gate = engineGate();
after(() => gate.remove());

const sheet = 'plant_svg_p0001';
const content = (inference: string) =>
  `${pnid}/inferences/${inference}/run/results/${fileIdOf(`${sheet}.json`)}/content`;

eachPlatform(
  'symbol sets',
  (platform) => {
    runScenarios(platform, 'symbol sets', symbolScenarios);
    const fixture = async (): Promise<Fixture> => fixtureOf(await peopleOf(await platform()));

    /** A run over one sheet, with a filter that somebody has marked in its review. */
    async function reviewedRun(place: Fixture): Promise<string> {
      const { p, engineer } = place;
      const inference = await newInference(place);
      await putInput(place, inference, 'plant.svg', filterSheet(500, 'S-100'));
      await startRun(place, inference);
      assert.equal((await endedRun(place, inference)).status, 'completed');
      const read: Prediction = await resultOf(place, inference, `${sheet}.json`);
      const box = { left: 958, top: 370, width: 84, height: 60 };
      const marked = { id: 'marked', boundingBox: box, modelClass: 'FILTER', status: 'approved' };
      const body = { ...read, regions: [...read.regions, marked] };
      requireSuccess(await p.call(engineer, `PUT ${content(inference)}`, { body }));
      return inference;
    }

    it('a symbol that was marked on one sheet is found by later runs of others, which name set and version', async () => {
      const place = await fixture();
      const { p, engineer, twinId, set } = place;
      const inference = await reviewedRun(place);
      const valve = ((await resultOf(place, inference, `${sheet}.json`)) as Prediction).regions.find(
        ({ modelClass }) => modelClass === 'GATE_VALVE',
      );
      const regionIds = ['marked', 'none', valve?.id];
      const learn = { body: { inferenceId: inference, sheet, regionIds } };
      const { symbolSet, added, refused } = requireSuccess(
        await p.call(engineer, `POST ${pnid}/symbolsets/${set}/learn`, learn),
      );
      assert.deepEqual(added, [{ name: 'Filter, learnt', regionId: 'marked' }]);
      assert.deepEqual(refused, [
        { regionId: 'none', reason: 'The sheet has no such region.' },
        { regionId: valve?.id, reason: 'Only what was approved is learnt.' },
      ]);
      assert.deepEqual([symbolSet.version, symbolSet.symbols.at(-1).modelClass], [2, 'FILTER']);

      const trial = { body: { inferenceId: inference, sheet } };
      const tried = requireSuccess(await p.call(engineer, `POST ${pnid}/symbolsets/${set}/trial`, trial));
      assert.deepEqual([tried.better, tried.worse, tried.before.missed, tried.after.missed], [['marked'], [], 1, 0]);

      const drafted = async (draft: object) =>
        p.call(engineer, `POST ${pnid}/symbolsets/${set}/trial`, { body: { ...trial.body, draft } });
      const named = { displayName: 'Refinery' };
      const { body: without } = await drafted(named);
      assert.deepEqual([without.better, without.after.missed], [[], 1], 'a draft with the basic symbols alone');
      const broken = await drafted({ ...named, linePattern: '[' });
      assert.deepEqual([broken.status, broken.body.error.details[0].target], [422, 'draft.linePattern']);
      const { body: kept } = await p.call(engineer, `GET ${pnid}/symbolsets/${set}`);
      assert.equal(kept.symbolSet.version, 2, 'nothing is changed by a trial');

      const other = await newInference(place, { symbolSetId: set });
      await putInput(place, other, 'plant.svg', filterSheet(430, 'S-200'));
      await startRun(place, other);
      assert.equal((await endedRun(place, other)).status, 'completed');
      const found: Prediction = await resultOf(place, other, `${sheet}.json`);
      assert.deepEqual(found.asset.symbolSet, { id: set, version: 2 });
      const filters = found.regions.filter(({ modelClass }) => modelClass === 'FILTER');
      assert.deepEqual(
        filters.map(({ userLabel }) => userLabel),
        ['S-200'],
      );
      const { body } = await p.call(engineer, `GET ${pnid}/inferences?twinId=${twinId}`);
      assert.equal(body.inferences.find((one: { id: string }) => one.id === other).symbolSetId, set);
    });

    it('a set of another twin is none for an inference', async () => {
      const place = await fixture();
      const elsewhere = await fixture();
      const body = { modelVersion: '1.3', twinId: place.twinId, symbolSetId: elsewhere.set };
      const { status, body: answer } = await place.p.call(place.engineer, `POST ${pnid}/inferences`, { body });
      assert.deepEqual([status, answer.error.details[0].target], [422, 'symbolSetId']);
    });

    it('a set with which a run works stays as it is; one that is gone starts none', async () => {
      const place = await fixture();
      const { p, engineer } = place;
      const set = await newSet(place);
      const inference = await newInference(place, { symbolSetId: set });
      await putInput(place, inference, 'plant.svg', filterSheet(500, 'S-100'));
      const done = await reviewedRun(place);
      gate.close('drawing');
      await startRun(place, inference);
      await gate.arrived('drawing');
      const at = `${pnid}/symbolsets/${set}`;
      const learn = { inferenceId: done, sheet, regionIds: ['marked'] };
      for (const [call, body] of [
        [`PUT ${at}`, { displayName: 'Other' }],
        [`DELETE ${at}`, undefined],
        [`POST ${at}/learn`, learn],
      ] as const) {
        const answer = await p.call(engineer, call, body ? { body } : {});
        assert.deepEqual([answer.status, answer.body.error.code], [409, 'PnIDSymbolSetInUse'], call);
      }
      gate.open('drawing');
      assert.equal((await endedRun(place, inference)).status, 'completed');
      assert.equal((await p.call(engineer, `DELETE ${pnid}/inferences/${inference}/run`)).status, 204);
      assert.equal((await p.call(engineer, `DELETE ${at}`)).status, 204);
      const answer = await p.call(engineer, `POST ${pnid}/inferences/${inference}/run`);
      assert.deepEqual([answer.status, answer.body.error.details[0].code], [422, 'InvalidChange']);
    });
  },
  { engineProgram: gate.program },
);
