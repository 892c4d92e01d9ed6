import type { Intersection, Object3D, PerspectiveCamera, Raycaster, WebGLRenderer } from 'three';
import type { Point } from '../view-data.ts';
import type { EyeDome } from './cloud/eye-dome.ts';
import type { Pace } from './cloud/pace.ts';
import type { Cut } from './cut/segments.ts';

/** What is known of a point of a cloud besides its place. */
export interface PointFacts {
  /** 0xrrggbb, as screens show it. */
  readonly color?: number;
  readonly class?: number;
  readonly intensity?: number;
  /** What the scan has besides, by its name. */
  readonly more: readonly (readonly [name: string, value: number])[];
}

/** What a ray hits of something that is drawn. */
export interface Hit {
  /** Of the element; empty of what has none. */
  readonly id: string;
  readonly hit: Pick<Intersection, 'point' | 'distance'>;
  readonly facts?: PointFacts;
}

/** Says whether a place is shown, or cut off. */
export type IsKept = (hit: Pick<Intersection, 'point'> & Partial<Pick<Intersection, 'object' | 'distance'>>) => boolean;

/** Something in the scene that loads and draws itself. */
export interface Drawn {
  readonly group: Object3D;
  update(renderer: WebGLRenderer, camera: PerspectiveCamera): void;
  /** What a ray hits first of it. */
  hit(ray: Raycaster, isKept: IsKept): Hit | undefined;
  /** Closes its bodies where they are cut. */
  cut?(cuts: readonly Cut[]): void;
  /** Whether an element is drawn as itself, by its texel; absent: there is nothing to snap to. */
  isDrawn?(texel: number): boolean;
  /** The colour of what is chosen. */
  recolor?(chosen: string): void;
  dispose(): void;
}

/** The coordinates of the picture. */
export interface Space {
  /** The place that is the origin of the scene. */
  readonly center: Point;
  /** From the coordinates to earth-centred ones, row by row; absent: each model is shown in its own. */
  readonly frame?: readonly number[] | undefined;
}

/** What a thing that is put into the scene gets. */
export interface Place {
  readonly space: Space;
  /** A frame should be drawn. */
  readonly changed: () => void;
  /** Shared by all clouds of the picture. */
  readonly eyeDome: EyeDome;
  readonly pace: Pace;
}
