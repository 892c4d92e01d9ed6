import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chanceOf } from '../../../test/support/chance.ts';
import type { Prediction } from './prediction.ts';
import { basicSetId } from './symbols/basic.ts';
import { normSet, normSetId } from './symbols/norms.ts';
import { edgesIn } from './testing/accuracy.ts';
import { matrixOf } from './testing/plant-files.ts';
import { readDrawing } from './testing/read.ts';
import { realSvg } from './testing/real/files.ts';
import { judged, type RealScore } from './testing/real/judge.ts';
import { realSheet } from './testing/real/sheet.ts';
import { percent, totalOf } from './testing/real/total.ts';
import { smallSheet } from './testing/sheets.ts';

const graphOf = (prediction: Prediction) => ({
  symbols: prediction.regions
    .filter((one) => one.modelClass)
    .map(({ modelClass, userLabel = '' }) => `${modelClass} ${userLabel}`)
    .sort(),
  edges: [...edgesIn(prediction)].sort(),
});

describe('drawings of plants as companies draw them', () => {
  it('are read as the specification says, of all styles', async () => {
    const scores: RealScore[] = [];
    for (let seed = 301; seed <= 308; seed++) {
      const sheet = realSheet(seed);
      const { content, toSheet } = realSvg(sheet);
      scores.push(judged((await readDrawing('svg', content)).prediction, sheet.truth, toSheet));
    }
    const total = totalOf(scores);
    const faults = scores.flatMap((score) => score.faults).join('\n');
    assert.ok(percent(total.symbols) >= 97, faults);
    assert.ok(percent(total.reported) >= 97, faults);
    assert.ok(percent(total.tags) >= 96, faults);
    assert.ok(percent(total.connections) >= 93, faults);
    assert.ok(percent(total.signals) >= 93, faults);
    assert.ok(percent(total.lineNumbers) >= 90, faults);
    assert.ok(total.falseConnections <= 0.03 * total.connections.all, faults);
    assert.equal(total.inAreas, 0, faults);
    assert.equal(percent(total.sheet), 100, faults);
  });

  it('give the same graph turned, mirrored and scaled, and with their lines in another order', async () => {
    const sheet = realSheet(302);
    const { prediction } = await readDrawing('svg', realSvg(sheet).content);
    const wanted = graphOf(prediction);
    assert.ok(wanted.edges.length > 20, `${wanted.edges.length}`);
    for (const [scale, quarters, mirrored] of [
      [0.6, 1, false],
      [1.7, 2, false],
      [1, 0, true],
    ] as const) {
      const { content } = realSvg(sheet, matrixOf(scale, quarters, mirrored));
      assert.deepEqual(graphOf((await readDrawing('svg', content)).prediction), wanted, `${scale} ${quarters}`);
    }
    const dice = chanceOf(7);
    const lines = [...sheet.drawn.lines].sort(() => dice.next() - 0.5);
    const { content } = realSvg({ ...sheet, drawn: { ...sheet.drawn, lines } });
    assert.deepEqual(graphOf((await readDrawing('svg', content)).prediction), wanted);
  });

  it('tell what their shapes say: where instruments are, what moves valves', async () => {
    for (const seed of [303, 304]) {
      const sheet = realSheet(seed);
      const { prediction } = await readDrawing('svg', realSvg(sheet).content);
      const said = (modelClass: string) =>
        prediction.regions
          .filter((one) => one.modelClass === modelClass)
          .map(({ properties = {} }) => [properties.actuator, properties.location].filter(Boolean).join())
          .sort();
      const known = (name: string) =>
        sheet.truth.symbols
          .filter((one) => one.class === name)
          .map(({ properties = {} }) => [properties.actuator, properties.location].filter(Boolean).join())
          .sort();
      for (const name of ['CONTROL_VALVE', 'INSTRUMENT']) assert.deepEqual(said(name), known(name), name);
      const quantities = prediction.regions.flatMap(({ properties }) => properties?.['measured quantity'] ?? []);
      assert.ok(quantities.length > 0 && quantities.every((one) => one === 'pressure'));
    }
  });

  it('name the set that knew most, and both with their shares; one that is asked for alone is named alone', async () => {
    const plain = (await readDrawing('svg', smallSheet())).prediction.asset;
    assert.deepEqual(plain.symbolSet, { id: basicSetId, version: 1 });
    assert.deepEqual(
      plain.symbolSets?.map(({ id, share }) => [id, share]),
      [
        [basicSetId, 1],
        [normSetId, 0],
      ],
    );
    const real = (await readDrawing('svg', realSvg(realSheet(301)).content)).prediction.asset;
    const shares = real.symbolSets?.map(({ share }) => share) ?? [];
    assert.ok(shares.length === 2 && Math.abs((shares[0] ?? 0) + (shares[1] ?? 0) - 1) < 0.002);
    const alone = (await readDrawing('svg', smallSheet(), { symbolSet: { ...normSet } })).prediction.asset;
    assert.deepEqual(alone.symbolSet, { id: normSetId, version: 1 });
    assert.equal(alone.symbolSets, undefined);
  });
});
