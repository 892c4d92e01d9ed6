import { all, type ElementType, initializer, message, model, node, port } from './onnx.ts';

/*
 * Networks that always answer the same, one for each layout: one car at 100..200, 50..150 of 640 × 480, of which they are
 * sure to 0.9.
 */

export const carBox = { xmin: 100, ymin: 50, xmax: 200, ymax: 150 } as const;
export const seenSize = { width: 640, height: 480 } as const;

/** Values that a network answers. */
export interface ConstantOutput {
  readonly name: string;
  readonly dims: readonly number[];
  readonly values: readonly number[];
  readonly type?: ElementType;
}

export interface ConstantInput {
  readonly name: string;
  readonly dims: readonly (number | string)[];
  readonly type?: ElementType;
}

/** A network that answers the same to everything. */
export function constantNetwork(
  inputs: readonly ConstantInput[],
  outputs: readonly ConstantOutput[],
  notes: Readonly<Record<string, string>> = {},
  by = 'pytorch',
): Buffer {
  const graph = all(
    ...outputs.map(({ name }) => node('Identity', [`held ${name}`], name)),
    message(2, 'constant'),
    ...outputs.map(({ name, dims, values, type }) => initializer(`held ${name}`, dims, values, type ?? 'float32')),
    ...inputs.map(({ name, dims, type }) => port(11, name, dims, type)),
    ...outputs.map(({ name, dims, type }) => port(12, name, dims, type)),
  );
  return model(graph, 17, notes, by);
}

/** One network, and what describes it. */
export interface LayoutCase {
  readonly name: string;
  readonly model: Buffer;
  readonly metadata: { readonly input: object; readonly output: object };
  readonly labels: Readonly<Record<string, string>>;
  /** Whether the file alone tells it; else what it lacks. */
  readonly alone: boolean;
  readonly isMask?: boolean;
  /** What the network is made of. */
  readonly inputs: readonly ConstantInput[];
  readonly outputs: readonly ConstantOutput[];
}

export const labelsFile = (labels: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(labels).map(([key, name]) => [key, { Name: name }])));

/** What a version says that it finds, in the order of the classes. */
export const promised = ['person', 'bicycle', 'car', 'bus'] as const;
const fromZero = { 0: 'person', 1: 'bicycle', 2: 'car', 3: 'bus' };
const fromOne = { 1: 'person', 2: 'bicycle', 3: 'car', 4: 'bus' };
const car = 2;

const images = { name: 'images', dims: [1, 3, seenSize.height, seenSize.width] } as const;
const input = { name: 'images' };
const count = 40;
const sure = 0.9;
const inCentre = [150, 100, 100, 100];
const byCorners = [100, 50, 200, 150];

/** Rows of equal length; the car is in row 7. */
const rowsOf = (length: number, row: readonly number[], others: readonly number[], rows = count): number[] =>
  Array.from({ length: rows }, (_, n) => (n === 7 ? row : others).slice(0, length)).flat();

const turned = (values: readonly number[], columns: number): number[] =>
  Array.from({ length: columns }, (_, column) => values.filter((__, n) => n % columns === column)).flat();

const probabilities = (of: number, rest = 0.01): number[] =>
  Array.from({ length: 4 }, (_, kind) => (kind === car ? of : rest));
const logits = (of: number, rest: number, length = 4): number[] =>
  Array.from({ length }, (_, kind) => (kind === car ? of : rest));

const yolov8 = turned(rowsOf(8, [...inCentre, ...probabilities(sure)], [9, 9, 4, 4, ...probabilities(0.02)]), 8);
const yolov5 = rowsOf(9, [...inCentre, 0.95, ...probabilities(sure / 0.95)], [9, 9, 4, 4, 0.03, ...probabilities(0.5)]);
const fractions = [100 / 640, 50 / 480, 200 / 640, 150 / 480] as const;
const detrBoxes = rowsOf(4, [150 / 640, 100 / 480, 100 / 640, 100 / 480], [0.5, 0.5, 0.1, 0.1]);
/** The softmax of `sure` over four others that are 0. */
const softLogit = Math.log((4 * sure) / (1 - sure));
const sigmoidLogit = Math.log(sure / (1 - sure));

