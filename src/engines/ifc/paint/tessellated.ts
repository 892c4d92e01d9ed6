import earcut from 'earcut';
import { cross, minus, plus, type Vector } from '../../matrix.ts';
import { vectorOf } from '../curves/axes.ts';
import { follow, type Instance, type Model, numbersOf, refsOf } from '../step/model.ts';
import { isList, type StepValue } from '../step/values.ts';

/** A face of a shape, divided into triangles. */
export interface Face {
  /** Three corners each. */
  readonly triangles: readonly (readonly [Corner, Corner, Corner])[];
  /** The instance of the face, where it is one. */
  readonly instance?: number;
}

export interface Corner {
  readonly place: Vector;
  /** Which corner of the face: rings one after the other. */
  readonly at: number;
}

const tessellated = ['IFCTRIANGULATEDFACESET', 'IFCTRIANGULATEDIRREGULARNETWORK', 'IFCPOLYGONALFACESET'];
/** Where shapes of single faces hold them, and what holds them there. */
const holders: Readonly<Record<string, readonly string[]>> = {
  IFCFACETEDBREP: ['Outer'],
  IFCFACETEDBREPWITHVOIDS: ['Outer', 'Voids'],
  IFCFACEBASEDSURFACEMODEL: ['FbsmFaces'],
  IFCSHELLBASEDSURFACEMODEL: ['SbsmBoundary'],
};

/** Whether a shape is told by its faces. */
export const isFaced = ({ entity }: Instance): boolean => tessellated.includes(entity) || entity in holders;

/** All shapes of single faces: of planes with outlines. */
export const facedItems = (model: Model): readonly Instance[] =>
  [...new Set(Object.keys(holders).flatMap((entity) => model.all(entity)))].flatMap(
    (number) => model.read(number) ?? [],
  );

/** The faces of a shape, in the order in which the file counts them; none of one that is not told by faces. */
export function facesOf(model: Model, item: Instance): readonly Face[] {
  const lists = holders[item.entity];
  return lists === undefined ? tessellatedFaces(model, item) : singleFaces(model, item, lists);
}

function singleFaces(model: Model, item: Instance, lists: readonly string[]): readonly Face[] {
  const shells = lists.flatMap((list) => refsOf(model.get(item, list)));
  const faces = shells.flatMap((number) => {
    const shell = model.read(number, item);
    return shell === undefined ? [] : refsOf(model.get(shell, 'CfsFaces'));
  });
  return faces.map((instance): Face => {
    const face = model.read(instance, item);
    const bounds = face === undefined ? [] : refsOf(model.get(face, 'Bounds')).flatMap((one) => model.read(one) ?? []);
    const outer = bounds.find(({ entity }) => entity === 'IFCFACEOUTERBOUND') ?? bounds[0];
    const ordered = [...(outer ? [outer] : []), ...bounds.filter((bound) => bound !== outer)];
    const rings = ordered.map((bound) => {
      const loop = follow(model, bound, 'Bound');
      return loop?.entity !== 'IFCPOLYLOOP' ? [] : refsOf(loop.values[0]).flatMap((one) => placeOfPoint(model, one));
    });
    return { triangles: (rings[0]?.length ?? 0) < 3 ? [] : divided(rings), instance };
  });
}

function placeOfPoint(model: Model, number: number): readonly Vector[] {
  const point = model.read(number);
  return point === undefined ? [] : [vectorOf(numbersOf(point.values[0]))];
}

function tessellatedFaces(model: Model, item: Instance): readonly Face[] {
  const list = follow(model, item, 'Coordinates');
  const points = rowsOf(list?.values[0]).map((row) => vectorOf(numbersOf(row)));
  const renumbered = numbersOf(model.get(item, 'PnIndex'));
  const placeOf = (index: number): Vector | undefined =>
    points[(renumbered.length > 0 ? (renumbered[index - 1] ?? 0) : index) - 1];
  const faceOf = (rings: readonly (readonly number[])[], instance?: number): Face => {
    const places = rings.map((ring) => ring.map(placeOf));
    const known = places.every((ring) => ring.every((place) => place !== undefined));
    const triangles = known ? divided(places.map((ring) => ring.flatMap((place) => (place ? [place] : [])))) : [];
    return instance === undefined ? { triangles } : { triangles, instance };
  };
  if (item.entity !== 'IFCPOLYGONALFACESET')
    return rowsOf(model.get(item, 'CoordIndex')).map((row) => faceOf([numbersOf(row)]));
  return refsOf(model.get(item, 'Faces')).map((number) => {
    const face = model.read(number, item);
    if (face === undefined) return { triangles: [] };
    const inner = rowsOf(model.get(face, 'InnerCoordIndices')).map(numbersOf);
    return faceOf([numbersOf(model.get(face, 'CoordIndex')), ...inner], number);
  });
}

export const rowsOf = (value: StepValue | undefined): readonly StepValue[] => (isList(value) ? value : []);

/** Seen along the axis from which it looks largest. */
function divided(rings: readonly (readonly Vector[])[]): Face['triangles'] {
  const corners = rings.flat().map((place, at): Corner => ({ place, at }));
  const [a, b, c] = corners;
  if (a === undefined || b === undefined || c === undefined) return [];
  if (corners.length === 3) return [[a, b, c]];
  const normal = (rings[0] ?? []).reduce<Vector>(
    (sum, place, n, ring) => {
      const next = ring[(n + 1) % ring.length] ?? place;
      return plus(sum, cross(minus(place, a.place), minus(next, a.place)));
    },
    [0, 0, 0],
  );
  const sizes = normal.map(Math.abs);
  const left = sizes.indexOf(Math.max(...sizes));
  const flat = corners.flatMap(({ place }) => place.filter((_, axis) => axis !== left));
  let holes = 0;
  const indices = earcut(
    flat,
    rings.slice(0, -1).map(({ length }) => (holes += length)),
  );
  return Array.from({ length: indices.length / 3 }, (_, n) => [
    corners[indices[3 * n] ?? 0] ?? a,
    corners[indices[3 * n + 1] ?? 0] ?? a,
    corners[indices[3 * n + 2] ?? 0] ?? a,
  ]);
}
