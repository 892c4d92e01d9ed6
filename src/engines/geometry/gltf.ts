import type { Id64 } from '../snapshot/types.ts';

/** The members of glTF 2.0 that the geometry artefact uses. */
export interface GeometryGltf {
  readonly asset: { readonly version: '2.0'; readonly generator: string };
  readonly extras: { readonly format: number };
  readonly scene: 0;
  readonly scenes: readonly [{ readonly nodes: readonly number[] }];
  readonly nodes: readonly GeometryNode[];
  readonly meshes: readonly GeometryMesh[];
  readonly materials: readonly GeometryMaterial[];
  readonly accessors: readonly GeometryAccessor[];
  readonly bufferViews: readonly GeometryView[];
  readonly buffers: readonly { readonly byteLength: number }[];
  readonly images?: readonly { readonly bufferView: number; readonly mimeType: string }[];
  readonly textures?: readonly { readonly source: number; readonly sampler: number }[];
  readonly samplers?: readonly { readonly wrapS: number; readonly wrapT: number }[];
}

/** An element: its own mesh, or children with the meshes it is made of. */
export interface GeometryNode {
  readonly extras?: { readonly id: Id64 };
  readonly mesh?: number;
  /** Column-major doubles, to Y up in metres. */
  readonly matrix?: readonly number[];
  readonly children?: readonly number[];
}

export interface GeometryMesh {
  readonly primitives: readonly [
    {
      readonly attributes: { readonly POSITION: number; readonly NORMAL?: number; readonly TEXCOORD_0?: number };
      readonly indices: number;
      readonly material: number;
      /** `lineMode` for lines; absent for triangles. */
      readonly mode?: typeof lineMode;
    },
  ];
}

export interface GeometryMaterial {
  readonly pbrMetallicRoughness: {
    /** Linear, as glTF wants it. */
    readonly baseColorFactor: readonly number[];
    readonly baseColorTexture?: { readonly index: number };
    readonly metallicFactor: 0;
    readonly roughnessFactor: number;
  };
  readonly doubleSided: true;
  readonly alphaMode?: 'BLEND';
  /** The mean colour of the texture, linear. */
  readonly extras?: { readonly mean: readonly number[] };
}

export interface GeometryAccessor {
  readonly bufferView: number;
  readonly byteOffset?: number;
  readonly componentType: number;
  readonly count: number;
  readonly type: 'SCALAR' | 'VEC2' | 'VEC3';
  readonly min?: readonly number[];
  readonly max?: readonly number[];
}

export interface GeometryView {
  readonly buffer: 0;
  readonly byteOffset: number;
  readonly byteLength: number;
  readonly byteStride?: number;
  /** Absent for pictures. */
  readonly target?: number;
}

/** Raised when the artefact changes so that old ones cannot be read. */
export const geometryFormat = 1;
/** Two corners each. */
export const lineMode = 1 as const;
export const float = 5126;
export const unsignedInt = 5125;
export const arrayBuffer = 34962;
export const elementArrayBuffer = 34963;
/** Bytes of a vertex: place and normal, floats; lines have places only. */
export const vertexSize = 24;
