import type { Box, MeshMeasures } from '../../snapshot/types.ts';
import type { Paint } from '../paint/paints.ts';
import type { PlacedLines, Textures } from '../shapes.ts';

/** What the thread that makes the meshes is given. */
export interface MeshOrder {
  /** The STEP file, in shared memory. */
  readonly bytes: Uint8Array;
  /** Instances in the file to be meshed, and the ids of their elements. */
  readonly instances: Uint32Array;
  readonly ids: Float64Array;
  /** 1 for those whose shape is written, 0 for those that are measured only. */
  readonly written: Uint8Array;
  /** How single faces of elements look, by their place in `instances`. */
  readonly paints: ReadonlyMap<number, readonly Paint[]>;
  /** By the instances of textures. */
  readonly pictures: Textures;
  /** Lines of elements, by their place in `instances`. */
  readonly lines: ReadonlyMap<number, readonly PlacedLines[]>;
  readonly folder: string;
  readonly maxTriangles: number;
}

/** One life of the thread: it may have to be ended and begun anew. */
export interface MeshRun extends MeshOrder {
  /** Places of elements that are left out, since a life of the thread before did not come to an end with them. */
  readonly without: readonly number[];
  /** Where it says what it is at; see heartbeat.ts. */
  readonly beat: Int32Array;
}

export interface MeshOf {
  readonly box: Box;
  readonly mesh: MeshMeasures;
  /** `#rrggbbaa`, sorted. */
  readonly colors: readonly string[];
  /** The instances in the file that it came of, each once. */
  readonly items: readonly number[];
}

/** Meshes by the places of their elements; all before `done` have theirs, or will have none. */
export interface MeshesUpTo {
  readonly done: number;
  readonly meshes: readonly (readonly [place: number, mesh: MeshOf])[];
}

/** Something about the element at a place. */
export interface MeshIssue {
  readonly place: number;
  readonly message: string;
}

/** What it answers. Elements are named by their place in `instances`. */
export type MeshAnswer =
  | ({ readonly is: 'meshes' } & MeshesUpTo)
  | ({ readonly is: 'issue' } & MeshIssue)
  | { readonly is: 'done'; readonly paths: readonly string[]; readonly tooMany: boolean }
  | { readonly is: 'unreadable'; readonly why: string };
