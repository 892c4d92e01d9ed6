import type { TexturePicture } from './paint/pictures.ts';

export interface Triangles {
  /** Place and normal, 6 floats a vertex. */
  readonly vertices: Float32Array;
  readonly indices: Uint32Array;
  /** Where the vertices are in a texture, 2 floats each, from the upper left corner on. */
  readonly uv?: Float32Array;
}

/** A shape as the mesher gives it. */
export interface Shape extends Triangles {
  /** Whether its surface closes. */
  readonly closed: boolean;
  /** Of a closed one: 1 outwards, -1 inwards, 0 where it holds nothing. */
  readonly facing: number;
}

export interface PlacedShape {
  readonly shape: Shape;
  /** Column-major, to Y up in metres. */
  readonly matrix: readonly number[];
  /** sRGB and opacity, 0 to 1. */
  readonly color: readonly [r: number, g: number, b: number, a: number];
  /** The instance of the texture; its colour is multiplied. */
  readonly texture?: number;
  /** The instance in the file that it came of. */
  readonly item?: number;
}

/** Lines in the world. */
export interface PlacedLines {
  /** 3 numbers each, metres, Z up. */
  readonly points: Float64Array;
  /** Two points each. */
  readonly indices: Uint32Array;
  readonly color: PlacedShape['color'];
}

/** The pictures of a model by their instances. */
export type Textures = ReadonlyMap<number, TexturePicture>;
