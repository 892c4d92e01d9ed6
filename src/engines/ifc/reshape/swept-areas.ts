import { axisOf, cross, dot, minus, moved, plus, scaled, unit, type Vector } from '../../matrix.ts';
import { axesMatrix, directionOf, without } from '../curves/axes.ts';
import { alongside } from '../curves/path.ts';
import { follow, type Instance, type Model } from '../step/model.ts';
import { directrixPoints } from './directrix.ts';
import { type Faces, joined } from './faces.ts';
import { loft, type Stand } from './loft.ts';
import type { Reading } from './reading.ts';

export const sweptAreas = [
  'IFCSURFACECURVESWEPTAREASOLID',
  'IFCFIXEDREFERENCESWEPTAREASOLID',
  'IFCDIRECTRIXDERIVEDREFERENCESWEPTAREASOLID',
  'IFCDIRECTRIXCURVESWEPTAREASOLID',
];

/** Metres that points of a curve are apart at least. */
const near = 1e-6;
/** The least cosine of half a bend: what turns back more sharply has no mitre. */
const sharpest = 0.05;
const mostPoints = 2_000_000;

/** Where the x axis of the area points, at a place with a direction of travel. */
type Reference = (place: Vector, along: Vector) => Vector | undefined;

/** The faces of an area that is swept along a curve; undefined where this program cannot read it. */
export function sweptArea(item: Instance, { model, units, paths, profiles }: Reading): Faces | undefined {
  const area = follow(model, item, 'SweptArea');
  const sections = area && profiles.profiles(area);
  const points = directrixPoints(model, item, paths.curves, near / units.metresPerUnit);
  if (sections === undefined || points === undefined) return undefined;
  const reference = referenceOf(model, item, points);
  const stands = reference && standsAlong(points, reference);
  const size = sections.reduce((sum, { rings }) => sum + rings.flat().length, 0);
  if (stands === undefined || size * stands.length > mostPoints) return undefined;
  const faces = joined(sections.map((profile) => loft(stands.map((stand) => ({ profile, stand })))));
  const axes = follow(model, item, 'Position');
  const m = axes === undefined ? undefined : axesMatrix(model, axes, 1);
  return m === null || m === undefined ? faces : { ...faces, points: faces.points.map((point) => moved(m, point)) };
}

function referenceOf(model: Model, item: Instance, points: readonly Vector[]): Reference | undefined {
  const surface = follow(model, item, 'ReferenceSurface');
  if (surface !== undefined) return normalOf(model, surface);
  const fixed = directionOf(model, item, 'FixedReference');
  if (item.entity !== 'IFCDIRECTRIXDERIVEDREFERENCESWEPTAREASOLID') return fixed && (() => fixed);
  // as it stands at the begin, it turns with the axes of the curve
  const [first, second] = points;
  const begin = first && second && unit(minus(second, first));
  if (begin === undefined) return undefined;
  const start = alongside(begin, [0, 0, 0]);
  const [left, up] = fixed === undefined ? [1, 0] : [dot(fixed, axisOf(start, 1)), dot(fixed, axisOf(start, 2))];
  return (_, along) => {
    const m = alongside(along, [0, 0, 0]);
    return plus(scaled(axisOf(m, 1), left), scaled(axisOf(m, 2), up));
  };
}

/** The normal of a surface on which the curve lies. */
function normalOf(model: Model, surface: Instance): Reference | undefined {
  const axes = follow(model, surface, 'Position');
  const m = axes === undefined ? null : axesMatrix(model, axes, 1);
  switch (surface.entity) {
    case 'IFCPLANE':
      return m === null ? undefined : () => axisOf(m, 2);
    case 'IFCCYLINDRICALSURFACE':
      return m === null ? undefined : (place) => without(minus(place, axisOf(m, 3)), axisOf(m, 2));
    case 'IFCSPHERICALSURFACE':
      return m === null ? undefined : (place) => minus(place, axisOf(m, 3));
    case 'IFCSURFACEOFLINEAREXTRUSION': {
      const up = directionOf(model, surface, 'ExtrudedDirection');
      const turned = up && m ? minus(moved(m, up), axisOf(m, 3)) : up;
      return turned && ((_, along) => cross(along, turned));
    }
    default:
      return undefined;
  }
}

/** Where the area stands at each point: at a bend on the plane of the mitre, so that it keeps its width. */
function standsAlong(points: readonly Vector[], reference: Reference): readonly Stand[] | undefined {
  const edges = points.slice(1).map((point, n) => unit(minus(point, points[n] ?? point)));
  const stands: Stand[] = [];
  for (const [n, place] of points.entries()) {
    const [before, after] = [edges[n - 1] ?? edges[n], edges[n] ?? edges[n - 1]];
    const along = before && after && unit(plus(before, after));
    const wanted = along && reference(place, along);
    const x = wanted && unit(without(wanted, along));
    if (before === undefined || after === undefined || along === undefined || x === undefined) return undefined;
    const cosine = dot(along, before);
    if (cosine < sharpest) return undefined;
    const bend = unit(minus(after, before));
    const wider = (axis: Vector) =>
      bend === undefined ? axis : plus(axis, scaled(bend, dot(axis, bend) * (1 / cosine - 1)));
    stands.push({ place, x: wider(x), y: wider(cross(along, x)) });
  }
  return stands;
}
