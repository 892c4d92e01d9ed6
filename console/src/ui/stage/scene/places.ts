import { Box3, Vector3 } from 'three';
import type { Box, Point } from '../view-data.ts';
import type { Space } from './drawn.ts';

/** From the coordinates of the model to those of the scene, and back. */
export interface Places {
  readonly inScene: (point: Point) => Vector3;
  readonly inModel: (at: Point) => Point;
  /** How far a box reaches from the origin of the scene. */
  readonly reach: (box: Box) => number;
}

export function placesIn({ center }: Space): Places {
  const inScene = (point: Point) => new Vector3(...point).sub(new Vector3(...center));
  return {
    inScene,
    inModel: (at) => [at[0] + center[0], at[1] + center[1], at[2] + center[2]],
    reach: ({ low, high }) => Math.max(inScene(low).length(), inScene(high).length(), 1),
  };
}

export const boxIn = ({ inScene }: Places, { low, high }: Box): Box3 => new Box3(inScene(low), inScene(high));
