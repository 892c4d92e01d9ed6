import { axisOf, identity, type Matrix, multiply, type Vector } from '../../matrix.ts';
import { follow, type Instance, type Model, numberOf, refsOf } from '../step/model.ts';
import type { Units } from '../units.ts';
import { directionOf, pointOf, turned } from './axes.ts';
import { type Cant, canted, horizontal, type Rise, rising } from './composed.ts';
import { type CurveReader, curveReader } from './curves.ts';
import { type LayoutReader, layoutReader } from './layout.ts';
import { offsetPath, type Path, pathAlong, shift, stationsOf } from './path.ts';
import { pointsAlong } from './pieces.ts';
import type { Heading } from './planar.ts';
import { type Segment, segmentOf } from './segment.ts';

/** Reads the curves that things stand along: alignments, and every other curve. Each is read once. */
export interface PathReader {
  pathOf(curve: Instance): Path | undefined;
  /**
   * The frame of IfcAxis2PlacementLinear, or of a point by its distance alone; along `otherwise` where it names no curve
   * that can be followed.
   */
  frameOf(placement: Instance, otherwise: () => Path | undefined): Matrix | undefined;
  /** How far along its curve a point by distance stands, and how far off it: ahead, to the left, up. */
  stationOf(point: Instance): { readonly at: number; readonly by: Vector; readonly curve?: Instance } | undefined;
  readonly curves: CurveReader;
  /** Alignments that are told by their parameters. */
  readonly layouts: LayoutReader;
}

type Scale = Pick<Units, 'radiansPerUnit' | 'metresPerUnit'>;
const deepest = 8;
/** Metres that two points may be apart to be one. */
const near = 1e-6;

/** Metres that a chord may lie beside an alignment. */
export const bulge = 0.005;

const isAlignment = (model: Model, { entity }: Instance): boolean =>
  entity === 'IFCCOMPOSITECURVE' ||
  entity === 'IFCOFFSETCURVEBYDISTANCES' ||
  model.schema.is(entity, 'IFCGRADIENTCURVE') ||
  model.schema.is(entity, 'IFCSEGMENTEDREFERENCECURVE');

export function pathReader(model: Model, units: Scale): PathReader {
  const curves = curveReader(model, units, (curve) => {
    const path = isAlignment(model, curve) ? reader.pathOf(curve) : undefined;
    const stations = path && stationsOf(path, 0, path.length, bulge / units.metresPerUnit);
    return stations?.slice(1).map((to, n) => {
      const from = stations[n] ?? 0;
      return { range: to - from, points: [from, to].map((at) => axisOf(path?.at(at) ?? identity, 3)) };
    });
  });
  const layouts = layoutReader(model, units);
  const known = new Map<number, Path | undefined>();
  const made = (curve: Instance, depth: number): Path | undefined => {
    const below = (attribute: string) => {
      const base = follow(model, curve, attribute);
      return base === undefined || depth > deepest ? undefined : read(base, depth + 1);
    };
    switch (curve.entity) {
      case 'IFCGRADIENTCURVE':
        return both(below('BaseCurve'), segmentsOf(model, curve, units), (base, all) => rising(base, risesOf(all)));
      case 'IFCSEGMENTEDREFERENCECURVE':
        return both(below('BaseCurve'), cantsOf(model, curve, units), canted);
      case 'IFCOFFSETCURVEBYDISTANCES': {
        const base = below('BasisCurve');
        const offsets = refsOf(model.get(curve, 'OffsetValues')).flatMap((number) => {
          const point = model.read(number, curve);
          return (point && reader.stationOf(point)) ?? [];
        });
        return (
          base &&
          offsetPath(
            base,
            offsets.toSorted((a, b) => a.at - b.at),
          )
        );
      }
      case 'IFCCOMPOSITECURVE': {
        const segments = segmentsOf(model, curve, units);
        if (segments !== undefined) return horizontal(segments);
      }
    }
    const pieces = curves.pieces(curve);
    return pieces && pathAlong(pointsAlong(pieces, near / units.metresPerUnit));
  };
  const read = (curve: Instance, depth: number): Path | undefined => {
    if (!known.has(curve.number)) {
      known.set(curve.number, undefined); // what stands on itself ends here
      known.set(curve.number, made(curve, depth) ?? layouts.pathOfCurve(curve.number));
    }
    return known.get(curve.number);
  };
  const reader: PathReader = {
    curves,
    layouts,
    pathOf: (curve) => read(curve, 0),
    stationOf(point) {
      const curve = follow(model, point, 'BasisCurve');
      const at = numberOf(model.get(point, 'DistanceAlong'));
      if (at === null) return undefined;
      const of = (attribute: string) => numberOf(model.get(point, attribute)) ?? 0;
      const by: Vector = [of('OffsetLongitudinal'), of('OffsetLateral'), of('OffsetVertical')];
      return curve === undefined ? { at, by } : { at, by, curve };
    },
    frameOf(placement, otherwise) {
      const point = placement.entity === 'IFCAXIS2PLACEMENTLINEAR' ? follow(model, placement, 'Location') : placement;
      const station = point && reader.stationOf(point);
      const path = (station?.curve && reader.pathOf(station.curve)) ?? otherwise();
      if (station === undefined || path === undefined) return undefined;
      const there = multiply(path.at(station.at), shift(station.by));
      return placement === point ? there : withOwnAxes(model, placement, there);
    },
  };
  return reader;
}

