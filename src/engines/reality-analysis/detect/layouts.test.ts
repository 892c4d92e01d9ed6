import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { checkDetector } from '../check-detector.ts';
import { overlap2D } from '../evaluate/overlap.ts';
import {
  boxCases,
  carBox,
  constantNetwork,
  type LayoutCase,
  labelsFile,
  maskCases,
  promised,
  seenSize,
} from '../testing/layouts.ts';
import { zipOf } from '../testing/networks.ts';
import { type Detector, detectObjects, maskLabels, openDetector, segmentPicture } from './detector.ts';
import { pixelMask } from './mask.ts';

const folder = mkdtempSync(join(tmpdir(), 'layouts-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
const quiet = { progress: () => {}, log: () => {} };
const { width, height } = seenSize;
const picture = { width, height, rgb: new Uint8Array(3 * width * height).fill(90) };

/** What was found on the picture by a package as it is uploaded. */
async function seenBy(content: Buffer, { isMask, labels }: LayoutCase, lacks: boolean): Promise<void> {
  const path = join(folder, `${++count}`);
  writeFileSync(path, content);
  const type = isMask ? 'PhotoSegmentationDetector' : 'PhotoObjectDetector';
  const named = Object.values(labels).filter((name) => name !== 'background');
  const check = await checkDetector({ package: path, type, labels: named, whole: `${path}.zip` }, quiet);
  assert.deepEqual([check.runnable, check.completed], [true, lacks]);
  const detector = await openDetector(lacks ? `${path}.zip` : path, type);
  await (isMask ? showsItsPixels(detector) : showsOneCar(detector));
  // the objects of masks are those around their regions
  if (isMask) await showsOneCar(await openDetector(lacks ? `${path}.zip` : path, 'PhotoObjectDetector'));
}

async function showsOneCar(detector: Detector): Promise<void> {
  const [found, ...others] = await detectObjects(detector, picture);
  assert.ok(found !== undefined && others.length === 0, `${others.length} others`);
  assert.equal(detector.labels.find(({ id }) => id === found.label)?.name, 'car');
  assert.ok(overlap2D(found.box, carBox) >= 0.9, JSON.stringify(found.box));
  const isMask = detector.metadata.kind === 'mask';
  const isSure = isMask ? found.confidence > 0.85 : Math.abs(found.confidence - 0.9) <= 0.02;
  assert.ok(isSure, String(found.confidence));
}

const boxOf = (n: number): number[] => (n === 7 ? [150, 100, 100, 100] : [300 + n, 9, 4, 5]);
const ofRows = (row: (n: number) => number[]): number[][] => Array.from({ length: 40 }, (_, n) => row(n));
const oneClass = {
  yolov8: [0, 1, 2, 3, 4].flatMap((at) =>
    ofRows((n) => [...boxOf(n), n === 7 ? 0.9 : 0.01 * (n % 5)]).map((row) => row[at] ?? 0),
  ),
  yolov5: ofRows((n) => [...boxOf(n), n === 7 ? 0.95 : 0.02, n === 7 ? 0.9 / 0.95 : 0.7]).flat(),
};

const yolov5Labels = Object.fromEntries(promised.map((name, at) => [at, name]));

async function showsItsPixels(detector: Detector): Promise<void> {
  const { labels } = pixelMask(await segmentPicture(detector, picture, 'whole if small'), width, height);
  const car = maskLabels(detector).find(({ name }) => name === 'car')?.id;
  let right = 0;
  labels.forEach((label, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    const isCar = x >= carBox.xmin && x < carBox.xmax && y >= carBox.ymin && y < carBox.ymax;
    if (isCar && label === car) right++;
    if (!isCar && label !== 0) right--;
  });
  assert.ok(right >= 0.95 * 100 * 100, `${right} of ${100 * 100} pixels`);
}

describe('a network in a layout of exporters', () => {
  for (const one of [...boxCases, ...maskCases]) {
    it(`${one.name}, described`, async () => {
      const files = {
        'model.onnx': one.model,
        'metadata.json': JSON.stringify(one.metadata),
        'labels.json': labelsFile(one.labels),
      };
      await seenBy(await zipOf(files, false), one, false);
    });
  }

  for (const one of [...boxCases, ...maskCases].filter(({ alone }) => alone)) {
    it(`${one.name}, as a file alone`, () =>
      seenBy(
        one.model,
        { ...one, labels: one.isMask && one.labels[2] === undefined ? { 1: 'car' } : one.labels },
        true,
      ));
  }

  for (const [layout, dims, values] of [
    ['yolov8', [1, 5, 40], oneClass.yolov8],
    ['yolov5', [1, 40, 6], oneClass.yolov5],
  ] as const) {
    it(`${layout} of one class, as a file alone`, async () => {
      const inputs = [{ name: 'images', dims: [1, 3, height, width] }];
      const outputs = [{ name: 'output0', dims, values }];
      const model = constantNetwork(inputs, outputs);
      const one = {
        name: layout,
        model,
        inputs,
        outputs,
        metadata: { input: {}, output: {} },
        labels: {},
        alone: true,
      };
      await seenBy(model, { ...one, labels: { 0: 'car' } }, true);
    });
  }

  it('of shares of the picture is told from one in pixels, and from raw heads, which are refused', async () => {
    const inputs = [{ name: 'images', dims: [1, 3, height, width] }];
    const rows = (scale: readonly [number, number]) =>
      Array.from({ length: 600 }, (_, n) => {
        const [x, y, w, h] = n === 7 ? [150, 100, 100, 100] : [9 + n, 8 + (n % 470), 4, 5];
        const box = [x * scale[0], y * scale[1], w * scale[0], h * scale[1]];
        return [...box, n === 7 ? 0.95 : 0.02, ...(n === 7 ? [0.01, 0.01, 0.9 / 0.95, 0.01] : [0.2, 0.2, 0.2, 0.2])];
      }).flat();
    const of = (scale: readonly [number, number]) => {
      const outputs = [{ name: 'output', dims: [1, 600, 9], values: rows(scale) }];
      return { ...boxCases[0], model: constantNetwork(inputs, outputs), inputs, outputs };
    };
    const one = { name: 'v5', metadata: { input: {}, output: {} }, alone: true, labels: yolov5Labels };
    await seenBy(
      of([1 / width, 1 / height]).model,
      { ...one, ...of([1 / width, 1 / height]), labels: yolov5Labels } as LayoutCase,
      true,
    );
    await assert.rejects(
      seenBy(of([0.06, 0.06]).model, { ...one, ...of([0.06, 0.06]), labels: yolov5Labels } as LayoutCase, true),
      /raw/,
    );
  });

  it('takes the labels of a package for a network that is not described', async () => {
    const [one] = boxCases.filter(({ name }) => name === 'yolov8');
    assert.ok(one !== undefined);
    await seenBy(await zipOf({ 'model.onnx': one.model, 'labels.json': labelsFile(one.labels) }), one, true);
  });

  it('takes what the version promises for labels that a description lacks', async () => {
    for (const name of ['end2end', 'ssd']) {
      const one = boxCases.find((other) => other.name === name);
      assert.ok(one !== undefined);
      const files = { 'model.onnx': one.model, 'metadata.json': JSON.stringify(one.metadata) };
      await seenBy(
        await zipOf(files),
        { ...one, labels: Object.fromEntries(promised.map((label, at) => [at, label])) },
        true,
      );
    }
  });
});
