import { cross, distance, dot, minus, type Vector } from '../../matrix.ts';
import { type Instance, type Model, numbersOf, refsOf } from '../step/model.ts';
import { type Face, facedItems, facesOf } from './tessellated.ts';
import { pictureTransform, type TextureMap, type TexturePlace } from './texture-map.ts';

/** The maps of single faces (IfcTextureMap), by the shape that holds the faces. */
export function faceTextures(model: Model): readonly (readonly [shape: number, map: TextureMap])[] {
  const byTexture = new Map<number, Map<number, readonly Vector[]>>();
  for (const number of model.all('IFCTEXTUREMAP')) {
    const map = model.read(number);
    if (map === undefined) continue;
    const [texture] = refsOf(model.get(map, 'Maps'));
    const [face] = refsOf(model.get(map, 'MappedTo'));
    if (texture === undefined || face === undefined) {
      model.issues.add('A texture map names no face; the shapes have their own colours.', { number });
      continue;
    }
    const faces = byTexture.get(texture) ?? new Map<number, readonly Vector[]>();
    byTexture.set(texture, faces.set(face, verticesOf(model, map)));
  }
  if (byTexture.size === 0) return [];
  return facedItems(model).flatMap((item) => {
    const own = new Set(facesOf(model, item).flatMap(({ instance }) => instance ?? []));
    return [...byTexture]
      .filter(([, faces]) => [...faces.keys()].some((face) => own.has(face)))
      .map(([texture, faces]) => [item.number, { texture, placeOf: placesOf(model, texture, faces) }] as const);
  });
}

const verticesOf = (model: Model, map: Instance): readonly Vector[] =>
  refsOf(model.get(map, 'Vertices')).flatMap((number): Vector[] => {
    const vertex = model.read(number, map);
    const [s = 0, t = 0] = vertex === undefined ? [] : numbersOf(vertex.values[0]);
    return vertex === undefined ? [] : [[s, t, 0]];
  });

/** The corners of the outline have places; those of holes lie between them. */
function placesOf(model: Model, texture: number, faces: ReadonlyMap<number, readonly Vector[]>): TextureMap['placeOf'] {
  const inPicture = pictureTransform(model, texture);
  const between = new Map<number, (place: Vector) => Vector | undefined>();
  return (_, face, { at, place }): TexturePlace | undefined => {
    const number = face.instance ?? -1;
    const given = faces.get(number);
    if (given === undefined) return undefined;
    const listed = given[at];
    if (listed !== undefined) return inPicture(listed);
    const known = between.get(number) ?? onPlane(face, given);
    between.set(number, known);
    const found = known(place);
    return found && inPicture(found);
  };
}

/** As those corners of a face tell it that have places: the first, what is far from it, and what is far from both. */
function onPlane({ triangles }: Face, given: readonly Vector[]): (place: Vector) => Vector | undefined {
  const corners = triangles.flat().flatMap(({ at, place }) => {
    const listed = given[at];
    return listed === undefined ? [] : [{ place, listed }];
  });
  const farthest = (how: (place: Vector) => number) => corners.toSorted((p, q) => how(q.place) - how(p.place))[0];
  const a = corners[0];
  const b = a && farthest((place) => distance(place, a.place));
  if (a === undefined || b === undefined) return () => undefined;
  const u = minus(b.place, a.place);
  const normalTo = (place: Vector) => cross(u, minus(place, a.place));
  const c = farthest((place) => Math.hypot(...normalTo(place))) ?? b;
  const [v, normal] = [minus(c.place, a.place), normalTo(c.place)];
  const area = dot(normal, normal);
  if (area === 0) return () => undefined;
  return (place) => {
    const w = minus(place, a.place);
    const [s, t] = [dot(cross(w, v), normal) / area, dot(cross(u, w), normal) / area];
    const at = (axis: 0 | 1) =>
      a.listed[axis] + s * (b.listed[axis] - a.listed[axis]) + t * (c.listed[axis] - a.listed[axis]);
    return [at(0), at(1), 0];
  };
}
