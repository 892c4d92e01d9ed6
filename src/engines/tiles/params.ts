import type { Id64 } from '../snapshot/types.ts';

/**
 * The engine `tiles`: writes the meshes of an imported model for viewers: 3D Tiles 1.1 of three kinds, and glTF. The
 * kinds of tiles share their geometry, so one run writes all that are asked for. Codes of its failures: `NoGeometry`,
 * `TooManyTriangles`.
 */
export interface TilesParams {
  /** Paths of the parts of the geometry, as the import answered them. */
  readonly geometry: readonly string[];
  /** Path of the snapshot of the same import. */
  readonly snapshot: string;
  /** Folder for what is written; it must be there and be the run's own. */
  readonly output: string;
  readonly types: readonly ExportType[];
  readonly options?: MeshOptions;
  readonly filter?: ElementFilter;
}

export const exportTypes = ['3DTiles', 'CESIUM', 'MODEL', 'GLTF'] as const;
export type ExportType = (typeof exportTypes)[number];

/** `none`: tiles that every viewer of glTF 2.0 reads, without an extension that it must know; several times larger. */
export const compressions = ['meshopt', 'none'] as const;
export type Compression = (typeof compressions)[number];

/** Lengths in metres. */
export interface MeshOptions {
  /** Of tiles; absent: `meshopt`, with places on a grid. */
  readonly compression?: Compression;
  /** How far a simplified surface may lie from the true one. */
  readonly decimationTol?: number;
  /** Longer edges are divided. */
  readonly maxEdgeLength?: number;
  /** Elements whose box has a shorter diagonal are left out. */
  readonly minBRepFeatureSize?: number;
}

/** Elements of these partition models and of these categories, less some; absent: all. Unknown ids are ignored. */
export interface ElementFilter {
  readonly models?: readonly Id64[];
  readonly categories?: readonly Id64[];
  readonly neverDrawn?: readonly Id64[];
}

export interface TilesResult {
  /** In the order of `types`. */
  readonly exports: readonly ExportedFiles[];
  readonly elementCount: number;
  readonly triangleCount: number;
  readonly tileCount: number;
}

export interface ExportedFiles {
  readonly type: ExportType;
  /** Those that a viewer begins with come last. Two types may name the same path. */
  readonly files: readonly ExportedFile[];
}

export interface ExportedFile {
  /** Within the export: "tiles/r3.glb", "tileset.json", "Export.gltf". */
  readonly name: string;
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

/** Of a tile with full detail. */
export const mostTriangles = 50_000;
/** Of an export whose edges are divided. */
export const mostDividedTriangles = 20_000_000;
