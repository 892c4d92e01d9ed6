import type { DetectorType } from './detect/description.ts';

/** Of the engine `detector`: a package is looked at, and its network loaded. */
export interface DetectorCheckParams {
  /** A zip, or a folder with the same files. */
  readonly package: string;
  readonly type: DetectorType;
  /** Labels that the package must know. */
  readonly labels: readonly string[];
}

export interface DetectorCheck {
  /** Whether jobs can run it; else `note` says why not. */
  readonly runnable: boolean;
  readonly note: string | null;
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
  /** What was looked at. */
  readonly photos: number;
  readonly gigaPixels: number;
  readonly megaPoints: number;
}