const one = (name: string, dims: readonly number[], values: readonly number[], type?: ElementType): ConstantOutput => ({
  name,
  dims,
  values,
  ...(type === undefined ? {} : { type }),
});

const cells = Array.from({ length: seenSize.width * seenSize.height }, (_, n) => {
  const [x, y] = [n % seenSize.width, Math.floor(n / seenSize.width)];
  return x >= 100 && x < 200 && y >= 50 && y < 150;
});

const names = JSON.stringify(fromZero)
  .replaceAll('"', "'")
  .replace(/'(\d)'/g, '$1');
const torchvision = [
  one('boxes', [2, 4], [...byCorners, 9, 9, 30, 30]),
  one('labels', [2], [3, 1], 'int64'),
  one('scores', [2], [sure, 0.1]),
];
const ssd = (scale = fractions) => [
  one('detection_boxes:0', [1, 3, 4], [scale[1], scale[0], scale[3], scale[2], 0, 0, 0.1, 0.1, 0, 0, 0.2, 0.2]),
  one('detection_scores:0', [1, 3], [sure, 0.9, 0.9]),
  one('detection_classes:0', [1, 3], [3, 1, 1]),
  one('num_detections:0', [1], [1]),
];
const ssdOutput = {
  layout: 'ssd',
  boxes: 'detection_boxes:0',
  scores: 'detection_scores:0',
  classes: 'detection_classes:0',
  count: 'num_detections:0',
};
const size = [seenSize.height, seenSize.width] as const;

const described = (
  name: string,
  outputs: readonly ConstantOutput[],
  output: object,
  more: Partial<LayoutCase> & { readonly notes?: Record<string, string> } = {},
): LayoutCase => {
  const { inputs = [images], notes, ...rest } = more;
  const made = { model: constantNetwork(inputs, outputs, notes), inputs, outputs };
  return { name, ...made, metadata: { input, output }, labels: fromZero, alone: false, ...rest };
};

const tensor = { tensor: 'output0' };
const pair = { boxes: 'boxes', scores: 'scores' };
const withNone = (of: readonly number[]): number[] => [1 - Math.max(...of), ...of];
const endRows = rowsOf(6, [...byCorners, sure, car], [0, 0, 0, 0, 0, 0], 30);

