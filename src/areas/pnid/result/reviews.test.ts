import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachPlatform, requireSuccess } from '../../../../test/support/platform.ts';
import type { Prediction, Region } from '../../../engines/drawings/prediction.ts';
import { filterSheet, smallSheet } from '../../../engines/drawings/testing/sheets.ts';
import { fileIdOf } from '../file-id.ts';
import { listReviews } from '../store/preserved-review.ts';
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

const sheet = 'plant_svg_p0001';
const json = `${sheet}.json`;
const fileOf = (inference: string, name = json) =>
  `${pnid}/inferences/${inference}/run/results/${fileIdOf(name)}/content`;

const run = async (place: Fixture, inference = place.inference): Promise<void> => {
  await startRun(place, inference);
  assert.equal((await endedRun(place, inference)).status, 'completed');
};
const remove = async ({ p, engineer }: Fixture, inference: string): Promise<void> => {
  assert.equal((await p.call(engineer, `DELETE ${pnid}/inferences/${inference}/run`)).status, 204);
};
const predictionOf = (place: Fixture, inference = place.inference): Promise<Prediction> =>
  resultOf(place, inference, json);

/** Keeps a sheet as people left it. */
const put = async ({ p, engineer }: Fixture, inference: string, body: Prediction): Promise<void> => {
  requireSuccess(await p.call(engineer, `PUT ${fileOf(inference)}`, { body }));
};

const withSaid = (read: Prediction, said: Readonly<Record<string, Partial<Region>>>, more: readonly Region[] = []) => ({
  ...read,
  regions: [...read.regions.map((one) => ({ ...one, ...said[one.userLabel ?? ''] })), ...more],
});

const drawn: Region = {
  id: 'drawn',
  modelClass: 'FILTER',
  userLabel: 'S-7',
  status: 'approved',
  boundingBox: { left: 500, top: 380, width: 40, height: 30 },
};

