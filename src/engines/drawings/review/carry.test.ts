import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Chance, chanceOf } from '../../../../test/support/chance.ts';
import type { BoundingBox, Prediction, Region } from '../prediction.ts';
import { basicSet } from '../symbols/basic.ts';
import { plantOf } from '../testing/plant.ts';
import { matrixOf, svgOf } from '../testing/plant-files.ts';
import { readDrawing } from '../testing/read.ts';
import { reviewedAtRandom } from '../testing/reviews.ts';
import { filterSheet, smallSheet } from '../testing/sheets.ts';
import { carriedReview } from './carry.ts';

const same = { same: true, isDrawn: () => true };
const another = { same: false, isDrawn: () => true };
const read = async (svg: string, more = {}): Promise<Prediction> =>
  (await readDrawing('svg', svg, { symbolSet: basicSet, ...more })).prediction;

/** What order says nothing of, in one order. */
const sorted = ({ regions, links, connectionPoints }: Prediction) => ({
  regions: regions.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  links,
  connectionPoints: Object.fromEntries(
    Object.entries(connectionPoints).map(([id, point]) => [
      id,
      { ...point, relatedLinks: point.relatedLinks.toSorted() },
    ]),
  ),
});

/** Every id that is named is there. */
function holdsTogether({ regions, links, connectionPoints }: Prediction): void {
  const ids = new Set(regions.map(({ id }) => id));
  assert.equal(ids.size, regions.length);
  for (const [id, { endpoints }] of Object.entries(links)) {
    assert.ok(endpoints.length === 0 || endpoints.length === 2, id);
    for (const end of endpoints) assert.ok(connectionPoints[end]?.relatedLinks.includes(id), `${id} ends at ${end}`);
  }
  for (const [id, { assocSymbol, relatedLinks }] of Object.entries(connectionPoints)) {
    assert.ok(assocSymbol === undefined || ids.has(assocSymbol), `${id} is at ${assocSymbol}`);
    for (const link of relatedLinks) assert.ok(links[link], `${id} has ${link}`);
  }
  for (const { userLabelTextIds = [] } of [...regions, ...Object.values(links)]) {
    for (const id of userLabelTextIds) assert.ok(ids.has(id), `text ${id}`);
  }
}

const decisions = ({ regions }: Prediction) =>
  regions
    .filter(({ status }) => status !== 'pending')
    .map(({ id, status, userLabel, modelClass }) => [id, status, userLabel, modelClass].join());

const plant = async (dice: Chance): Promise<{ svg: string; fresh: Prediction }> => {
  const look = { lineWidth: 2, matrix: matrixOf(1, 0, false) };
  const svg = svgOf(plantOf(Math.floor(dice.between(1, 10_000)), 2), look);
  return { svg, fresh: await read(svg) };
};

const sheets = await Promise.all([1, 2, 3].map((seed) => plant(chanceOf(seed))));

