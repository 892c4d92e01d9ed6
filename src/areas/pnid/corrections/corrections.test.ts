import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachPlatform, type Person, requireSuccess } from '../../../../test/support/platform.ts';
import type { Prediction, Region } from '../../../engines/drawings/prediction.ts';
import { fileIdOf } from '../file-id.ts';
import { endedRun, type Fixture, fixtureOf, peopleOf, pnid, resultOf, startRun } from '../testing/fixture.ts';
import { correctionsIn } from './found.ts';

const sheet = 'plant_svg_p0001';
const json = `${sheet}.json`;
const resultPath = (inference: string) => `${pnid}/inferences/${inference}/run/results/${fileIdOf(json)}/content`;
const listPath = ({ inference }: Fixture) => `${pnid}/inferences/${inference}/corrections?sheet=${sheet}`;

const drawn: Region = {
  id: 'drawn',
  modelClass: 'FILTER',
  userLabel: 'S-7',
  status: 'approved',
  boundingBox: { left: 500, top: 380, width: 40, height: 30 },
};

eachPlatform('corrections of sheets', (platform) => {
  const read = async (): Promise<Fixture> => {
    const place = await fixtureOf(await peopleOf(await platform()));
    await startRun(place, place.inference);
    assert.equal((await endedRun(place, place.inference)).status, 'completed');
    return place;
  };
  const put = async ({ p, inference }: Fixture, who: Person, body: Prediction) =>
    requireSuccess(await p.call(who, `PUT ${resultPath(inference)}`, { body }));
  const said = async (place: Fixture, query = '') => {
    const { corrections } = requireSuccess(await place.p.call(place.viewer, `GET ${listPath(place)}${query}`));
    return corrections.map(
      ({ itemId, change, correctedBy }: { itemId: string; change: string; correctedBy: { id: string } }) =>
        `${itemId} ${change} ${correctedBy.id}`,
    );
  };

  it('tell who said what last of each symbol, text and line, and outlive the run', async () => {
    const place = await read();
    const { p, engineer, owner, viewer, inference } = place;
    assert.deepEqual(await said(place), []);
    const first: Prediction = await resultOf(place, inference, json);
    const [one, other] = first.regions.filter(({ modelClass }) => modelClass !== undefined);
    const [line] = Object.keys(first.links);
    assert.ok(one && other && line);
    const approved = first.regions.map((region) =>
      region.id === one.id || region.id === other.id ? { ...region, status: 'approved' as const } : region,
    );
    const second = { ...first, regions: [...approved, drawn] };
    await put(place, engineer, second);
    const by = (person: Person) => person.userId;
    assert.deepEqual(
      new Set(await said(place)),
      new Set([
        `${one.id} approved ${by(engineer)}`,
        `${other.id} approved ${by(engineer)}`,
        `drawn added ${by(engineer)}`,
      ]),
    );
    const { [line]: link, ...links } = second.links;
    assert.ok(link);
    const third = {
      ...second,
      regions: second.regions.map((region) => (region.id === one.id ? { ...region, userLabel: 'X-1' } : region)),
      links: { ...links, [line]: { ...link, status: 'deleted' as const } },
    };
    await put(place, owner, third);
    const all = [
      `${one.id} changed ${by(owner)}`,
      `${line} deleted ${by(owner)}`,
      `${other.id} approved ${by(engineer)}`,
      `drawn added ${by(engineer)}`,
    ];
    assert.deepEqual(new Set(await said(place)), new Set(all));
    assert.deepEqual(await said(place, `&itemId=${encodeURIComponent(other.id)}`), [all[2]]);
    const { corrections, _links } = requireSuccess(await p.call(viewer, `GET ${listPath(place)}&$top=3`));
    const rest = requireSuccess(await p.call(viewer, `GET ${_links.next.href.slice(p.baseUrl.length)}`));
    assert.deepEqual([corrections.length, rest.corrections.length, rest._links.next], [3, 1, undefined]);
    const times = [...corrections, ...rest.corrections].map(({ correctedDateTime }) => correctedDateTime);
    assert.deepEqual(times, times.toSorted().toReversed());
    const person = corrections.find(({ itemId }: { itemId: string }) => itemId === line).correctedBy;
    assert.deepEqual(person, { id: owner.userId, displayName: person.displayName });
    assert.ok(person.displayName);

    assert.equal((await p.call(engineer, `DELETE ${pnid}/inferences/${inference}/run`)).status, 204);
    assert.deepEqual(new Set(await said(place)), new Set(all));
    assert.equal((await p.call(engineer, `DELETE ${pnid}/inferences/${inference}`)).status, 204);
    assert.equal((await p.call(viewer, `GET ${listPath(place)}`)).body.error.code, 'PnIDInferenceNotFound');
  });

  it('are asked for by sheet, and refuse what is no page', async () => {
    const place = await fixtureOf(await peopleOf(await platform()));
    const { p, viewer, inference } = place;
    const path = `GET ${pnid}/inferences/${inference}/corrections`;
    for (const [query, target] of [
      ['', 'sheet'],
      ['?sheet=a&$top=0', '$top'],
      ['?sheet=a&$continuationToken=x', '$continuationToken'],
    ]) {
      const { status, body } = await p.call(viewer, `${path}${query}`);
      assert.deepEqual([status, body.error.code], [422, 'InvalidPnIDInferenceResultRequest']);
      assert.deepEqual(
        body.error.details.map((one: { target: string }) => one.target),
        [target],
      );
    }
    assert.deepEqual(requireSuccess(await p.call(viewer, `${path}?sheet=unknown`)).corrections, []);
  });
});

it('a correction is what differs, whatever the order of its members', () => {
  const asset: Prediction['asset'] = {
    id: 'a',
    name: 'a.svg',
    format: 'svg',
    creationDate: '',
    taskDefinitionId: '',
    size: { width: 1, height: 1 },
  };
  const before: Prediction = { asset, regions: [drawn], links: {}, connectionPoints: {} };
  const change = (more: Partial<Region>) =>
    correctionsIn(before, { ...before, regions: [{ ...more, ...drawn, ...more }] });
  assert.deepEqual(change({ userLabel: 'S-7' }), []);
  assert.equal(change({ status: 'pending' })[0]?.change, 'reopened');
  assert.equal(change({ status: 'deleted', userLabel: '' })[0]?.change, 'deleted');
  assert.equal(change({ modelClass: 'PUMP' })[0]?.change, 'changed');
  assert.equal(correctionsIn(before, { ...before, regions: [] })[0]?.change, 'removed');
});