eachPlatform('reviews of sheets that are read again', (platform) => {
  const fixture = async (): Promise<Fixture> => fixtureOf(await peopleOf(await platform()));

  it('what people approved, renamed, deleted and drew is in the new results, and in what follows from them', async () => {
    const place = await fixture();
    const { p, engineer, viewer, twinId, inference } = place;
    await run(place);
    const read = await predictionOf(place);
    const said = { 'HV-101': { userLabel: 'HV-777', status: 'approved' }, 'T-100': { status: 'deleted' } } as const;
    const reviewed = withSaid(read, said, [drawn]);
    await put(place, inference, withSaid(read, { 'E-102': { status: 'deleted' } }));
    await put(place, inference, reviewed);
    for (let again = 0; again < 2; again++) {
      await remove(place, inference);
      assert.equal((await p.call(viewer, `GET ${pnid}/inferences/${inference}/run/results`)).status, 404);
      assert.equal((await p.call(viewer, `GET ${fileOf(inference)}`)).status, 404);
      await run(place);
      const now = await predictionOf(place);
      const byId = ({ regions }: Prediction) => new Map(regions.map((one) => [one.id, one]));
      assert.deepEqual(byId(now), byId(reviewed));
      assert.deepEqual([now.links, now.connectionPoints], [reviewed.links, reviewed.connectionPoints]);
      const { reviews, user_errors } = await resultOf(place, inference, 'metadata.json');
      assert.deepEqual(reviews, { [sheet]: { kept_count: 3, lost_count: 0, lost: [] } });
      assert.deepEqual(user_errors, []);
      const xml = String((await p.call(viewer, `GET ${fileOf(inference, `${sheet}.xml`)}`)).body);
      assert.ok(xml.includes('TagName="HV-777"') && !xml.includes('TagName="T-100"'));
      const { body } = await p.call(viewer, `GET ${pnid}/tags?twinId=${twinId}&tag=HV-777`);
      assert.equal(JSON.stringify(body).includes(inference), true);
    }
    const files = (await listReviews(p.app.db, inference)).flatMap((one) => [
      one.recognised_blob_id,
      one.reviewed_blob_id,
    ]);
    assert.equal(files.length, 2);
    for (const file of files) assert.ok(await p.app.ports.blobs.find(p.app.db, file));
    assert.equal((await p.call(engineer, `DELETE ${pnid}/inferences/${inference}`)).status, 204);
    assert.deepEqual(await listReviews(p.app.db, inference), []);
    for (const file of files) assert.equal(await p.app.ports.blobs.find(p.app.db, file), undefined);
  });

  it('a symbol that was taught since is found besides, and is not there twice where somebody drew it', async () => {
    const place = await fixture();
    const { p, engineer, set } = place;
    const inference = await newInference(place, { symbolSetId: set });
    await putInput(place, inference, 'plant.svg', filterSheet(500, 'S-100'));
    await run(place, inference);
    const box = { left: 958, top: 370, width: 84, height: 60 };
    const marked: Region = {
      id: 'marked',
      boundingBox: box,
      modelClass: 'FILTER',
      userLabel: 'S-9',
      status: 'approved',
    };
    const read = await predictionOf(place, inference);
    await put(place, inference, withSaid(read, { 'HV-101': { userLabel: 'HV-1', status: 'approved' } }, [marked]));
    const body = { inferenceId: inference, sheet, regionIds: ['marked'] };
    requireSuccess(await p.call(engineer, `POST ${pnid}/symbolsets/${set}/learn`, { body }));
    await remove(place, inference);
    await run(place, inference);
    const now = await predictionOf(place, inference);
    assert.equal(now.asset.symbolSet?.version, 2);
    const labels = now.regions.flatMap(({ modelClass, userLabel }) => (modelClass ? [userLabel] : []));
    assert.deepEqual(labels.toSorted(), ['HV-1', 'HV-102', 'S-9']);
    assert.equal(now.regions.find(({ userLabel }) => userLabel === 'S-9')?.status, 'approved');
  });

  it('another drawing of the same name keeps what still has its place; the rest is told', async () => {
    const place = await fixture();
    const { p, engineer, inference } = place;
    await run(place);
    const said = { 'T-100': { userLabel: 'T-900', status: 'approved' }, 'HV-101': { status: 'approved' } } as const;
    const empty: Region = { ...drawn, boundingBox: { left: 20, top: 20, width: 30, height: 30 } };
    await put(place, inference, withSaid(await predictionOf(place), said, [empty]));
    await remove(place, inference);
    await putInput(place, inference, 'plant.svg', smallSheet('HV-555'));
    await run(place);
    const now = await predictionOf(place);
    const labels = now.regions.flatMap(({ modelClass, userLabel, status }) =>
      modelClass ? [`${userLabel} ${status}`] : [],
    );
    assert.deepEqual(labels.toSorted(), ['E-102 pending', 'FT-201 pending', 'HV-555 pending', 'T-900 approved']);
    const { reviews } = await resultOf(place, inference, 'metadata.json');
    const { kept_count, lost_count, lost } = reviews[sheet];
    assert.deepEqual([kept_count, lost_count], [1, 2]);
    assert.deepEqual(
      lost.map(({ label, reason }: { label: string; reason: string }) => `${label} ${reason}`).toSorted(),
      ['HV-101 changed', 'S-7 empty'],
    );
    const { body } = await p.call(engineer, 'GET /jobs?kind=pnid.recognise');
    const log = body.jobs.flatMap((job: { log?: readonly string[] }) => job.log ?? []).join('\n');
    assert.match(log, /corrections kept: 1, not kept: 2/);
    assert.match(log, /FILTER S-7 at 35, 35 was not kept/);
  });

  it('a sheet whose drawing is gone waits for it; a run that is stopped loses nothing', async () => {
    const place = await fixture();
    const { p, engineer, inference, input } = place;
    await run(place);
    await put(place, inference, withSaid(await predictionOf(place), { 'T-100': { status: 'approved' } }));
    await remove(place, inference);
    assert.equal((await p.call(engineer, `DELETE ${pnid}/inferences/${inference}/inputs/${input}`)).status, 204);
    await putInput(place, inference, 'other.svg', smallSheet());
    await run(place);
    assert.ok(!(await resultNames(place, inference)).includes(json));
    await remove(place, inference);
    await putInput(place, inference, 'plant.svg', smallSheet());
    await startRun(place, inference);
    await remove(place, inference);
    await run(place);
    const tank = (await predictionOf(place)).regions.find(({ userLabel }) => userLabel === 'T-100');
    assert.equal(tank?.status, 'approved');
  });
});
