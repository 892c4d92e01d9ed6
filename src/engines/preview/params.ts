/**
 * The engine `preview`: what one looks at of a file that holds shapes: one GLB, its bounds and triangles, and a picture.
 * Nothing is fetched: a file that refers to others is refused. Codes of its failures: `NotAShapeFile`,
 * `UnknownExtension`, `NotWhole`, `NoShapes`, `TooManyTriangles`.
 */
export interface PreviewParams {
  readonly input: string;
  readonly format: 'gltf' | 'obj';
  /** Folder for what is written; it must be there and be the run's own. */
  readonly output: string;
  /** Where files lie that a glTF of our own refers to; absent: it may refer to none. */
  readonly resources?: string;
}

export interface PreviewResult {
  /** Path of the GLB: the input itself, when it is one. */
  readonly model: string;
  /** Path of a PNG of 512 × 512 pixels. */
  readonly picture: string;
  readonly triangleCount: number;
  /** Metres, Z up. */
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
}

export const mostTriangles = 5_000_000;
