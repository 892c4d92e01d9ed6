import { cross, minus, unit, type Vector } from '../../matrix.ts';
import { follow, type Instance, type Model, refsOf, textOf } from '../step/model.ts';
import { type Face, isFaced } from './tessellated.ts';
import { pictureTransform, type TextureMap } from './texture-map.ts';

/** How a place in a texture follows from a corner and the normal of its face, in the coordinates of the shape. */
type Mode = (place: Vector, normal: Vector) => Vector;

/** What does not depend on where one looks from. */
const modes: Readonly<Record<string, Mode>> = {
  COORD: ([x, y]) => [x, y, 0],
  'SPHERE-LOCAL': (_, [x, y]) => [x / 2 + 0.5, y / 2 + 0.5, 0],
};
const deepest = 4;

/** Textures whose places are told by a rule (IfcTextureCoordinateGenerator), by the shapes that have them by their styles. */
export function generatedTextures(model: Model): readonly (readonly [shape: number, map: TextureMap])[] {
  const rules = new Map(model.all('IFCTEXTURECOORDINATEGENERATOR').flatMap((number) => ruleOf(model, number)));
  if (rules.size === 0) return [];
  return model.all('IFCSTYLEDITEM').flatMap((number) => {
    const styled = model.read(number);
    const item = styled && follow(model, styled, 'Item');
    const texture = styled && texturesIn(model, styled, 0).find((one) => rules.has(one));
    const mode = texture === undefined ? undefined : rules.get(texture);
    if (item === undefined || texture === undefined || mode === undefined) return [];
    if (!isFaced(item)) {
      const kind = model.schema.spelling(item.entity) ?? item.entity;
      const problem = `The texture of #${item.number} (${kind}) follows a rule, which is read on shapes of faces only; it has its own colour.`;
      model.issues.add(problem, item);
      return [];
    }
    const inPicture = pictureTransform(model, texture);
    const placeOf: TextureMap['placeOf'] = (_, face, { place }) => inPicture(mode(place, normalOf(face)));
    return [[item.number, { texture, placeOf }] as const];
  });
}

function ruleOf(model: Model, number: number): [texture: number, mode: Mode][] {
  const generator = model.read(number);
  const name = generator === undefined ? '' : (textOf(model.get(generator, 'Mode')) ?? '');
  const mode = modes[name.toUpperCase()];
  if (generator !== undefined && mode === undefined) {
    const problem = `Places in a texture follow the rule '${name}', which is not read: it is unknown, or depends on where one looks from. The shapes have their own colours.`;
    model.issues.add(problem, { number });
  }
  return generator === undefined || mode === undefined
    ? []
    : refsOf(model.get(generator, 'Maps')).map((texture) => [texture, mode]);
}

/** The textures of a style, and of those in it. */
function texturesIn(model: Model, of: Instance, depth: number): readonly number[] {
  if (of.entity === 'IFCSURFACESTYLEWITHTEXTURES') return refsOf(model.get(of, 'Textures'));
  if (depth > deepest) return [];
  return refsOf(model.get(of, 'Styles')).flatMap((number) => {
    const style = model.read(number, of);
    return style === undefined ? [] : texturesIn(model, style, depth + 1);
  });
}

function normalOf({ triangles: [first] }: Face): Vector {
  if (first === undefined) return [0, 0, 1];
  const [a, b, c] = first;
  return unit(cross(minus(b.place, a.place), minus(c.place, a.place))) ?? [0, 0, 1];
}
