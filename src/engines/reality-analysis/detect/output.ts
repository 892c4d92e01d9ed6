import { isRecord, membersOf } from '../../../std/records.ts';
import { badMetadata, type Members, numberIn, oneIfIn, oneOf, switchIn, textIfIn, textIn, wholeIn } from './members.ts';

/** How boxes lie in the outputs of a network (reality-analysis.md A1.4). */
export const boxLayouts = [
  'pair',
  'yolov8',
  'yolov5',
  'end2end',
  'yolov8seg',
  'detr',
  'ssd',
  'torchvision',
] as const satisfies readonly string[] as readonly BoxLayout[];
export type BoxLayout = 'pair' | 'yolov8' | 'yolov5' | 'end2end' | 'yolov8seg' | 'detr' | 'ssd' | 'torchvision';

/** How classes of pixels lie in it. */
export const maskLayouts = ['mask', 'maskBinary', 'maskClasses'] as const;
export type MaskLayout = (typeof maskLayouts)[number];

const formats = ['xyxy', 'cxcywh', 'yxyx', 'xywh'] as const;
const units = ['pixels', 'fractions'] as const;
const activations = ['none', 'sigmoid', 'softmax'] as const;
export type Activation = (typeof activations)[number];

export interface BoxOutput {
  readonly layout: BoxLayout;
  /** Names of outputs; one that is not named is the only output of the network. */
  readonly tensor?: string;
  readonly boxes?: string;
  readonly scores?: string;
  readonly classes?: string;
  readonly count?: string;
  readonly prototypes?: string;
  readonly boxFormat: (typeof formats)[number];
  /** Of what the network sees. */
  readonly boxUnits: (typeof units)[number];
  readonly activation: Activation;
  /** Which class is none; with `none` class 0 is a class. */
  readonly background: 'first' | 'last' | 'none';
  readonly transposed: boolean;
  /** Label = class + this. */
  readonly labelOffset: number;
  readonly nms: { readonly iou: number; readonly perClass: boolean } | false;
  /** Of one look. */
  readonly maxDetections: number;
  /** By label; others have that of all. */
  readonly thresholds: ReadonlyMap<number, number>;
}

export interface MaskOutput {
  readonly layout: MaskLayout;
  readonly mask?: string;
  readonly maskLayout: 'NCHW' | 'NHWC';
  readonly maskThreshold: number;
  readonly activation: Activation;
  /** Pixels of the image a cell of the mask is wide. */
  readonly stride: number;
  readonly minPixels: number;
}

interface Usual extends Pick<BoxOutput, 'boxFormat' | 'boxUnits'> {
  readonly needs: readonly ('boxes' | 'scores' | 'classes' | 'prototypes')[];
  readonly nms: boolean;
}

const inCentre = { boxFormat: 'cxcywh', boxUnits: 'pixels' } as const;
const byCorners = { boxFormat: 'xyxy', boxUnits: 'pixels' } as const;

/** What a layout says where the description is silent. */
const usual: Readonly<Record<BoxLayout, Usual>> = {
  pair: { ...byCorners, needs: ['boxes', 'scores'], nms: true },
  yolov8: { ...inCentre, needs: [], nms: true },
  yolov5: { ...inCentre, needs: [], nms: true },
  end2end: { ...byCorners, needs: [], nms: false },
  yolov8seg: { ...inCentre, needs: ['prototypes'], nms: true },
  detr: { boxFormat: 'cxcywh', boxUnits: 'fractions', needs: ['boxes', 'scores'], nms: false },
  ssd: { boxFormat: 'yxyx', boxUnits: 'fractions', needs: ['boxes', 'scores', 'classes'], nms: true },
  torchvision: { ...byCorners, needs: ['boxes', 'scores', 'classes'], nms: false },
};

/** The output that `metadata.json` describes. */
export function readOutput(output: Members): BoxOutput | MaskOutput {
  const layout = oneIfIn<BoxLayout | MaskLayout>(output, 'layout', [...boxLayouts, ...maskLayouts]);
  const mask = maskLayouts.find((one) => one === (layout ?? (output.mask === undefined ? undefined : 'mask')));
  if (mask !== undefined) return maskOutput(output, mask);
  return boxOutput(output, boxLayouts.find((one) => one === layout) ?? 'pair', layout === undefined);
}

function boxOutput(output: Members, layout: BoxLayout, isSilent: boolean): BoxOutput {
  const own = usual[layout];
  for (const name of own.needs) textIn(output, name);
  const named = Object.fromEntries(
    (['tensor', 'boxes', 'scores', 'classes', 'count', 'prototypes'] as const).flatMap((name) => {
      const value = textIfIn(output, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const activation = oneOf(output, 'activation', activations, layout === 'detr' ? 'softmax' : 'none');
  const background = isSilent ? 'first' : layout === 'detr' && activation === 'softmax' ? 'last' : 'none';
  return {
    layout,
    ...named,
    activation,
    boxFormat: oneOf(output, 'boxFormat', formats, own.boxFormat),
    boxUnits: oneOf(output, 'boxUnits', units, own.boxUnits),
    background: oneOf(output, 'background', ['first', 'last', 'none'], background),
    transposed: switchIn(output, 'transposed'),
    labelOffset: wholeIn(output, 'labelOffset', 0, -1, 1),
    nms: suppressionIn(output, own.nms),
    maxDetections: wholeIn(output, 'maxDetections', 300, 1, 100_000),
    thresholds: thresholdsIn(output.thresholds),
  };
}

function suppressionIn({ nms }: Members, isUsual: boolean): BoxOutput['nms'] {
  if (nms === false || ((nms === undefined || nms === null) && !isUsual)) return false;
  if (nms !== undefined && nms !== null && nms !== true && !isRecord(nms)) {
    throw badMetadata("'nms' must be false, or an object with 'iou' and 'perClass'");
  }
  const members = membersOf(nms);
  const perClass = members.perClass === undefined ? true : switchIn(members, 'perClass');
  return { iou: numberIn(members, 'iou', 0.5, 0, 1), perClass };
}

function thresholdsIn(thresholds: unknown): ReadonlyMap<number, number> {
  if (thresholds === undefined || thresholds === null) return new Map();
  if (!isRecord(thresholds)) throw badMetadata("'thresholds' must be an object with a number for each label");
  return new Map(
    Object.keys(thresholds).map((key) => {
      if (!/^\d+$/.test(key)) throw badMetadata(`'thresholds' names '${key}', which is no key of labels.json`);
      return [Number(key), numberIn(thresholds, key, 0, 0, 1)];
    }),
  );
}

function maskOutput(output: Members, layout: MaskLayout): MaskOutput {
  const mask = textIfIn(output, 'mask') ?? textIfIn(output, 'tensor');
  return {
    layout,
    ...(mask === undefined ? {} : { mask }),
    maskLayout: oneOf(output, 'maskLayout', ['NCHW', 'NHWC'], 'NCHW'),
    maskThreshold: numberIn(output, 'maskThreshold', 0.5, 0, 1),
    activation: oneOf(output, 'activation', activations, 'none'),
    stride: numberIn(output, 'stride', 1, 1, 64),
    minPixels: numberIn(output, 'minPixels', 12, 0, 1e9),
  };
}
