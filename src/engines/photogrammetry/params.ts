/**
 * The engine `photogrammetry`: photos to oriented photos, a dense cloud, a textured mesh, tiles, an orthophoto and a
 * height model. It leaves what each step made in the folder of the work, so a run that begins again there goes on where
 * the one before ended; artefacts of other inputs or settings are not used.
 *
 * Codes of its failures, with their parameters: `EngineNotAvailable` (what has no engine), `InputData_Missing` (data or
 * photos that are not there), `InputData_Invalid` (the file), `InputFile_Invalid` (the file), `InputSrsUnknown` (the
 * system), `TooFewPhotos` (how many there are), `PhotosNotConnected` (how many hold together, how many there are),
 * `LimitExceeded` (which).
 */
export interface PhotogrammetryParams {
  readonly type: JobType;
  /**
   * What the job was given: folders with photos, scenes (`ContextScene.json` or `.xml`), orientations (an XML
   * `BlocksExchange`), at any depth. What is in them is found by looking.
   */
  readonly inputs: readonly DataFolder[];
  /** Data that scenes among the inputs refer to and that are no inputs: `referencedData` names them. */
  readonly references?: readonly DataFolder[];
  readonly quality: Quality;
  readonly outputs: readonly OutputFolder[];
  /** Files of rasters begin with it: `<name>_ortho.tif`. What a file name cannot hold becomes `_`. */
  readonly name: string;
  /** Threads at most, 1 or more. */
  readonly engines: number;
  /** For artefacts; it must be there and be the job's own. */
  readonly work: string;
  readonly settings?: ProductionSettings;
  /** Default 60. */
  readonly mostPhotos?: number;
  /** Path of the feature matcher, or `off`; absent: `colmap` in the search path. */
  readonly colmap?: string;
}

export const jobTypes = ['Full', 'Calibration', 'Reconstruction'] as const;
export type JobType = (typeof jobTypes)[number];

export const qualities = ['Draft', 'Medium', 'Extra'] as const;
export type Quality = (typeof qualities)[number];

/** Those that are built in; any other name ends the run at once with `EngineNotAvailable`. */
export const outputFormats = [
  'ContextScene',
  'CCOrientations',
  'LAS',
  'PLY',
  'OBJ',
  'Cesium 3D Tiles',
  'Orthophoto/DSM',
] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** Files below `folder` are the content of the reality data `id`; its name counts in messages. */
export interface DataFolder {
  readonly id: string;
  readonly folder: string;
}

export interface OutputFolder {
  readonly format: string;
  /** It must be there and be empty, or hold what an earlier run of the same job wrote. */
  readonly folder: string;
}

export interface ProductionSettings {
  /** Coordinate reference system of the outputs: `EPSG:25832`, `EPSG:25832+7837`. */
  readonly srs?: string;
  /** Pixels of a side of a page of texture; default 4096. */
  readonly maximumTextureSize?: number;
  /** Default true; without, meshes have the colours of their vertices. */
  readonly texturedEnabled?: boolean;
}

/** The steps of the progress, as the API names them. `done` counts hundredths of the whole job, `total` is 100. */
export type StepName = 'PrepareStep' | 'Calibration' | 'Reconstruction' | 'Production';

/** Share of the job at the end of each step; what is left to 100 is the upload, which is not the engine's. */
export const shares = { PrepareStep: 2, Calibration: 30, Reconstruction: 85, Production: 98 } as const;

export interface PhotogrammetryResult {
  /** In the order of `outputs`, duplicates included. */
  readonly outputs: readonly WrittenOutput[];
  /** Null for local coordinates. */
  readonly crs: Crs | null;
  /** Of what was reconstructed, else of the photos; null for local coordinates. */
  readonly extent: Extent | null;
  readonly warnings: readonly EngineWarning[];
  readonly photos: PhotoFigures;
  /** What was really processed, for the cost. */
  readonly gigaPixels: number;
  readonly megaPoints: number;
  /** Seconds of each step; 0 where an artefact of an earlier run was taken. */
  readonly steps: readonly { readonly step: StepName; readonly seconds: number }[];
}

export interface WrittenOutput {
  readonly format: OutputFormat;
  readonly folder: string;
  /** Names relative to the folder, with `/`; what viewers begin with comes last. */
  readonly files: readonly string[];
  readonly rootDocument: string;
}

export interface Crs {
  /** `EPSG:25832`. */
  readonly id: string;
  /** `EPSG:7837`: recorded, never applied. */
  readonly verticalId?: string;
}

/** Degrees on WGS 84. */
export interface Extent {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export type WarningCode =
  | 'PosesFromMetadata'
  | 'NoGeoreference'
  | 'VerticalDatumNotApplied'
  | 'PhotosLeftOut'
  | 'FilesIgnored'
  | 'SettingIgnored';

export interface EngineWarning {
  readonly code: WarningCode;
  /** One sentence, parameters filled in. */
  readonly message: string;
  readonly params: readonly string[];
}

export interface PhotoFigures {
  readonly all: number;
  readonly oriented: number;
  /** How the photos were put on earth. */
  readonly georeference: 'control points' | 'GPS' | 'given' | 'none';
  /** Of tie points, in pixels; null for poses that were given. */
  readonly reprojectionError: number | null;
  /** What control and check points are off by, in metres. */
  readonly points: readonly PointResidual[];
}

export interface PointResidual {
  readonly id: string;
  readonly use: 'control' | 'check';
  /** Found minus given: easting, northing, height. */
  readonly off: readonly [number, number, number];
}
