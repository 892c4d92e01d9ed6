import type { CrsWarningCode } from '../crs/warnings.ts';

/**
 * The engine `conversion`: point clouds, meshes and rasters from one format to others. One run reads the inputs once and
 * writes every output that is asked for.
 *
 * It tells two steps: `Reading files`, then `Writing files`; `done` and `total` count both.
 *
 * Codes of its failures; the first of its `params` is what the last column says:
 *
 * | code | when | param |
 * |---|---|---|
 * | `InputFile_Invalid` | a file cannot be read, is cut off, or holds nothing | its name |
 * | `InputData_Invalid` | no file of the format is there, or a format cannot become an output | the format |
 * | `InputSrsUnknown` | `outputSRS` is given, and where the input is cannot be known | the name of the file |
 * | `SrsUnknown` | a coordinate reference system is in no list, or cannot be used for this | the system |
 * | `LimitExceeded` | more points or triangles than `limits` says | `CLOUD_POINTS` or `MESH_TRIANGLES` |
 */
export interface ConversionParams {
  /**
   * All files of the inputs, side files among them (`.mtl`, pictures, `metadata.xml`, `.prj`, tiles). Containers in
   * their order: of files with the same name only that of the last container is converted, unless `options.merge`.
   */
  readonly inputs: readonly InputFile[];
  readonly format: InputFormat;
  readonly outputs: readonly OutputFormat[];
  /** Name of merged files, without ending. */
  readonly name: string;
  /** Folder for what is written; it must be there, be empty and be the run's own. */
  readonly output: string;
  readonly options?: ConversionOptions;
  readonly limits?: ConversionLimits;
}

export interface InputFile {
  /** Within its container, `/`-separated: "scans/a.las". */
  readonly name: string;
  readonly path: string;
  /** Which container it is of, counted from 0; absent: 0. */
  readonly container?: number;
}

/** `Cesium3DTiles`: of meshes, whose surfaces become points. */
export const cloudInputs = [
  'LAS',
  'LAZ',
  'PLY',
  'E57',
  'XYZ',
  'PCD',
  'PTX',
  'GS_PLY',
  'PNTS',
  'Cesium3DTiles',
] as const;
/** `PLY`: with faces it is a mesh, without them a cloud. */
export const meshInputs = ['OBJ', 'GLB', 'GLTF', 'PLY'] as const;
export const rasterInputs = ['Orthophoto', 'OrthophotoDSM'] as const;
export type CloudInput = (typeof cloudInputs)[number];
export type MeshInput = (typeof meshInputs)[number];
export type RasterInput = (typeof rasterInputs)[number];
export type InputFormat = CloudInput | MeshInput | RasterInput;

export const cloudOutputs = ['PNTS', 'GLB', 'GLBC', 'LAS', 'LAZ', 'E57', 'PLY'] as const;
export const meshOutputs = ['Cesium3DTiles'] as const;
export const rasterOutputs = ['XYZTileMap', 'COG'] as const;
export type CloudOutput = (typeof cloudOutputs)[number];
export type MeshOutput = (typeof meshOutputs)[number];
export type RasterOutput = (typeof rasterOutputs)[number];
export type OutputFormat = CloudOutput | MeshOutput | RasterOutput;

/** As the API's options of the same names; absent: its defaults. */
export interface ConversionOptions {
  /** One output file of all inputs, instead of one of each. */
  readonly merge?: boolean;
  /** "EPSG:n", "EPSG:n+m", "n", well-known text or PROJ text; "": not given. It wins over what files say. */
  readonly inputSRS?: string;
  readonly outputSRS?: string;
  /**
   * What the columns of clouds of text are, by their places, where the files do not tell: "x y z i r g b class -"; "-": nothing,
   * another name: a number that is kept under it.
   */
  readonly columns?: string;
  readonly delimiter?: ';' | ',' | 'tab' | 'space';
  readonly decimal?: '.' | ',';
  /** Metres between the points of a mesh that becomes a cloud; absent: 0.125. */
  readonly sampleWorldStep?: number;
  /** Zoom levels of a tile map; -1: one tile for everything, closest to the pixels of the input. */
  readonly topLevel?: number;
  readonly bottomLevel?: number;
  readonly tileFormat?: 'JPG' | 'PNG';
  /**
   * How values of more than 8 bits become colours of tile maps. "auto" (also when absent): what lies between 2 % and 98 % of the values
   * of pictures, of heights between the least and the greatest; "none": the whole range of 16 bits; "min,max": these.
   */
  readonly stretch?: string;
  readonly jpgQuality?: number;
  /** "r.g.b", each 0 to 255. */
  readonly backgroundColor?: string;
  /** Threads; absent: as many as there are processors. */
  readonly threads?: number;
}

export interface ConversionLimits {
  /** Absent: 50 million. */
  readonly points?: number;
  /** Absent: 20 million. */
  readonly triangles?: number;
}

export interface ConversionResult {
  /** In the order of `outputs`, each asked for once. */
  readonly outputs: readonly ConvertedOutput[];
  readonly warnings: readonly ConversionWarning[];
  /** Points that were read, in millions. */
  readonly megaPoints: number;
  /** Pixels that were read, in thousands of millions. */
  readonly gigaPixels: number;
}

export interface ConvertedOutput {
  readonly format: OutputFormat;
  /** At least one; those that a viewer begins with come last. */
  readonly files: readonly ConvertedFile[];
  /** Name of the file that a viewer opens. */
  readonly rootDocument: string;
  /** Where its coordinates are; null: unknown. */
  readonly crs: { readonly id: string; readonly verticalId?: string } | null;
  /** Degrees; null without `crs`. */
  readonly extent: Extent | null;
  /** Points in all its files; null when it is no cloud. */
  readonly points: number | null;
}

export interface Extent {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export interface ConvertedFile {
  /** Within the output, `/`-separated: "tiles/r0.glb". */
  readonly name: string;
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * `NoGeoreference`: no system is known, coordinates are local. `VerticalDatumNotApplied` [vertical system]: heights were
 * taken as they are. `FilesIgnored` [names]: files of other formats. `PointsLeftOut` [how many, why]: those marked
 * withheld or invalid, or without a place. `AttributesLeftOut` [names]: what an output has no room for.
 * `SettingIgnored` [option]: it has no meaning for what was made. `SystemsDiffer` [the system of all, that of another
 * file]. `SplatsAsPoints`: of Gaussian splats only centres and colours were taken. Those of systems (crs/warnings.ts) have the file in front of their params.
 */
export interface ConversionWarning {
  readonly code:
    | 'NoGeoreference'
    | 'VerticalDatumNotApplied'
    | 'FilesIgnored'
    | 'PointsLeftOut'
    | 'AttributesLeftOut'
    | 'SettingIgnored'
    | 'SystemsDiffer'
    | 'SplatsAsPoints'
    | CrsWarningCode;
  readonly params: readonly string[];
}

export const defaultLimits: Required<ConversionLimits> = { points: 50_000_000, triangles: 20_000_000 };
