import { follow, type Instance, type Model, numberOf } from '../step/model.ts';
import type { Units } from '../units.ts';
import { directionOf } from './axes.ts';
import { offsetPieces } from './offset.ts';
import type { Piece } from './pieces.ts';
import { onSurface, surfaceOf } from './surface.ts';

/** A curve that is told by another one, and has its parameter. */
export interface Carried {
  readonly basis: Instance | undefined;
  /** From those of the other curve, or of a part of it that runs against it. */
  pieces(basis: readonly Piece[], against: boolean): readonly Piece[] | undefined;
}

/** Undefined for a curve that stands by itself. */
export function carriedOf(
  model: Model,
  curve: Instance,
  units: Pick<Units, 'radiansPerUnit'>,
  below: (curve: Instance) => readonly Piece[] | undefined,
): Carried | undefined {
  const of = (attribute: string) => follow(model, curve, attribute);
  switch (curve.entity) {
    case 'IFCOFFSETCURVE2D':
    case 'IFCOFFSETCURVE3D': {
      const by = numberOf(model.get(curve, 'Distance'));
      const direction =
        curve.entity === 'IFCOFFSETCURVE2D' ? ([0, 0, 1] as const) : directionOf(model, curve, 'RefDirection');
      return {
        basis: of('BasisCurve'),
        pieces: (basis, against) =>
          by === null || direction === undefined ? undefined : offsetPieces(basis, against ? -by : by, direction),
      };
    }
    case 'IFCPCURVE': {
      const surface = of('BasisSurface');
      return {
        basis: of('ReferenceCurve'),
        pieces(basis) {
          const known = surface && surfaceOf(model, surface, units, below);
          return known && onSurface(known, basis);
        },
      };
    }
    case 'IFCSURFACECURVE':
    case 'IFCINTERSECTIONCURVE':
    case 'IFCSEAMCURVE':
      return { basis: of('Curve3D'), pieces: (basis) => basis };
    default:
      return undefined;
  }
}
