import type { Camera, Pose } from '../../../src/engines/geometry/camera.ts';

/** A photo whose place and direction are known. */
export interface OrientedPhoto {
  /** Id of the data that holds it. */
  readonly data: string;
  readonly name: string;
  readonly camera: Camera;
  readonly pose: Pose;
}

/** Photos that were oriented together. */
export interface OrientedScene {
  readonly id: string;
  readonly displayName: string;
  /** `EPSG:25832+7837`; null: local coordinates. */
  readonly srs: string | null;
  readonly photos: readonly OrientedPhoto[];
  /** With those that have no place. */
  readonly all: number;
  /** Ids of the data that its photos are in. */
  readonly sets: readonly string[];
}
