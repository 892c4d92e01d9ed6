import type { Camera, Pose } from '../geometry/camera.ts';
import type { Vector } from '../matrix.ts';

/** Photos with what is known of their cameras: what goes from step to step. */
export interface Block {
  readonly photos: readonly Photo[];
  readonly cameras: readonly Camera[];
  /** `EPSG:25832+7837`; null for local coordinates. */
  readonly crs: string | null;
  readonly ties: readonly Tie[];
  readonly points: readonly GroundPoint[];
}

export interface Photo {
  /** Of the data it belongs to, and its name there. */
  readonly data: string;
  readonly name: string;
  readonly path: string;
  /** Index among the cameras. */
  readonly camera: number;
  /** Absent: it is not oriented. */
  readonly pose?: Pose;
}

export interface OrientedPhoto extends Photo {
  readonly pose: Pose;
}

/** A point that several photos see. */
export interface Tie {
  readonly place: Vector;
  /** Indices of the photos. */
  readonly seenBy: readonly number[];
  /** Where they show it; only as long as somebody asks. */
  readonly seen?: readonly PhotoPlace[];
}

/** A place in a photo, in pixels. */
export interface PhotoPlace {
  /** Index of the photo. */
  readonly photo: number;
  readonly x: number;
  readonly y: number;
}

/** A point on the ground whose place was measured. */
export interface GroundPoint {
  readonly id: string;
  readonly use: 'control' | 'check';
  readonly place: Vector;
  readonly seen: readonly PhotoPlace[];
  /** Metres of deviation; null where only the other was measured. Absent: nobody says. */
  readonly accuracy?: { readonly horizontal: number | null; readonly vertical: number | null };
}

/** Metres to which measured points are believed when nobody says how well they were measured. */
export const usualAccuracy = 0.01;

export const isOriented = (photo: Photo): photo is OrientedPhoto => photo.pose !== undefined;
