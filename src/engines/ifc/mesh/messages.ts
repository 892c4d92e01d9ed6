import type { Box, MeshMeasures } from '../../snapshot/types.ts';

/** What the thread that makes the meshes is given. */
export interface MeshOrder {
  /** The STEP file, in shared memory. */
  readonly bytes: Uint8Array;
  /** Instances in the file to be meshed, and the ids of their elements. */
  readonly instances: Uint32Array;
  readonly ids: Float64Array;
  readonly folder: string;
  readonly maxTriangles: number;
}

export interface MeshOf {
  readonly box: Box;
  readonly mesh: MeshMeasures;
  /** `#rrggbbaa`, sorted. */
  readonly colors: readonly string[];
}

/** What it answers. Elements are named by their place in `instances`. */
export type MeshAnswer =
  | { readonly is: 'progress'; readonly done: number }
  | { readonly is: 'meshes'; readonly meshes: readonly (readonly [place: number, mesh: MeshOf])[] }
  | { readonly is: 'issue'; readonly place: number; readonly message: string }
  | { readonly is: 'done'; readonly paths: readonly string[]; readonly tooMany: boolean }
  | { readonly is: 'unreadable'; readonly why: string };