describe('a sheet that was reviewed and is read again', () => {
  it('is as it was reviewed when the same is found, also the next time', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const { fresh } = sheets[seed % sheets.length] ?? { fresh: undefined };
      assert.ok(fresh);
      const reviewed = reviewedAtRandom(fresh, chanceOf(seed), 1 + (seed % 25));
      const once = carriedReview(fresh, { recognised: fresh, reviewed }, same);
      assert.deepEqual(sorted(once.prediction), sorted(reviewed), `seed ${seed}`);
      assert.deepEqual(once.lost, []);
      const again = reviewedAtRandom(once.prediction, chanceOf(seed + 1000), 5, 100);
      holdsTogether(once.prediction);
      const twice = carriedReview(fresh, { recognised: once.recognised, reviewed: again }, same);
      assert.deepEqual(sorted(twice.prediction), sorted(again), `seed ${seed}, again`);
    }
  });

  it('keeps what people said, and holds together, when other symbols are looked for', async () => {
    for (let seed = 1; seed <= 6; seed++) {
      const sheet = sheets[seed % sheets.length];
      assert.ok(sheet);
      const { svg, fresh } = sheet;
      const dice = chanceOf(seed);
      const reviewed = reviewedAtRandom(fresh, dice, 15);
      const gone = dice.pick(['GATE_VALVE', 'TANK', 'INSTRUMENT', 'VESSEL']);
      const symbols = basicSet.symbols.filter(({ modelClass }) => modelClass !== gone);
      const fewer = await read(svg, { symbolSet: { ...basicSet, id: 'fewer', symbols } });
      const there = carriedReview(fewer, { recognised: fresh, reviewed }, same);
      holdsTogether(there.prediction);
      assert.deepEqual(there.lost, []);
      const kept = new Set(decisions(there.prediction));
      for (const one of decisions(reviewed)) assert.ok(kept.has(one), `seed ${seed}: ${one}`);
      // and when all of them are looked for again
      const review = { recognised: there.recognised, reviewed: there.prediction };
      const back = carriedReview(fresh, review, same);
      holdsTogether(back.prediction);
      const said = new Set(decisions(back.prediction));
      for (const one of decisions(reviewed)) assert.ok(said.has(one), `seed ${seed}, back: ${one}`);
      const removed = fresh.regions.filter(({ id }) => !reviewed.regions.some((one) => one.id === id));
      for (const { id } of removed) assert.ok(!back.prediction.regions.some((one) => one.id === id), `${id} is back`);
    }
  });

  it('has a symbol that was taught meanwhile besides, as something to look at', async () => {
    const svg = filterSheet(500, 'S-100');
    const filter = {
      name: 'Filter',
      modelClass: 'FILTER',
      inLine: true,
      rotations: [0] as const,
      mirrored: false,
      tag: 'near' as const,
      width: 3,
      ports: [],
      shapes: filterShapes,
    };
    const more = await read(svg, { symbolSet: { ...basicSet, id: 'more', symbols: [...basicSet.symbols, filter] } });
    const found = more.regions.find(({ modelClass }) => modelClass === 'FILTER');
    assert.ok(found);
    const fresh = await read(svg);
    const approve = (region: Region): Region => ({ ...region, status: 'approved' });
    const reviewed = { ...fresh, regions: fresh.regions.map(approve) };
    const { prediction, lost } = carriedReview(more, { recognised: fresh, reviewed }, same);
    holdsTogether(prediction);
    assert.deepEqual(lost, []);
    assert.deepEqual(
      prediction.regions,
      more.regions.map((one) => (one === found ? one : approve(one))),
    );
    assert.deepEqual(Object.keys(prediction.links), Object.keys(more.links));

    // who drew it by hand before has it once
    const drawn: Region = {
      id: 'drawn',
      modelClass: 'FILTER',
      userLabel: 'S-7',
      status: 'approved',
      boundingBox: widened(found.boundingBox),
    };
    const byHand = carriedReview(
      more,
      { recognised: fresh, reviewed: { ...fresh, regions: [...fresh.regions, drawn] } },
      same,
    );
    const filters = byHand.prediction.regions.filter(({ modelClass }) => modelClass === 'FILTER');
    assert.deepEqual(filters, [{ ...drawn, id: found.id }]);
    holdsTogether(byHand.prediction);
  });

  it('of another drawing holds what is still there, and tells of the rest', async () => {
    const fresh = await read(smallSheet());
    const of = (label: string) => {
      const region = fresh.regions.find(({ userLabel }) => userLabel === label);
      assert.ok(region);
      return region;
    };
    const empty: BoundingBox = { left: 20, top: 20, width: 30, height: 30 };
    const byHand: Region = {
      id: 'hand',
      modelClass: 'FILTER',
      userLabel: 'S-1',
      boundingBox: empty,
      status: 'approved',
    };
    const isShown: Region = { ...byHand, id: 'shown', boundingBox: of('E-102').boundingBox };
    const reviewed = {
      ...fresh,
      regions: [
        ...fresh.regions.map((one): Region => {
          if (one === of('T-100')) return { ...one, userLabel: 'T-900', status: 'approved' };
          return one === of('HV-101') || one === of('E-102') ? { ...one, status: 'approved' } : one;
        }),
        byHand,
        isShown,
      ],
    };
    // 40 units further right, another tag at the valve, and no heat exchanger
    const moved = smallSheet('HV-555').replace('viewBox="0 0 800 400"', 'viewBox="-40 0 800 400"');
    const later = await read(moved.replace(/<circle cx="600"[^>]*>/, ''));
    const isDrawn = ({ left }: BoundingBox) => left > 200;
    const { prediction, lost } = carriedReview(later, { recognised: fresh, reviewed }, { same: false, isDrawn });
    holdsTogether(prediction);
    const said = (label: string) => prediction.regions.find(({ userLabel }) => userLabel === label)?.status;
    assert.deepEqual([said('T-900'), said('HV-555'), said('HV-101')], ['approved', 'pending', undefined]);
    assert.deepEqual(lost.map(({ label, why }) => [label, why]).toSorted(), [
      ['E-102', 'empty'],
      ['HV-101', 'changed'],
      ['S-1', 'empty'],
    ]);
    const shown = prediction.regions.find(({ id }) => id === 'shown');
    assert.equal(shown?.boundingBox.left, of('E-102').boundingBox.left + 80, 'two pixels a unit');
    assert.ok(carriedReview(later, { recognised: fresh, reviewed }, another).kept > 0);
  });
});

const filterShapes = [
  {
    polyline: [
      [-0.5, -0.35],
      [0.5, -0.35],
      [0.5, 0.35],
      [-0.5, 0.35],
    ] as const,
    closed: true,
  },
  { line: [-0.5, 0.35, 0.5, -0.35] as const },
];

const widened = ({ left, top, width, height }: BoundingBox): BoundingBox => ({
  left: left - 5,
  top: top - 4,
  width: width + 9,
  height: height + 9,
});