export const boxCases: readonly LayoutCase[] = [
  described(
    'pair, as it was',
    [
      one('boxes', [1, count, 4], rowsOf(4, byCorners, [0, 0, 9, 9])),
      one('scores', [1, count, 5], rowsOf(5, withNone(probabilities(sure, 0)), withNone(probabilities(0, 0)))),
    ],
    pair,
    { labels: { 0: 'background', ...fromOne }, alone: true },
  ),
  described(
    'pair, by columns',
    [
      one('boxes', [1, 4, count], turned(rowsOf(4, byCorners, [0, 0, 9, 9]), 4)),
      one('scores', [1, 4, count], turned(rowsOf(4, probabilities(sure), probabilities(0.02)), 4)),
    ],
    { layout: 'pair', ...pair, transposed: true },
  ),
  described(
    'pair with classes of their own',
    [
      one('boxes', [1, 2, 4], [...byCorners, 0, 0, 9, 9]),
      one('scores', [1, 2], [sure, 0.1]),
      one('labels', [1, 2], [2, 0], 'int64'),
    ],
    { layout: 'pair', ...pair, classes: 'labels' },
    { alone: true },
  ),
  described('yolov8', [one('output0', [1, 8, count], yolov8)], { layout: 'yolov8', ...tensor }, { alone: true }),
  described(
    'yolov8 with names in it',
    [one('output0', [1, 8, count], yolov8)],
    { layout: 'yolov8' },
    {
      alone: true,
      notes: { names, task: 'detect', imgsz: '[480, 640]', stride: '32' },
      inputs: [{ ...images, dims: ['batch', 3, 'height', 'width'] }],
    },
  ),
  described(
    'yolov8 of half precision',
    [one('output0', [1, 8, count], yolov8, 'float16')],
    { layout: 'yolov8', ...tensor },
    { alone: true, inputs: [{ ...images, type: 'float16' }] },
  ),
  described(
    'yolov8 that takes bytes, channels last',
    [one('output0', [1, 8, count], yolov8)],
    { layout: 'yolov8', ...tensor },
    { alone: true, inputs: [{ name: 'images', dims: [1, ...size, 3], type: 'uint8' }] },
  ),
  described(
    'yolov8 in double precision',
    [one('output0', [1, 8, count], yolov8, 'float64')],
    { layout: 'yolov8', ...tensor },
    { alone: true },
  ),
  described('yolov5', [one('output0', [1, count, 9], yolov5)], { layout: 'yolov5', ...tensor }, { alone: true }),
  described(
    'yolov5 with its raw heads beside it',
    [one('output', [1, count, 9], yolov5), one('head', [1, 1, 2, 2, 9], new Array(36).fill(7))],
    { layout: 'yolov5', tensor: 'output' },
    { alone: true },
  ),
  described('end2end', [one('output0', [1, 30, 6], endRows)], { layout: 'end2end', ...tensor }, { alone: true }),
  described(
    'detr',
    [
      one('logits', [1, count, 5], rowsOf(5, logits(softLogit, 0, 5), [0, 0, 0, 0, 9])),
      one('pred_boxes', [1, count, 4], detrBoxes),
    ],
    { layout: 'detr', boxes: 'pred_boxes', scores: 'logits' },
    {
      alone: true,
      inputs: [{ ...images, name: 'pixel_values' }],
      metadata: {
        input: { name: 'pixel_values', fit: 'stretch' },
        output: { layout: 'detr', boxes: 'pred_boxes', scores: 'logits' },
      },
    },
  ),
  described(
    'detr with a mask of what is picture',
    [
      one('logits', [1, count, 5], rowsOf(5, logits(softLogit, 0, 5), [0, 0, 0, 0, 9])),
      one('pred_boxes', [1, count, 4], detrBoxes),
    ],
    {},
    {
      alone: true,
      inputs: [
        { ...images, name: 'pixel_values' },
        { name: 'pixel_mask', dims: [1, 64, 64], type: 'int64' },
      ],
      metadata: {
        input: { name: 'pixel_values', mask: 'pixel_mask' },
        output: { layout: 'detr', boxes: 'pred_boxes', scores: 'logits' },
      },
    },
  ),
  described(
    'detr with a sigmoid',
    [
      one('logits', [1, count, 4], rowsOf(4, logits(sigmoidLogit, -6), logits(-5, -6))),
      one('pred_boxes', [1, count, 4], detrBoxes),
    ],
    { layout: 'detr', boxes: 'pred_boxes', scores: 'logits', activation: 'sigmoid' },
    { alone: true },
  ),
  described(
    'the size of the picture as an input',
    torchvisionOfQueries(),
    { layout: 'pair', boxes: 'boxes', scores: 'scores', classes: 'labels', background: 'none' },
    {
      alone: true,
      inputs: [images, { name: 'orig_target_sizes', dims: [1, 2], type: 'int64' }],
      metadata: {
        input: { name: 'images', size: 'orig_target_sizes', sizeOrder: 'wh', fit: 'stretch' },
        output: { layout: 'pair', boxes: 'boxes', scores: 'scores', classes: 'labels', background: 'none' },
      },
    },
  ),
  described('ssd', ssd(), ssdOutput, {
    alone: true,
    labels: fromOne,
    inputs: [{ name: 'images', dims: [1, 'h', 'w', 3], type: 'uint8' }],
  }),
  described(
    'torchvision',
    torchvision,
    { layout: 'torchvision', ...pair, classes: 'labels' },
    { alone: true, labels: fromOne, inputs: [{ name: 'images', dims: [3, 'h', 'w'] }] },
  ),
  described(
    'torchvision with numbers as names',
    torchvision.map((output, at) => ({ ...output, name: String(2700 + at) })),
    { layout: 'torchvision', boxes: '2700', scores: '2702', classes: '2701' },
    { alone: true, labels: fromOne },
  ),
];

