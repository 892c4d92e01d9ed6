import type { Model } from '../models/queries.ts';
import type { Drawable } from '../ui/stage/reality/source.ts';
import type { Frame } from './place.ts';
import type { ModelObject, RealityObject, Scene, ViewObject } from './queries.ts';

/** A model of the scene; without `model` it has gone, or one may not see it. */
export interface Part {
  readonly object: ModelObject;
  readonly model: Model | undefined;
  readonly error: unknown;
}

/** Reality data of the scene; without `drawable` it has gone, one may not see it, or it cannot be drawn. */
export interface RealityPart {
  readonly object: RealityObject;
  readonly drawable: Drawable | undefined;
  readonly error: unknown;
}

/** What can be switched on and off. */
export type AnyPart = Pick<Part, 'object'>;

export interface SceneContent {
  readonly scene: Scene;
  readonly parts: readonly Part[];
  readonly realities: readonly RealityPart[];
  readonly views: readonly ViewObject[];
  readonly frame: Frame;
  readonly isPartial: boolean;
}
