import type { Vector } from '../../matrix.ts';
import type { CurveReader } from '../curves/curves.ts';
import { pointsAlong } from '../curves/pieces.ts';
import { follow, type Instance, type Model, refsOf } from '../step/model.ts';

const offsets = ['IFCOFFSETCURVE2D', 'IFCOFFSETCURVE3D'];
const mostPoints = 100_000;
const deepest = 8;

/** The curves that the library does not follow, and parts of them: those beside others, and those on surfaces. */
export function carriedCurves(model: Model): readonly number[] {
  const onSurfaces = withoutEdges(model, model.all('IFCPCURVE'));
  const own = [...offsets.flatMap((entity) => model.all(entity)), ...onSurfaces];
  if (own.length === 0) return [];
  const parts = model.all('IFCTRIMMEDCURVE').filter((number) => {
    const part = model.read(number);
    const basis = part && rootOf(model, part);
    return basis !== undefined && (offsets.includes(basis.entity) || basis.entity === 'IFCPCURVE');
  });
  return [...own, ...parts];
}

/** Those that only say again on a surface what an edge is in space. */
function withoutEdges(model: Model, curves: readonly number[]): readonly number[] {
  if (curves.length === 0) return [];
  const again = new Set(
    model.all('IFCSURFACECURVE').flatMap((number) => {
      const curve = model.read(number);
      return curve === undefined ? [] : refsOf(model.get(curve, 'AssociatedGeometry'));
    }),
  );
  return curves.filter((number) => !again.has(number));
}

/** What a part of a part is of. */
function rootOf(model: Model, curve: Instance): Instance | undefined {
  let basis: Instance | undefined = curve;
  for (let depth = 0; basis?.entity === 'IFCTRIMMEDCURVE'; depth++) {
    if (depth > deepest) return undefined;
    basis = follow(model, basis, 'BasisCurve');
  }
  return basis;
}

/** Its points, of two numbers where it lies on a plane of its own; undefined where it cannot be followed. */
export function carriedPoints(
  model: Model,
  curve: Instance,
  curves: CurveReader,
  near: number,
): readonly (readonly number[])[] | undefined {
  const pieces = curves.pieces(curve);
  const points = pieces && pointsAlong(pieces, near);
  if (points === undefined || points.length < 2 || points.length > mostPoints) return undefined;
  const isFlat = rootOf(model, curve)?.entity === 'IFCOFFSETCURVE2D';
  return points.map(([x, y, z]: Vector) => (isFlat ? [x, y] : [x, y, z]));
}
