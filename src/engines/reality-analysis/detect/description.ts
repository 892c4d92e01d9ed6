import { isRecord, membersOf } from '../../../std/records.ts';
import { type ImageInput, readImageInput } from './image-input.ts';
import { parsedFile } from './labels.ts';
import { badMetadata, type Members, metadataFile, numberIn, oneOf, textIn } from './members.ts';
import { type BoxOutput, type MaskOutput, maskLayouts, readOutput } from './output.ts';

/** What a detector's `metadata.json` says (reality-analysis.md A1.4). */
export const detectorTypes = [
  'PhotoObjectDetector',
  'PhotoSegmentationDetector',
  'OrthophotoSegmentationDetector',
  'PointCloudSegmentationDetector',
] as const;
export type DetectorType = (typeof detectorTypes)[number];

export const featureNames = [
  'heightAboveGround',
  'linearity',
  'planarity',
  'sphericity',
  'verticality',
  'heightRange',
  'intensity',
  'red',
  'green',
  'blue',
  'returnNumber',
  'numberOfReturns',
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

export type BoxMetadata = Common & { readonly kind: 'boxes'; readonly input: ImageInput; readonly output: BoxOutput };
export type MaskMetadata = Common & { readonly kind: 'mask'; readonly input: ImageInput; readonly output: MaskOutput };
export type CloudMetadata = Common & {
  readonly kind: 'cloud';
  readonly input: CloudInput;
  readonly output: { readonly mask: string };
};
export type Metadata = BoxMetadata | MaskMetadata | CloudMetadata;

export function readMetadata(text: string): Metadata {
  const json = parsedFile(text, metadataFile);
  if (!isRecord(json)) throw badMetadata('it is no object');
  return metadataOf(json);
}

export function metadataOf(json: Members): Metadata {
  const [input, output] = [membersOf(json.input), membersOf(json.output)];
  const threshold = output.scoreThreshold === undefined ? json : output;
  const common = {
    ...(json.type !== undefined && json.type !== null && { type: oneOf(json, 'type', detectorTypes) }),
    scoreThreshold: numberIn(threshold, 'scoreThreshold', 0.5, 0, 1),
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
  const [shown, given] = [readImageInput(input), readOutput(output)];
  return isMask(given)
    ? { ...common, kind: 'mask', input: shown, output: given }
    : { ...common, kind: 'boxes', input: shown, output: given };
}

const isMask = (output: BoxOutput | MaskOutput): output is MaskOutput =>
  maskLayouts.some((layout) => layout === output.layout);

function cloudInput(input: Members, features: readonly unknown[]): CloudInput {
  if (features.length === 0 || features.length > 64) throw badMetadata("'features' must be 1 to 64");
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
