import { XMLParser } from 'fast-xml-parser';
import { isRecord, membersOf } from '../../../std/records.ts';
import { xmlBeyondBounds } from '../../../std/xml-bounds.ts';
import { failures } from '../failures.ts';
import type { Label } from '../scene/types.ts';

/** What a detector's `labels.json` and `metadata.json` say (reality-analysis.md A1.4). */
export interface DetectorLabel extends Label {
  /** Class in point clouds. */
  readonly classification: number;
}

export const detectorTypes = [
  'PhotoObjectDetector',
  'PhotoSegmentationDetector',
  'OrthophotoSegmentationDetector',
  'PointCloudSegmentationDetector',
] as const;
export type DetectorType = (typeof detectorTypes)[number];

export interface ImageInput {
  readonly name: string;
  readonly layout: 'NCHW' | 'NHWC';
  readonly colour: 'RGB' | 'BGR';
  readonly scale: number;
  readonly mean: readonly number[];
  readonly std: readonly number[];
  readonly width?: number;
  readonly height?: number;
  readonly multipleOf: number;
  readonly tile: number;
  readonly overlap: number;
}

export interface BoxOutput {
  readonly boxes: string;
  readonly scores: string;
  readonly classes?: string;
  readonly boxFormat: 'xyxy' | 'cxcywh';
  readonly boxUnits: 'pixels' | 'fractions';
}

export interface MaskOutput {
  readonly mask: string;
  /** Pixels of the image a cell of the mask is wide. */
  readonly stride: number;
  readonly minPixels: number;
}

export const featureNames = [
  ...['heightAboveGround', 'linearity', 'planarity', 'sphericity', 'verticality', 'heightRange', 'intensity'],
  ...['red', 'green', 'blue', 'returnNumber', 'numberOfReturns'],
] as const;
export type FeatureName = (typeof featureNames)[number];

export interface CloudInput {
  readonly name: string;
  readonly features: readonly { readonly name: FeatureName; readonly max: number; readonly scale: number }[];
  /** Metres. */
  readonly radius: number;
  readonly voxel: number;
}

interface Common {
  readonly type?: DetectorType;
  readonly scoreThreshold: number;
  /** Metres a pixel that the network was trained on. */
  readonly resolution?: number;
}

export type Metadata = Common &
  (
    | { readonly kind: 'boxes'; readonly input: ImageInput; readonly output: BoxOutput }
    | { readonly kind: 'mask'; readonly input: ImageInput; readonly output: MaskOutput }
    | { readonly kind: 'cloud'; readonly input: CloudInput; readonly output: { readonly mask: string } }
  );

type Members = Readonly<Record<string, unknown>>;
const file = 'metadata.json';
const bad = (why: string) => failures.invalidData(file, why);

function textIn(members: Members, name: string): string {
  const value = members[name];
  if (typeof value !== 'string' || value === '') throw bad(`'${name}' is missing or no text`);
  return value;
}

function numberIn(members: Members, name: string, usual: number, low: number, high: number): number {
  const value = members[name] ?? usual;
  if (typeof value !== 'number' || !(value >= low && value <= high))
    throw bad(`'${name}' must be a number from ${low} to ${high}`);
  return value;
}

function oneOf<T extends string>(members: Members, name: string, values: readonly T[], usual?: T): T {
  const value = members[name] ?? usual;
  const found = values.find((one) => one === value);
  if (found === undefined) throw bad(`'${name}' must be ${values.join(' or ')}`);
  return found;
}

function threeIn(members: Members, name: string, usual: number): number[] {
  const value = members[name] ?? [usual, usual, usual];
  const isThree = Array.isArray(value) && value.length === 3 && value.every((one) => Number.isFinite(one));
  if (!isThree) throw bad(`'${name}' must be three numbers`);
  return value.map(Number);
}

export function readMetadata(text: string): Metadata {
  const json = parsed(text, file);
  if (!isRecord(json)) throw bad('it is no object');
  const [input, output] = [membersOf(json.input), membersOf(json.output)];
  const common = {
    ...(json.type !== undefined && json.type !== null && { type: oneOf(json, 'type', detectorTypes) }),
    scoreThreshold: numberIn(json, 'scoreThreshold', 0.5, 0, 1),
    ...(typeof json.resolution === 'number' && { resolution: numberIn(json, 'resolution', 1, 1e-6, 1e6) }),
  };
  if (Array.isArray(input.features)) {
    return {
      ...common,
      kind: 'cloud',
      input: cloudInput(input, input.features),
      output: { mask: textIn(output, 'mask') },
    };
  }
  if (output.mask !== undefined)
    return { ...common, kind: 'mask', input: imageInput(input), output: maskOutput(output) };
  return { ...common, kind: 'boxes', input: imageInput(input), output: boxOutput(output) };
}

