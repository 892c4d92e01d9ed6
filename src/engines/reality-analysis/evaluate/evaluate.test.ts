import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { numbersOf } from '../../../../test/support/chance.ts';
import { sceneOf } from '../scene/read.ts';
import type { Scene } from '../scene/types.ts';
import { sampleJson, withoutSamples } from '../testing/samples.ts';
import { judge, objectsReport } from './objects.ts';
import { overlap2D, overlap3D } from './overlap.ts';
import { pairsOf2D } from './pairs.ts';
import { confusion } from './segments.ts';

const sampleScene = (name: string): Scene => sceneOf(sampleJson(`${name}/ContextScene.json`));

describe('evaluation of objects', () => {
  it('gives the counts of the sample', { skip: withoutSamples }, () => {
    const pairs = pairsOf2D(sampleScene('objects2d-truth'), sampleScene('objects2d-prediction'));
    const judged = [...pairs.values()].flatMap((pair) => judge(pair, overlap2D, 0.5));
    const { classes } = objectsReport('EvalO2D', 0.5, judged);
    const counts = classes.map(({ label, truePositives, falsePositives, falseNegatives }) => [
      label,
      { truePositives, falsePositives, falseNegatives },
    ]);
    assert.deepEqual(Object.fromEntries(counts), sampleJson('truth/evaluation-objects2d.json').classes);
  });

  it('takes each reference once, the surest prediction first, and never another label', () => {
    const box = (xmin: number) => ({ xmin, ymin: 0, xmax: xmin + 0.2, ymax: 0.2 });
    const judged = judge(
      {
        reference: [
          { label: 'a', box: box(0) },
          { label: 'b', box: box(0.5) },
        ],
        prediction: [
          { label: 'a', confidence: 0.4, box: box(0) },
          { label: 'a', confidence: 0.9, box: box(0.02) },
          { label: 'a', box: box(0.5) },
        ],
      },
      overlap2D,
      0.5,
    );
    assert.deepEqual(
      judged.map(({ label, confidence, verdict }) => [label, confidence, verdict]),
      [
        ['a', undefined, 'FP'],
        ['a', 0.9, 'TP'],
        ['a', 0.4, 'FP'],
        ['b', undefined, 'FN'],
      ],
    );
    const report = objectsReport('EvalO2D', 0.5, judged);
    assert.deepEqual(report.total, { truePositives: 1, falsePositives: 2, falseNegatives: 1 });
    assert.deepEqual(report.classes[0], {
      label: 'a',
      truePositives: 1,
      falsePositives: 2,
      falseNegatives: 0,
      precision: 0.3333,
      recall: 1,
      f1: 0.5,
    });
    assert.equal(report.classes[1]?.precision, null);
  });

  it('counts all when predictions are the truth, and none when they are elsewhere', () => {
    const random = numbersOf(8);
    const boxes = Array.from({ length: 50 }, (_, n) => {
      const low = [20 * n, 100 * random(), random()] as const;
      return { low, high: [low[0] + 1 + random(), low[1] + 1, low[2] + 2] as const };
    });
    const marked = boxes.map((box, n) => ({ label: `l${n % 3}`, box }));
    const away = marked.map(({ label, box: { low, high } }) => ({
      label,
      box: { low: [low[0], low[1], low[2] + 9] as const, high: [high[0], high[1], high[2] + 9] as const },
    }));
    const of = (prediction: typeof marked) =>
      objectsReport('EvalO3D', 0.5, judge({ reference: marked, prediction }, overlap3D, 0.5)).total;
    assert.deepEqual(of(marked.toReversed()), { truePositives: 50, falsePositives: 0, falseNegatives: 0 });
    assert.deepEqual(of(away), { truePositives: 0, falsePositives: 50, falseNegatives: 50 });
  });
});

it('evaluation of masks counts by hand equal', () => {
  const counts = confusion();
  counts.add('background', 'background', 9800);
  counts.add('background', 'crack', 120);
  counts.add('crack', 'background', 80);
  counts.add('crack', 'crack', 400);
  assert.deepEqual(counts.report('EvalS2D'), {
    version: '1.0',
    type: 'EvalS2D',
    labels: ['background', 'crack'],
    confusionMatrix: [
      [9800, 120],
      [80, 400],
    ],
    accuracy: 0.9808,
    iou: { background: 0.98, crack: 0.6667 },
  });
});
