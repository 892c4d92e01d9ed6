import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sceneOf } from '../scene.ts';
import { curveAt, curveOf, type Judged, judgedIn } from './curve.ts';
import { percent, reportOf } from './report.ts';

const one = (verdict: Judged['verdict'], confidence: number): Judged => ({ label: 'crate', verdict, confidence });

describe('the curve of an evaluation', () => {
  it('has a point for each confidence, from the surest on', () => {
    const curve = curveOf([one('TP', 0.9), one('FP', 0.8), one('TP', 0.8), one('FP', 0.3), one('FN', 1)]);
    assert.deepEqual(curve, [
      { least: 0.9, precision: 1, recall: 1 / 3 },
      { least: 0.8, precision: 2 / 3, recall: 2 / 3 },
      { least: 0.3, precision: 0.5, recall: 2 / 3 },
    ]);
    assert.equal(curveAt(curve, 0.85)?.recall, 1 / 3);
    assert.equal(curveAt(curve, 0.1)?.precision, 0.5);
    assert.equal(curveAt(curve, 0.95), undefined);
  });

  it('is empty where nothing is there to be found', () => {
    assert.deepEqual(curveOf([one('FP', 0.5)]), []);
    assert.deepEqual(curveOf([]), []);
  });

  it('is made of the labels of its scene', () => {
    const scene = sceneOf({
      Annotations: {
        Labels: { 1: { Name: 'big crate TP' }, 2: { Name: 'big crate FN' }, 3: { Name: 'other' } },
        Objects2D: { 0: { a: { LabelInfo: { LabelId: 1, Confidence: 0.7 } }, b: { LabelInfo: { LabelId: 2 } } } },
        Objects3D: { Objects: { c: { LabelInfo: { LabelId: 3 } } } },
      },
    });
    assert.ok(scene);
    assert.deepEqual(judgedIn(scene), [
      { label: 'big crate', verdict: 'TP', confidence: 0.7 },
      { label: 'big crate', verdict: 'FN', confidence: 1 },
    ]);
  });
});

describe('a report of an evaluation', () => {
  it('is of objects or of areas, and nothing else', () => {
    const classes = [
      { label: 'a', truePositives: 2, falsePositives: 0, falseNegatives: 0, precision: 1, recall: null },
    ];
    const objects = reportOf({ thresholdIOU: 0.5, classes });
    assert.ok(objects?.is === 'objects');
    assert.deepEqual([objects.classes[0]?.precision, objects.classes[0]?.recall], [1, null]);
    const segments = reportOf({ labels: ['a'], confusionMatrix: [[3]], accuracy: 1, iou: { a: 1 } });
    assert.ok(segments?.is === 'segments');
    assert.equal(segments.iou.get('a'), 1);
    for (const other of [undefined, null, 'x', {}, { classes: 3 }]) assert.equal(reportOf(other), undefined);
  });

  it('says nothing of nothing', () => {
    assert.equal(percent(null), '–');
    assert.equal(percent(0.7143), '71.4 %');
  });
});