/** Axes that a placement names are those of the world around the curve; the curve tells only those that are left out. */
function withOwnAxes(model: Model, placement: Instance, along: Matrix): Matrix {
  const [z, x] = [directionOf(model, placement, 'Axis'), directionOf(model, placement, 'RefDirection')];
  if (z === undefined && x === undefined) return along;
  return turned(z ?? axisOf(along, 2), x ?? axisOf(along, 0), axisOf(along, 3));
}

const both = <A, B, C>(a: A | undefined, b: B | undefined, of: (a: A, b: B) => C): C | undefined =>
  a === undefined || b === undefined ? undefined : of(a, b);

/** All segments of a curve; undefined where they are none of the kind that stands by itself, or cannot be followed. */
function segmentsOf(model: Model, curve: Instance, units: Scale): readonly Segment[] | undefined {
  const found: Segment[] = [];
  for (const number of refsOf(model.get(curve, 'Segments'))) {
    const instance = model.read(number, curve);
    const segment = instance?.entity === 'IFCCURVESEGMENT' ? segmentOf(model, instance, units) : undefined;
    if (segment === undefined) return undefined;
    // the last one of many programs has no length and only says where the one before it ends
    if (segment.curve.length > 0) found.push(segment);
  }
  return found.length === 0 ? undefined : found;
}

/** The heights of a gradient curve. */
const risesOf = (segments: readonly Segment[]): readonly Rise[] =>
  segments.map((segment) => ({ from: segment.start.x, at: (ground) => above(segment, ground) }));

/** Where a segment of heights is at a distance on the ground. */
function above(segment: Segment, ground: number): Heading {
  let along = ground - segment.start.x;
  for (let round = 0; round < 8; round++) {
    const { x, heading } = segment.at(along);
    along += (ground - x) / (Math.cos(heading) || 1);
  }
  return segment.at(along);
}

/** Between two segments that say where they begin. */
function cantsOf(model: Model, curve: Instance, units: Scale): readonly Cant[] | undefined {
  const found: (Omit<Cant, 'at'> & Lift & { share(distance: number): number })[] = [];
  for (const number of refsOf(model.get(curve, 'Segments'))) {
    const instance = model.read(number, curve);
    const segment = instance && segmentOf(model, instance, units);
    const axes = instance && follow(model, instance, 'Placement');
    if (segment === undefined || axes === undefined) return undefined;
    const [from, y, z] = pointOf(model, axes, 'Location') ?? [0, 0, 0];
    const [, ay, az] = directionOf(model, axes, 'Axis') ?? [0, 0, 1];
    found.push({ from, up: y + z, tilt: Math.atan2(ay, az), share: shareOf(segment) });
  }
  if (found.length === 0) return undefined;
  return found.map((now, n) => ({
    from: now.from,
    at(distance) {
      const next = found[n + 1] ?? now;
      const share = now.share(distance - now.from);
      const mixed = (of: keyof Lift) => now[of] + share * (next[of] - now[of]);
      return { up: mixed('up'), tilt: mixed('tilt') };
    },
  }));
}

type Lift = ReturnType<Cant['at']>;

/** What lifts the track changes as the curvature of its segment does; along a line it stays. */
function shareOf({ curvature, curve: { length } }: Segment): (distance: number) => number {
  const [first, last] = [curvature?.(0) ?? 0, curvature?.(length) ?? 0];
  if (curvature === undefined || Math.abs(last - first) < 1e-15) return () => 0;
  return (distance) => (curvature(Math.min(Math.max(distance, 0), length)) - first) / (last - first);
}
