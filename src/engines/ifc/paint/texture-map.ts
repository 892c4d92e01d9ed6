import { moved, type Vector } from '../../matrix.ts';
import { operatorMatrix } from '../curves/operator.ts';
import { follow, type Model } from '../step/model.ts';
import type { Corner, Face } from './tessellated.ts';

/** From the upper left corner of the picture. */
export type TexturePlace = readonly [u: number, v: number];

/** Where the corners of the faces of a shape are in a texture. */
export interface TextureMap {
  /** The instance of the texture: the first, where there are several for one place. */
  readonly texture: number;
  /** Of a corner of a face; undefined where the face has no place in it. */
  placeOf(face: number, of: Face, corner: Corner): TexturePlace | undefined;
}

/** From places of a texture, upwards; a texture may be moved, turned and scaled on the shape. */
export function pictureTransform(model: Model, texture: number): (place: Vector) => TexturePlace {
  const instance = model.read(texture);
  const transform = instance && follow(model, instance, 'TextureTransform');
  const matrix = transform && operatorMatrix(model, transform);
  return (place) => {
    const [u, v] = matrix === undefined ? place : moved(matrix, place);
    return [u, 1 - v];
  };
}