function torchvisionOfQueries(): ConstantOutput[] {
  return [
    one('labels', [1, 2], [2, 0], 'int64'),
    one('boxes', [1, 2, 4], [...byCorners, 9, 9, 30, 30]),
    one('scores', [1, 2], [sure, 0.1]),
  ];
}

const binary = cells.map((isCar) => (isCar ? sure : 0.04));
const background = { 0: 'background', 1: 'car' };
const classesOf = (values: readonly number[]) => [...values.map((value) => 1 - value), ...values];
const coefficients = Array.from({ length: 4 }, (_, n) => (n === 1 ? 3 : 0));
const segments = turned(
  rowsOf(12, [...inCentre, ...probabilities(sure), ...coefficients], [9, 9, 4, 4, ...probabilities(0.02), 0, 0, 0, 0]),
  12,
);
const plane = 120 * 160;
const prototypes = Array.from({ length: 4 * plane }, (_, n) => {
  const [x, y] = [n % 160, Math.floor((n % plane) / 160)];
  return n < plane || n >= 2 * plane ? 0 : x >= 25 && x < 50 && y >= 12.5 && y < 37.5 ? 4 : -4;
});

export const maskCases: readonly LayoutCase[] = [
  described(
    'mask',
    [one('prob', [1, 2, ...size], classesOf(binary))],
    { layout: 'mask', mask: 'prob' },
    { isMask: true, labels: background, alone: true },
  ),
  described(
    'mask, channels last',
    [
      one(
        'prob',
        [1, ...size, 2],
        binary.flatMap((value) => [1 - value, value]),
      ),
    ],
    { layout: 'mask', mask: 'prob', maskLayout: 'NHWC' },
    { isMask: true, labels: background, alone: true },
  ),
  described(
    'mask of logits',
    [one('logits', [1, 2, ...size], classesOf(cells.map((isCar) => (isCar ? 4 : -4))))],
    { layout: 'mask', mask: 'logits', activation: 'softmax' },
    { isMask: true, labels: background, alone: true },
  ),
  described(
    'maskBinary',
    [one('mask', [1, 1, ...size], binary)],
    { layout: 'maskBinary', mask: 'mask' },
    { isMask: true, labels: background },
  ),
  described(
    'maskBinary of logits, without channels',
    [
      one(
        'mask',
        [1, ...size],
        cells.map((isCar) => (isCar ? 2 : -3)),
      ),
    ],
    { layout: 'maskBinary', mask: 'mask', activation: 'sigmoid' },
    { isMask: true, labels: background },
  ),
  described(
    'maskClasses',
    [
      one(
        'mask',
        [1, ...size],
        cells.map((isCar) => (isCar ? 3 : 0)),
        'int64',
      ),
    ],
    { layout: 'maskClasses', mask: 'mask' },
    { isMask: true, labels: { 0: 'background', ...fromOne }, alone: true },
  ),
  described(
    'maskClasses of bytes, with a channel',
    [
      one(
        'mask',
        [1, 1, ...size],
        cells.map((isCar) => (isCar ? 3 : 0)),
        'uint8',
      ),
    ],
    { layout: 'maskClasses', mask: 'mask' },
    { isMask: true, labels: { 0: 'background', ...fromOne }, alone: true },
  ),
  described(
    'yolov8seg',
    [one('output0', [1, 12, count], segments), one('output1', [1, 4, 120, 160], prototypes)],
    { layout: 'yolov8seg', ...tensor, prototypes: 'output1' },
    { isMask: true, alone: true },
  ),
];
