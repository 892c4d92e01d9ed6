import assert from 'node:assert/strict';
import { it } from 'node:test';
import { join } from '../../../../test/support/membership.ts';
import { eachPlatform, requireSuccess } from '../../../../test/support/platform.ts';
import { imported, newModel } from '../../models/testing/files.ts';
import { rootOf } from '../../storage/testing/fixture.ts';
import { fileIdOf } from '../file-id.ts';
import { endedRun, type Fixture, fixtureOf, peopleOf, pnid, resultOf, startRun } from '../testing/fixture.ts';
import { plantModel, tankId, valveId } from '../testing/plant-model.ts';

const json = 'plant_svg_p0001.json';

eachPlatform('tags of a plant', (platform) => {
  const fixture = async (): Promise<Fixture> => fixtureOf(await peopleOf(await platform()));
  const find = async ({ p, viewer, twinId }: Fixture, tag: string, who = viewer) =>
    requireSuccess(await p.call(who, `GET ${pnid}/tags?${new URLSearchParams({ twinId, tag })}`));
  const run = async (place: Fixture): Promise<void> => {
    await startRun(place, place.inference);
    await endedRun(place, place.inference);
  };
  const spelled = (found: { drawings: { tag: string }[] }) => found.drawings.map(({ tag }) => tag);

  it('are found on drawings, however they are spelled, as they are reviewed, and go with the run', async () => {
    const place = await fixture();
    const { p, engineer, inference } = place;
    assert.deepEqual((await find(place, 'HV-101')).drawings, []);
    await run(place);
    const sheet = await resultOf(place, inference, json);
    const valve = sheet.regions.find(({ userLabel }: { userLabel?: string }) => userLabel === 'HV-101');
    const [{ _links, ...found }] = (await find(place, 'hv 101')).drawings;
    const { id: regionId } = valve;
    const [tag, modelClass, status] = ['HV-101', 'GATE_VALVE', 'pending'];
    assert.deepEqual(found, { inferenceId: inference, sheet: 'plant_svg_p0001', regionId, tag, modelClass, status });
    assert.equal((await p.call(engineer, `GET ${new URL(_links.content.href).pathname}`)).status, 200);

    const named = (label: string | undefined, more: object) =>
      sheet.regions.map((region: { userLabel?: string }) =>
        region.userLabel === label ? { ...region, ...more } : region,
      );
    const path = `PUT ${pnid}/inferences/${inference}/run/results/${fileIdOf(json)}/content`;
    const put = async (regions: unknown) =>
      requireSuccess(await p.call(engineer, path, { body: { ...sheet, regions } }));
    await put(named('HV-101', { userLabel: 'HV-7', status: 'approved' }));
    assert.deepEqual([spelled(await find(place, 'HV-101')), spelled(await find(place, 'HV7'))], [[], ['HV-7']]);
    await put(named('HV-101', { status: 'deleted' }));
    assert.deepEqual(spelled(await find(place, 'HV-101')), []);
    assert.deepEqual(spelled(await find(place, 'T-100')), ['T-100']);
    await p.call(engineer, `DELETE ${pnid}/inferences/${inference}/run`);
    assert.deepEqual(spelled(await find(place, 'T-100')), []);
  });

  it('are found in the newest versions of models, by attribute and by name, for who may read models', async () => {
    const place = await fixture();
    const { p, owner, engineer, twinId } = place;
    const { id } = await newModel(p, owner, await rootOf(p, owner, twinId), 'plant.ifc', plantModel());
    await imported(p, owner, id);
    const [{ _links, ...valve }, ...more] = (await find(place, 'HV-101')).elements;
    assert.deepEqual(more, []);
    assert.deepEqual(
      [valve.modelId, valve.displayName, valve.globalId, valve.class, valve.name, valve.tag],
      [id, 'plant.ifc', valveId, 'IfcValve', 'Isolation valve', 'hv 101'],
    );
    const { element } = requireSuccess(
      await p.call(owner, `GET ${_links.element.href.slice(_links.element.href.indexOf('/models/'))}`),
    );
    assert.equal(element.id, valve.elementId);
    const ids = (found: { elements: { globalId: string }[] }) => found.elements.map(({ globalId }) => globalId);
    assert.deepEqual(ids(await find(place, 't-100')), [tankId]);
    assert.deepEqual(ids(await find(place, '345612')), []);
    assert.deepEqual(ids(await find(place, 'HV-101', engineer)), [], 'who may not read models');
    const { id: elsewhere } = await p.twin(owner, { displayName: 'Other plant' });
    await join(p, owner, elsewhere, place.viewer, ['models_read']);
    assert.deepEqual(ids(await find({ ...place, twinId: elsewhere }, 'HV-101')), []);
  });

  it('are refused when none is given, or a text that is too long', async () => {
    const { p, viewer, twinId } = await fixture();
    for (const [query, target] of [
      [`twinId=${twinId}`, 'tag'],
      [`twinId=${twinId}&tag=${'x'.repeat(300)}`, 'tag'],
      ['tag=P-1', 'twinId'],
    ]) {
      const { status, body } = await p.call(viewer, `GET ${pnid}/tags?${query}`);
      assert.deepEqual([status, body.error.code, body.error.details[0].target], [422, 'InvalidPnIDTagRequest', target]);
    }
  });
});
