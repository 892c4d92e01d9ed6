import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { XMLValidator } from 'fast-xml-parser';
import { engineGate } from '../../../../test/support/engine-gate.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { eachPlatform } from '../../../../test/support/platform.ts';
import { pagesOf } from '../../../engines/drawings/testing/pdf-files.ts';
import { smallSheet } from '../../../engines/drawings/testing/sheets.ts';
import { fileIdOf } from '../file-id.ts';
import { listSheets } from '../store/runs.ts';
import {
  endedRun,
  type Fixture,
  fixtureOf,
  newInference,
  peopleOf,
  pnid,
  putInput,
  resultNames,
  resultOf,
  startRun,
} from '../testing/fixture.ts';

const gate = engineGate();
after(() => gate.remove());

const json = 'plant_svg_p0001.json';

eachPlatform(
  'runs of sheets',
  (platform) => {
    const fixture = async (): Promise<Fixture> => fixtureOf(await peopleOf(await platform()));
    const run = async (place: Fixture): Promise<void> => {
      await startRun(place, place.inference);
      assert.equal((await endedRun(place, place.inference)).status, 'completed');
    };

    it('a run that is cancelled among the jobs is canceled, and has no results', async () => {
      const place = await fixture();
      const { p, engineer, inference } = place;
      gate.close('drawing');
      await startRun(place, inference);
      await gate.arrived('drawing');
      const { body } = await p.call(engineer, `GET ${pnid}/inferences/${inference}/run`);
      assert.deepEqual([body.run.status, body.run.progress], ['inProgress', 0]);
      const { body: jobs } = await p.call(engineer, 'GET /jobs?kind=pnid.recognise');
      assert.equal((await p.call(engineer, `POST /jobs/${jobs.jobs[0].id}/cancel`)).status < 300, true);
      gate.open('drawing');
      assert.equal((await endedRun(place, inference)).status, 'canceled');
      assert.deepEqual(await resultNames(place, inference), []);
    });

    it('an engine that dies takes neither the run nor the sheets that are done along', async () => {
      const place = await fixture();
      const { inference } = place;
      for (const name of ['b.svg', 'c.svg']) await putInput(place, inference, name, smallSheet());
      gate.close('drawing');
      await startRun(place, inference);
      await gate.kill('drawing');
      gate.open('drawing');
      assert.equal((await endedRun(place, inference)).status, 'completed');
      assert.equal((await resultNames(place, inference)).length, 10);
    });

    it('what cannot be read is told, and a run fails only when nothing can', async () => {
      const place = await fixture();
      const { inference, bare } = place;
      await putInput(place, inference, 'broken.pdf', '%PDF-1.7 and nothing more');
      await run(place);
      const { user_errors, results_summary } = await resultOf(place, inference, 'metadata.json');
      assert.deepEqual(user_errors, [{ error_code: 'E101', location: 'broken.pdf' }]);
      assert.deepEqual(Object.keys(results_summary), ['plant_svg_p0001']);
      await putInput(place, bare, 'broken.pdf', '%PDF-1.7 and nothing more');
      await startRun(place, bare);
      assert.equal((await endedRun(place, bare)).status, 'failed');
      assert.deepEqual(await resultNames(place, bare), ['metadata.json']);
      const path = `${pnid}/inferences/${bare}/run/results/${fileIdOf('metadata.json')}/content`;
      const empty = { asset: { id: 'x' }, regions: [], links: {}, connectionPoints: {} };
      const answer = await place.p.call(place.engineer, `PUT ${path}`, { body: empty });
      assert.deepEqual([answer.status, answer.body.error.code], [409, 'PnIDInferenceRunInProgress']);
    });

    it('a damaged page takes the others not along, and an encrypted PDF is told of', async () => {
      const place = await fixture();
      const { inference, bare } = place;
      await putInput(place, bare, 'x.pdf', await pagesOf(3, { damaged: 2 }));
      await startRun(place, bare);
      assert.equal((await endedRun(place, bare)).status, 'completed');
      const { user_errors, results_summary } = await resultOf(place, bare, 'metadata.json');
      assert.deepEqual(user_errors, [{ error_code: 'E104', location: 'x.pdf p0002' }]);
      assert.deepEqual(Object.keys(results_summary), ['x_pdf_p0001', 'x_pdf_p0003']);
      await putInput(place, inference, 'secret.pdf', await pagesOf(1, { password: 'x' }));
      await run(place);
      const told = (await resultOf(place, inference, 'metadata.json')).user_errors;
      assert.deepEqual(told, [{ error_code: 'E101', location: 'secret.pdf' }]);
    });

    it('a sheet at work has no crash against it: an end of the server leaves nothing behind', async () => {
      const place = await fixture();
      gate.close('drawing');
      await startRun(place, place.inference);
      await gate.arrived('drawing');
      const sheets = await listSheets(place.p.app.db, place.inference);
      gate.open('drawing');
      assert.deepEqual(
        sheets.map(({ tries }) => tries),
        [0],
      );
      assert.equal((await endedRun(place, place.inference)).status, 'completed');
    });

    it('a sheet whose engine crashed is tried once more, alone and after the others, and then left out', async () => {
      const place = await fixture();
      await putInput(place, place.inference, 'second.svg', smallSheet());
      gate.close('drawing');
      await startRun(place, place.inference);
      await gate.kill('drawing');
      await gate.arrived('drawing'); // with the second sheet
      const waiting = await listSheets(place.p.app.db, place.inference);
      assert.deepEqual(
        waiting.map(({ tries }) => tries),
        [1, 0],
      );
      gate.open('drawing');
      assert.equal((await endedRun(place, place.inference)).status, 'completed');
      assert.deepEqual((await resultOf(place, place.inference, 'metadata.json')).user_errors, []);

      const other = await newInference(place);
      await putInput(place, other, 'plant.svg', smallSheet());
      await putInput(place, other, 'second.svg', smallSheet());
      gate.close('drawing');
      await startRun(place, other);
      for (const sheet of ['the first', 'the second', 'the first, alone']) {
        await gate.kill('drawing').catch(() => assert.fail(`${sheet} has not come to the gate`));
      }
      await gate.arrived('drawing'); // with the second, alone
      gate.open('drawing');
      assert.equal((await endedRun(place, other)).status, 'completed');
      assert.deepEqual((await resultOf(place, other, 'metadata.json')).user_errors, [
        { error_code: 'E108', location: 'plant.svg' },
      ]);
    });

    it('the same input gives the same prediction in another inference', async () => {
      const place = await fixture();
      await run(place);
      const other = { ...place, inference: await newInference(place) };
      await putInput(place, other.inference, 'plant.svg', smallSheet());
      await run(other);
      const [one, two] = [await resultOf(place, place.inference, json), await resultOf(place, other.inference, json)];
      assert.notEqual(one.asset.id, two.asset.id);
      const { id, creationDate } = one.asset;
      assert.deepEqual({ ...two, asset: { ...two.asset, id, creationDate } }, one);
    });

    it('a sheet is reviewed: its XML and the counts follow', async () => {
      const place = await fixture();
      await run(place);
      const { p, engineer, viewer, inference } = place;
      const path = `${pnid}/inferences/${inference}/run/results/${fileIdOf(json)}/content`;
      const read = await p.call(engineer, `GET ${path}`);
      const headers = { 'If-Match': read.headers.get('etag') ?? '' };
      const put = (body: unknown, sent: Record<string, string> = {}, who = engineer) =>
        p.call(who, `PUT ${path}`, { body, headers: sent });
      const sheet = read.body;
      const tank = sheet.regions.find(({ modelClass }: { modelClass?: string }) => modelClass === 'TANK');
      const changed = {
        ...sheet,
        regions: sheet.regions.map((region: { id: string }) =>
          region.id === tank.id ? { ...region, status: 'deleted' } : { ...region, status: 'approved' },
        ),
      };
      assert.equal((await put(changed, {}, viewer)).status, 403);
      const [link] = Object.keys(sheet.links);
      const wrong = {
        ...sheet,
        links: { ...sheet.links, [link ?? '']: { ...sheet.links[link ?? ''], endpoints: ['a', 'b'] } },
      };
      const refused = await put(wrong);
      assert.deepEqual([refused.status, refused.body.error.code], [422, 'InvalidPnIDInferenceResultRequest']);
      assert.equal(refused.body.error.details[0].target, `links.${link}.endpoints`);
      const elsewhere = sheet.regions.map((region: object) => ({
        ...region,
        boundingBox: { top: 0, left: 9999, width: 9, height: 9 },
      }));
      assert.equal(
        (await put({ ...sheet, regions: elsewhere })).body.error.details[0].target,
        'regions[0].boundingBox',
      );
      assert.equal(
        (await put({ ...sheet, asset: { ...sheet.asset, name: 'x' } })).body.error.details[0].target,
        'asset',
      );
      const kept = await put(changed, headers);
      assert.deepEqual([kept.status, kept.body.result.filename], [200, json]);
      assert.equal((await put(changed, headers)).status, 412);
      const xml = String(
        (await p.call(viewer, `GET ${path.replace(fileIdOf(json), fileIdOf('plant_svg_p0001.xml'))}`)).body,
      );
      assert.equal(XMLValidator.validate(xml), true);
      assert.ok(!xml.includes('TagName="T-100"') && xml.includes('TagName="HV-101"'));
      const { results_summary } = await resultOf(place, inference, 'metadata.json');
      assert.equal(results_summary.plant_svg_p0001.tags_count, 5);
      assert.deepEqual((await p.call(viewer, `GET ${path}`)).body, changed);
    });

    it('inferences go with their twin', async () => {
      const place = await fixture();
      const { app } = place.p;
      await eventually(() => app.db.write((tx) => app.ports.listeners.twins.purged(tx, place.twinId)));
      assert.equal((await place.p.call(place.engineer, `GET ${pnid}/inferences/${place.inference}`)).status, 404);
    });
  },
  { engineProgram: gate.program },
);
