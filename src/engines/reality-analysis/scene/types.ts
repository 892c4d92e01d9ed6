import type { FileRef } from '../../context-scene/photos.ts';
import type { Camera } from './camera.ts';
import type { Place } from './place.ts';

export type { FileRef } from '../../context-scene/photos.ts';
export type { Place } from './place.ts';

export interface Photo {
  readonly id: string;
  readonly image: FileRef;
  /** Where and how it was taken; absent where the scene does not say both. */
  readonly camera?: Camera;
}

export interface Label {
  readonly id: number;
  readonly name: string;
}

/** Of an image, as shares of its width and height from the top left corner. */
export interface Box2D {
  readonly xmin: number;
  readonly ymin: number;
  readonly xmax: number;
  readonly ymax: number;
}

export interface Object2D {
  readonly label: number;
  readonly confidence?: number;
  readonly box: Box2D;
}

/** Along the axes, in the units of the reference system. */
export interface Box3D {
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
}

export interface Object3D {
  readonly label: number;
  readonly confidence?: number;
  readonly box: Box3D;
}

/** A line of equal thickness, or with a diameter at each of its places. Heights are 0 in two dimensions. */
export interface Line {
  readonly label: number;
  readonly confidence?: number;
  readonly places: readonly Place[];
  /** One for each place, in metres. */
  readonly diameters?: readonly number[];
}

/** Rings without their first place again. */
export interface Polygon {
  readonly label: number;
  readonly confidence?: number;
  readonly outer: readonly Place[];
  readonly inner: readonly (readonly Place[])[];
}

/** What is marked in photos, clouds and maps. */
export interface Annotations {
  readonly labels: readonly Label[];
  /** By photo id. */
  readonly objects2D?: ReadonlyMap<string, readonly Object2D[]>;
  readonly objects3D?: readonly Object3D[];
  readonly lines2D?: readonly Line[];
  readonly lines3D?: readonly Line[];
  readonly polygons2D?: readonly Polygon[];
  readonly polygons3D?: readonly Polygon[];
  /** Masks by photo id. */
  readonly segmentation2D?: ReadonlyMap<string, FileRef>;
  readonly segmentation3D?: FileRef;
}

/** A context scene (capture.md section 0.5), as far as it is worked with. */
export interface Scene {
  /** Of everything in it; absent: local coordinates. */
  readonly crs?: string;
  readonly photos: readonly Photo[];
  readonly clouds: readonly FileRef[];
  readonly meshes: readonly FileRef[];
  readonly annotations: Annotations;
}
