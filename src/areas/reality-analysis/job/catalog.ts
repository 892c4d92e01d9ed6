import type { DetectorType } from '../../../engines/reality-analysis/detect/description.ts';

/*
 * What jobs take and make, for both versions of the API. Inside, outputs have the names of version 2.
 */

export const workTypes = [
  'Objects2D',
  'Segmentation2D',
  'Segmentation3D',
  'SegmentationOrthophoto',
  'ChangeDetection',
  'ExtractGround',
  'EvalO2D',
  'EvalO3D',
  'EvalS2D',
  'EvalS3D',
  'EvalSOrtho',
  'ClearanceCalculation',
] as const;
export type WorkType = (typeof workTypes)[number];

/** An input: what work calls it, how requests may spell it, and what it names. */
export interface Role {
  readonly role: string;
  readonly spellings: readonly string[];
  readonly names: 'data' | 'detector' | 'file';
  readonly required: boolean;
}

export interface Option {
  readonly option: string;
  readonly spellings: readonly string[];
  readonly kind: 'boolean' | 'integer' | 'positive' | 'length' | 'share' | 'crs' | 'ignored';
}

/** A type of jobs in one version of the API. */
export interface JobType {
  readonly name: string;
  readonly work: WorkType;
  readonly roles: readonly Role[];
  /** Groups of roles of which one must be given. */
  readonly oneOf: readonly (readonly string[])[];
  /** Names that requests may ask for → what work calls them. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly options: readonly Option[];
  readonly detector?: DetectorType;
}

/** Outputs by the names of work: what kind of data each is, and what it is made of. */
interface OutputFacts {
  readonly type: string;
  readonly base?: string;
}

const exportsOf = (base: string): Readonly<Record<string, OutputFacts>> => ({
  [base]: { type: 'ContextScene' },
  [`${base}As3DTiles`]: { type: 'Cesium3DTiles', base },
  [`${base}AsGeoJSON`]: { type: 'GeoJSON', base },
  [`${base}AsSHP`]: { type: 'SHP', base },
  [`${base}AsDGN`]: { type: 'DGN', base },
});

const facts: Readonly<Record<string, OutputFacts>> = {
  objects2D: { type: 'ContextScene' },
  ...exportsOf('objects3D'),
  locations3DAsSHP: { type: 'SHP', base: 'objects3D' },
  locations3DAsGeoJSON: { type: 'GeoJSON', base: 'objects3D' },
  segmentation2D: { type: 'ContextScene' },
  segmentedPhotos: { type: 'CCImageCollection' },
  ...exportsOf('lines3D'),
  ...exportsOf('polygons3D'),
  ...exportsOf('lines2D'),
  ...exportsOf('polygons2D'),
  segmentation3D: { type: 'ContextScene' },
  segmentedPointCloud: { type: 'LAZ' },
  segmentation3DAsPOD: { type: 'PointCloud', base: 'segmentation3D' },
  segmentation3DAsLAS: { type: 'LAS', base: 'segmentation3D' },
  segmentation3DAsLAZ: { type: 'LAZ', base: 'segmentation3D' },
  segmentation3DAsPLY: { type: 'PLY', base: 'segmentation3D' },
  ...Object.fromEntries(
    ['A', 'B'].flatMap((side): [string, OutputFacts][] => [
      [`changesInModel${side}`, { type: 'LAZ' }],
      [`segmentation3D${side}`, { type: 'ContextScene' }],
      [`segmentedModel3D${side}`, { type: 'LAZ' }],
      [`locations3D${side}`, { type: 'ContextScene' }],
      [`locations3D${side}AsSHP`, { type: 'SHP', base: `locations3D${side}` }],
      [`locations3D${side}AsGeoJSON`, { type: 'GeoJSON', base: `locations3D${side}` }],
    ]),
  ),
  ovfPoints: { type: 'OVF' },
  ovfLines: { type: 'OVF' },
  ovfAreas: { type: 'OVF' },
};

/** A file in the bucket of the twin, and no reality data. */
export const report = 'report';

export const factsOfOutput = (output: string): OutputFacts => facts[output] ?? { type: 'Unstructured' };

/** With what they are made of, each once, in the order in which they are asked for. */
export function withBases(outputs: readonly string[]): string[] {
  const all = outputs.flatMap((output) => [output, factsOfOutput(output).base ?? []].flat());
  return [...new Set(all)];
}

/** What no engine of this program makes. */
export const isNotBuilt = (work: WorkType, output: string): boolean =>
  work === 'ClearanceCalculation' || /AsDGN$|AsPOD$/.test(output);

export const data = (role: string, required = false, spellings: readonly string[] = [role]): Role => ({
  role,
  spellings,
  names: 'data',
  required,
});
export const detector = (role: string, required = false): Role => ({
  role,
  spellings: [role],
  names: 'detector',
  required,
});
export const file = (role: string): Role => ({ role, spellings: [role], names: 'file', required: false });
export const option = (name: string, kind: Option['kind'], spellings: readonly string[] = [name]): Option => ({
  option: name,
  spellings,
  kind,
});

/** Each name for what work calls the same. */
export const same = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, name]));
