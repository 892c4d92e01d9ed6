import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { checkDetector } from '../check-detector.ts';
import { boxCases, type ConstantOutput, constantNetwork, labelsFile } from '../testing/layouts.ts';
import { zipOf } from '../testing/networks.ts';

const folder = mkdtempSync(join(tmpdir(), 'trial-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
const quiet = { progress: () => {}, log: () => {} };
const fourLabels = { 0: 'person', 1: 'bicycle', 2: 'car', 3: 'bus' };
const counted = (length: number) => Object.fromEntries(Array.from({ length }, (_, n) => [n, `kind ${n}`]));

interface Upload {
  readonly model: Buffer;
  readonly input?: object;
  readonly output: object;
  readonly labels?: Readonly<Record<string, string>>;
}

async function upload({ model, input, output, labels = fourLabels }: Upload) {
  const path = join(folder, `${++count}.zip`);
  const metadata = JSON.stringify({ input: { name: 'images', ...input }, output });
  const files = { 'model.onnx': model, 'metadata.json': metadata, 'labels.json': labelsFile(labels) };
  writeFileSync(path, await zipOf(files, false));
  return checkDetector({ package: path, type: 'PhotoObjectDetector', labels: [] }, quiet);
}

const modelOf = (name: string): Buffer => boxCases.find((one) => one.name === name)?.model ?? Buffer.alloc(0);
const small = { name: 'images', dims: [1, 3, 96, 128] } as const;
const answering = (...outputs: readonly ConstantOutput[]) => constantNetwork([small], outputs);
const pairOf = (scores: readonly number[], box = [10, 10, 30, 30], kinds = 4) => {
  const rows = scores.length / kinds;
  return answering(
    { name: 'boxes', dims: [1, rows, 4], values: Array.from({ length: rows }, () => box).flat() },
    { name: 'scores', dims: [1, rows, kinds], values: scores },
  );
};
const pair = { layout: 'pair', boxes: 'boxes', scores: 'scores' };
const ends = (...rows: readonly (readonly number[])[]) =>
  answering({ name: 'output0', dims: [1, rows.length, 6], values: rows.flat() });
const end2end = { layout: 'end2end', tensor: 'output0' };
const binary = (values: readonly number[], dims: readonly number[]) => answering({ name: 'mask', dims, values });

/** Each with words that its refusal has to hold. */
const wrong: readonly (readonly [name: string, upload: Upload, words: readonly RegExp[]])[] = [
  [
    'end2end described as pair',
    { model: modelOf('end2end'), output: { boxes: 'output0', scores: 'output0' } },
    [/6/, /columns/, /Is the layout end2end\?/],
  ],
  [
    'end2end described as yolov8',
    { model: modelOf('end2end'), output: { layout: 'yolov8' } },
    [/Is the layout end2end\?/],
  ],
  [
    'end2end described as pair without its outputs',
    { model: modelOf('end2end'), output: { layout: 'pair', tensor: 'output0' } },
    [/'boxes' is missing/, /Is the layout end2end\?/],
  ],
  [
    'yolov8 described as yolov5',
    { model: modelOf('yolov8'), output: { layout: 'yolov5' } },
    [/Is the layout yolov8\?/],
  ],
  [
    'yolov5 described as end2end',
    { model: modelOf('yolov5'), output: end2end },
    [/9/, /6 columns/, /Is the layout yolov5\?/],
  ],
  [
    'detr described without its activation',
    {
      model: modelOf('detr with a sigmoid'),
      input: { name: 'images' },
      output: { layout: 'detr', boxes: 'pred_boxes', scores: 'logits', activation: 'none' },
    },
    [/Confidences reach/, /sigmoid/],
  ],
  [
    '80 classes with 3 labels',
    { model: pairOf(new Array(80).fill(0.1), [1, 1, 9, 9], 80), output: pair, labels: counted(3) },
    [/labels\.json has 3 labels/, /class 79/],
  ],
  [
    'more classes by number than labels',
    { model: ends([10, 10, 30, 30, 0.9, 7]), output: end2end },
    [/labels\.json has 4 labels/, /class 7/],
  ],
  [
    'labels that begin with 1',
    { model: pairOf([0.9, 0, 0, 0]), output: pair, labels: { 1: 'a', 2: 'b', 3: 'c', 4: 'd' } },
    [/begins with 1/],
  ],
  ['NaN in scores', { model: pairOf([0.9, Number.NaN, 0, 0]), output: pair }, [/'scores' holds NaN/]],
  [
    'NaN in boxes that are not sure',
    { model: pairOf([0.1, 0, 0, 0], [1, Number.NaN, 3, 4]), output: pair },
    [/'boxes' holds NaN/],
  ],
  [
    'a float16 input described as uint8',
    { model: modelOf('yolov8 of half precision'), input: { dtype: 'uint8' }, output: { layout: 'yolov8' } },
    [/takes float16/, /says uint8/],
  ],
  [
    'bytes that are scaled',
    {
      model: modelOf('yolov8 that takes bytes, channels last'),
      input: { scale: 1 / 255 },
      output: { layout: 'yolov8' },
    },
    [/bytes \(uint8\)/, /scale/],
  ],
  [
    'another size than the network has',
    { model: modelOf('yolov8'), input: { width: 320, height: 320 }, output: { layout: 'yolov8' } },
    [/640 × 480/, /320 × 320/],
  ],
  [
    'channels last, described as first',
    {
      model: modelOf('yolov8 that takes bytes, channels last'),
      input: { layout: 'NCHW' },
      output: { layout: 'yolov8' },
    },
    [/layout NCHW/, /colours/],
  ],
  ['confidences of hundreds', { model: ends([10, 10, 30, 30, 230, 1]), output: end2end }, [/Confidences reach 230/]],
  ['a negative confidence', { model: pairOf([-4, -5, -3, -9]), output: pair }, [/Confidences reach -3/]],
  ['classes between whole numbers', { model: ends([10, 10, 30, 30, 0.9, 1.5]), output: end2end }, [/A class is 1\.5/]],
  ['a class below zero', { model: ends([10, 10, 30, 30, 0.9, -1]), output: end2end }, [/below 0/]],
  [
    'boxes beside the picture',
    { model: ends([1000, 1000, 1200, 1200, 0.9, 1]), output: end2end },
    [/outside of the picture/],
  ],
  [
    'corners that are centres and sizes',
    { model: ends([90, 60, 20, 20, 0.9, 1]), output: end2end },
    [/outside of the picture, or have no area/],
  ],
  [
    'boxes everywhere',
    { model: pairOf(Array.from({ length: 600 }, () => 0.9)), output: pair },
    [/grey picture and on noise/],
  ],
  [
    'an output that is not there',
    { model: modelOf('yolov8'), output: { layout: 'yolov8', tensor: 'out' } },
    [/no output 'out', but 'output0'/],
  ],
  [
    'scores for other boxes',
    {
      model: answering(
        { name: 'boxes', dims: [1, 3, 4], values: new Array(12).fill(1) },
        { name: 'scores', dims: [1, 4], values: [0, 0, 0, 0] },
      ),
      output: pair,
    },
    [/does not fit to 3 boxes/],
  ],
  [
    'a mask of another size',
    {
      model: binary(new Array(48 * 32).fill(0.2), [1, 1, 32, 48]),
      output: { layout: 'maskBinary', mask: 'mask' },
      labels: { 1: 'car' },
    },
    [/48 × 32 cells/, /128 × 96/],
  ],
  [
    'a mask of logits without activation',
    {
      model: binary(new Array(128 * 96).fill(-7), [1, 1, 96, 128]),
      output: { layout: 'maskBinary', mask: 'mask' },
      labels: { 1: 'car' },
    },
    [/activation/],
  ],
  [
    'a mask of one class described as one of many',
    {
      model: binary(new Array(128 * 96).fill(0.1), [1, 1, 96, 128]),
      output: { layout: 'mask', mask: 'mask' },
      labels: { 1: 'car' },
    },
    [/maskBinary/],
  ],
  [
    'classes of pixels that are no whole numbers',
    {
      model: binary(new Array(128 * 96).fill(0.5), [1, 96, 128]),
      output: { layout: 'maskClasses', mask: 'mask' },
      labels: { 1: 'car' },
    },
    [/0\.5; classes are whole numbers/],
  ],
  [
    'a layout that nobody knows',
    { model: modelOf('yolov8'), output: { layout: 'yolo', tensor: 'output0' } },
    [/'layout' must be pair or yolov8/],
  ],
];

describe('an upload', () => {
  for (const [name, asked, words] of wrong) {
    it(`of ${name} is refused in words`, async () => {
      await assert.rejects(upload(asked), (error: Error & { code?: string }) => {
        assert.ok(error.code === 'DetectorNotRunnable' || error.code === 'InputData_Invalid', String(error));
        for (const word of words) assert.match(error.message, word);
        return true;
      });
    });
  }

  for (const [name, asked] of [
    ['that finds nothing', { model: pairOf(new Array(400).fill(0)), output: pair }],
    ['that is sure of the same everywhere', { model: pairOf([0.9, 0, 0, 0]), output: pair }],
    ['whose class 0 is a class', { model: ends([10, 10, 30, 30, 0.9, 0]), output: end2end }],
    ['that answers no row', { model: answering({ name: 'output0', dims: [1, 0, 6], values: [] }), output: end2end }],
    [
      'whose labels say which of more classes they are',
      { model: pairOf(new Array(80).fill(0.1), [1, 1, 9, 9], 80), output: pair, labels: { 2: 'car', 7: 'truck' } },
    ],
    ['whose confidence is a little more than 1', { model: pairOf([1.0004, 0, 0, 0]), output: pair }],
    ['whose boxes reach over the edge', { model: pairOf([0.9, 0, 0, 0], [-40, -40, 400, 400]), output: pair }],
  ] as const) {
    it(`of a network ${name} is taken`, async () => {
      assert.equal((await upload(asked)).runnable, true);
    });
  }
});
