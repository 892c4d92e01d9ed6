import type { DetectorType } from './detect/description.ts';

/** Of the engines `detector` and `detectorProposals`. */
export interface DetectorCheckParams {
  /** A zip, a folder with the same files, or a network alone. */
  readonly package: string;
  readonly type: DetectorType;
  /** Labels that the package must know. */
  readonly labels: readonly string[];
  /** Where a package that lacks its description is written whole. */
  readonly whole?: string;
}

/** What goes into a network, or comes out of it; sizes that vary are null. */
export interface NetworkValues {
  readonly name: string;
  readonly type: string | null;
  readonly shape: (number | null)[] | null;
}

/** What a run has shown of a network. */
export interface NetworkFacts {
  /** Of a network of pictures. */
  readonly layout?: string;
  /** Of one look. */
  readonly milliseconds: number;
  readonly inputs: NetworkValues[];
  readonly outputs: NetworkValues[];
}

export interface DetectorCheck {
  /** Whether jobs can run it; else `note` says why not. */
  readonly runnable: boolean;
  readonly note: string | null;
  readonly facts: NetworkFacts | null;
  /** Whether the package was written whole. */
  readonly completed: boolean;
}

/** Ways in which a network can be described. */
export interface DetectorProposals {
  readonly network: {
    readonly producer?: string;
    readonly opset: number;
    readonly inputs: NetworkValues[];
    readonly outputs: NetworkValues[];
    readonly metadata: Record<string, string>;
  };
  /** The surest first. */
  readonly proposals: {
    readonly metadata: Record<string, unknown>;
    readonly labels?: Record<string, unknown>;
    readonly reason: string;
    readonly certainty: number;
  }[];
}

/** What the engine `analysis` is asked to do: types of jobs by their names in version 2 of the API, and ExtractGround. */
export type AnalysisWork =
  | 'Objects2D'
  | 'Segmentation2D'
  | 'Segmentation3D'
  | 'SegmentationOrthophoto'
  | 'ChangeDetection'
  | 'ExtractGround'
  | 'EvalO2D'
  | 'EvalO3D'
  | 'EvalS2D'
  | 'EvalS3D'
  | 'EvalSOrtho';

/** Files of one input. */
export interface AnalysisInput {
  /** "photos", "model3D", … */
  readonly role: string;
  /** Of the data; outputs refer to it. */
  readonly id: string;
  /** As people know it. */
  readonly name: string;
  readonly folder: string;
  /** Relative to the folder. */
  readonly files: readonly string[];
}

export interface AnalysisParams {
  readonly work: AnalysisWork;
  readonly inputs: readonly AnalysisInput[];
  /** Folders of the data that scenes among the inputs refer to, by id. */
  readonly data: Readonly<Record<string, string>>;
  /** A package: a zip or a folder. */
  readonly detector?: string;
  /** Whether its network was run when it came; else the work begins with that. */
  readonly isTried?: boolean;
  /** Names of version 2: "objects3DAsGeoJSON". */
  readonly outputs: readonly string[];
  /** Lengths in metres; `low` and `high` of changes. */
  readonly options: Readonly<Record<string, boolean | number | string>>;
  /** Folder for what is written: each output into a folder of its name, the report beside them. */
  readonly output: string;
}

export interface AnalysisOutput {
  readonly output: string;
  readonly folder: string;
  /** Relative to the folder; at least one. */
  readonly files: readonly string[];
  readonly rootDocument: string | null;
  readonly crs: { readonly id: string; readonly verticalId?: string } | null;
}

export interface AnalysisWarning {
  readonly code: 'NoGeoreference' | 'SettingIgnored' | 'PhotosLeftOut';
  readonly message: string;
  readonly params: readonly string[];
}

export interface AnalysisResult {
  readonly outputs: readonly AnalysisOutput[];
  /** Path of the report of an evaluation. */
  readonly report: string | null;
  readonly warnings: readonly AnalysisWarning[];
  /** Of the network of a detector that nobody had run. */
  readonly tried: NetworkFacts | null;
  /** What was looked at. */
  readonly photos: number;
  readonly gigaPixels: number;
  readonly megaPoints: number;
}