const imageInput = (input: Members): ImageInput => {
  const tile = numberIn(input, 'tile', 1024, 32, 8192);
  return {
    name: textIn(input, 'name'),
    layout: oneOf(input, 'layout', ['NCHW', 'NHWC'], 'NCHW'),
    colour: oneOf(input, 'colour', ['RGB', 'BGR'], 'RGB'),
    scale: numberIn(input, 'scale', 1 / 255, 1e-9, 1e9),
    mean: threeIn(input, 'mean', 0),
    std: threeIn(input, 'std', 1).map((value) => value || 1),
    ...(input.width !== undefined && { width: numberIn(input, 'width', 0, 8, 8192) }),
    ...(input.height !== undefined && { height: numberIn(input, 'height', 0, 8, 8192) }),
    multipleOf: numberIn(input, 'multipleOf', 1, 1, 1024),
    ...{ tile, overlap: numberIn(input, 'overlap', Math.min(128, tile / 4), 0, tile / 2) },
  };
};

const maskOutput = (output: Members): MaskOutput => ({
  mask: textIn(output, 'mask'),
  stride: numberIn(output, 'stride', 1, 1, 64),
  minPixels: numberIn(output, 'minPixels', 12, 0, 1e9),
});

const boxOutput = (output: Members): BoxOutput => ({
  ...{ boxes: textIn(output, 'boxes'), scores: textIn(output, 'scores') },
  ...(output.classes !== undefined && output.classes !== null && { classes: textIn(output, 'classes') }),
  boxFormat: oneOf(output, 'boxFormat', ['xyxy', 'cxcywh'], 'xyxy'),
  boxUnits: oneOf(output, 'boxUnits', ['pixels', 'fractions'], 'pixels'),
});

function cloudInput(input: Members, features: readonly unknown[]): CloudInput {
  if (features.length === 0 || features.length > 64) throw bad("'features' must be 1 to 64");
  return {
    name: textIn(input, 'name'),
    features: features.map(membersOf).map((one) => ({
      name: oneOf(one, 'name', featureNames),
      max: typeof one.max === 'number' ? one.max : Infinity,
      scale: numberIn(one, 'scale', 1, -1e9, 1e9),
    })),
    radius: numberIn(input, 'radius', 1, 0.05, 20),
    voxel: numberIn(input, 'voxel', 0.25, 0.01, 5),
  };
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw failures.invalidData(name, 'it is no JSON');
  }
}

const mostLabels = 65_536;

function labelOf(name: string, id: string, title: unknown, classification: unknown): DetectorLabel {
  const number = Number(id);
  if (!/^\d+$/.test(id) || number >= mostLabels) throw failures.invalidData(name, `'${id}' is no class index`);
  if (typeof title !== 'string' || title === '') throw failures.invalidData(name, `class ${id} has no name`);
  return {
    id: number,
    name: title,
    classification: typeof classification === 'number' ? classification & 255 : number & 255,
  };
}

export function readLabels(text: string): DetectorLabel[] {
  const json = parsed(text, 'labels.json');
  if (!isRecord(json)) throw failures.invalidData('labels.json', 'it is no object');
  return Object.entries(json).map(([id, one]) => {
    const { Name, Classification } = membersOf(one);
    return labelOf('labels.json', id, Name, Classification);
  });
}

/** `<Labels><Label><Id>1</Id><Name>crack</Name></Label>…`; undefined for XML of another form. */
export function readXmlLabels(text: string): DetectorLabel[] | undefined {
  try {
    if (xmlBeyondBounds(text) !== undefined) return undefined;
    const parser = new XMLParser({ parseTagValue: false, processEntities: false });
    const { Label } = membersOf(membersOf(parser.parse(text)).Labels);
    const all = Array.isArray(Label) ? Label : Label === undefined ? [] : [Label];
    if (all.length === 0) return undefined;
    return all.map(membersOf).map(({ Id, Name }) => labelOf('labels.xml', String(Id), Name, undefined));
  } catch {
    return undefined;
  }
}
