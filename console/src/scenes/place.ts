import { Box3, Matrix4, Vector3 } from 'three';
import { box3Of, boxOf } from '../ui/stage/box.ts';
import { matrixOf } from '../ui/stage/scene/matrix.ts';
import { type Box, distance } from '../ui/stage/view-data.ts';

/*
 * The coordinates of a scene are those of its first model that has a place on earth. The other models with a place stand
 * where they are relative to it; those without stand in their own coordinates, about the same origin.
 */

/** From coordinates to earth-centred ones, row by row; undefined of what has no place on earth. */
export type Frame = readonly number[] | undefined;

/** From the coordinates of something that is so placed to those of the scene, in double precision. */
export const intoScene = (frame: Frame, own: Frame): Matrix4 =>
  frame && own ? matrixOf(frame).invert().multiply(matrixOf(own)) : new Matrix4();

interface Corners {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** What a box of something that is so placed takes up in the scene. */
export const boxInScene = (frame: Frame, own: Frame, box: Corners): Box =>
  boxOf(box3Of(box).applyMatrix4(intoScene(frame, own)));

/** Metres between their middles. */
export const between = (a: Box, b: Box): number =>
  distance(box3Of(a).getCenter(new Vector3()).toArray(), box3Of(b).getCenter(new Vector3()).toArray());

/** What is further apart is not looked at together: nothing would be seen of either. */
export const isFar = (metres: number): boolean => metres > 50_000;

/** The box around all; undefined where there are none. */
export function aroundAll(boxes: readonly Box[]): Box | undefined {
  const whole = boxes.reduce((around, box) => around.union(box3Of(box)), new Box3());
  return whole.isEmpty() ? undefined : boxOf(whole);
}
