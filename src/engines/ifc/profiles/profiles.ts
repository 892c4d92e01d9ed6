import type { Matrix } from '../../matrix.ts';
import { axesMatrix, pointOf } from '../curves/axes.ts';
import type { CurveReader } from '../curves/curves.ts';
import { operatorMatrix } from '../curves/operator.ts';
import { pointsAlong } from '../curves/pieces.ts';
import { enumOf, follow, type Instance, type Model, numberOf, numbersOf, refsOf } from '../step/model.ts';
import type { Units } from '../units.ts';
import { box, ellipse, type Point2, type Profile, profileOf, type Ring } from './rings.ts';
import { steel } from './steel.ts';

export interface ProfileReader {
  /** The cross-sections of IfcProfileDef, in the units of the file; undefined for one that this program cannot read. */
  profiles(profile: Instance, depth?: number): readonly Profile[] | undefined;
}

const deepest = 8;

export function profileReader(
  model: Model,
  curves: CurveReader,
  { radiansPerUnit }: Pick<Units, 'radiansPerUnit'>,
): ProfileReader {
  const ringOf = (number: number | undefined, from: Instance): Ring | undefined => {
    const curve = number === undefined ? undefined : model.read(number, from);
    const pieces = curve && curves.pieces(curve);
    if (pieces === undefined) return undefined;
    const points = pointsAlong(pieces, 0).map(([x, y]): Point2 => [x, y]);
    const [first, last] = [points[0], points.at(-1)];
    const size = Math.max(...points.map(([x, y]) => Math.hypot(x - (first?.[0] ?? 0), y - (first?.[1] ?? 0))));
    return first && last && Math.hypot(last[0] - first[0], last[1] - first[1]) <= 1e-6 * size
      ? points.slice(0, -1)
      : points;
  };
  const rings = (profile: Instance, attributes: readonly string[]): readonly Profile[] | undefined => {
    const found = attributes.flatMap((name) => refsOf(model.get(profile, name))).map((one) => ringOf(one, profile));
    const whole = found.filter((ring) => ring !== undefined && ring.length > 2).map((ring) => ring ?? []);
    return whole.length === 0 || whole.length < found.length ? undefined : [profileOf(whole)];
  };
  const line = (profile: Instance): Ring | undefined => ringOf(refsOf(model.get(profile, 'Curve'))[0], profile);
  const reader: ProfileReader = {
    profiles(profile, depth = 0) {
      if (depth > deepest) return undefined;
      const below = (attribute: string) =>
        refsOf(model.get(profile, attribute)).map((number) => {
          const one = model.read(number, profile);
          return one && reader.profiles(one, depth + 1);
        });
      switch (profile.entity) {
        case 'IFCARBITRARYCLOSEDPROFILEDEF':
          return rings(profile, ['OuterCurve']);
        case 'IFCARBITRARYPROFILEDEFWITHVOIDS':
          return rings(profile, ['OuterCurve', 'InnerCurves']);
        case 'IFCARBITRARYOPENPROFILEDEF':
          return opened(line(profile));
        case 'IFCCENTERLINEPROFILEDEF':
          return thickened(line(profile), numberOf(model.get(profile, 'Thickness')) ?? 0);
        case 'IFCOPENCROSSPROFILEDEF':
          return opened(crossLine(model, profile, radiansPerUnit));
        case 'IFCCOMPOSITEPROFILEDEF': {
          const parts = below('Profiles');
          return parts.length === 0 || parts.includes(undefined) ? undefined : parts.flatMap((part) => part ?? []);
        }
        case 'IFCDERIVEDPROFILEDEF':
        case 'IFCMIRROREDPROFILEDEF':
          return below('ParentProfile')[0]?.map((parent) => mapped(parent, operatorOf(model, profile)));
        default:
          return parameterized(model, profile);
      }
    },
  };
  return reader;
}

const opened = (line: Ring | undefined): readonly Profile[] | undefined =>
  line === undefined || line.length < 2 ? undefined : [{ rings: [line], closed: false }];

/** Profiles that are told by their sizes. */
function parameterized(model: Model, profile: Instance): readonly Profile[] | undefined {
  const of = (name: string) => numberOf(model.get(profile, name)) ?? 0;
  const found = shapeOf(profile.entity, of);
  if (found === undefined || !found.flat(2).every(Number.isFinite)) return undefined;
  const axes = follow(model, profile, 'Position');
  const m = axes === undefined ? undefined : axesMatrix(model, axes, 1);
  const whole = profileOf(found);
  return [m === undefined || m === null ? whole : mapped(whole, ([x, y]) => onPlane(m, x, y))];
}

const onPlane = (m: Matrix, x: number, y: number): Point2 => [
  (m[0] ?? 0) * x + (m[1] ?? 0) * y + (m[3] ?? 0),
  (m[4] ?? 0) * x + (m[5] ?? 0) * y + (m[7] ?? 0),
];

function shapeOf(entity: string, of: (name: string) => number): readonly Ring[] | undefined {
  const [x, y, wall] = [of('XDim'), of('YDim'), of('WallThickness')];
  switch (entity) {
    case 'IFCRECTANGLEPROFILEDEF':
      return [box(x, y)];
    case 'IFCROUNDEDRECTANGLEPROFILEDEF':
      return [box(x, y, of('RoundingRadius'))];
    case 'IFCRECTANGLEHOLLOWPROFILEDEF':
      return [box(x, y, of('OuterFilletRadius')), box(x - 2 * wall, y - 2 * wall, of('InnerFilletRadius'))];
    case 'IFCCIRCLEPROFILEDEF':
      return [ellipse(of('Radius'), of('Radius'))];
    case 'IFCCIRCLEHOLLOWPROFILEDEF': {
      const [outer, inner] = [of('Radius'), of('Radius') - wall];
      return inner > 0 ? [ellipse(outer, outer), ellipse(inner, inner)] : [ellipse(outer, outer)];
    }
    case 'IFCELLIPSEPROFILEDEF':
      return [ellipse(of('SemiAxis1'), of('SemiAxis2'))];
    default: {
      const ring = steel[entity]?.(of);
      return ring && [ring];
    }
  }
}

function mapped({ rings, closed }: Profile, by: (point: Point2) => Point2): Profile {
  const moved = rings.map((ring) => ring.map(by));
  return closed ? profileOf(moved) : { rings: moved, closed };
}

/** What a derived profile does with the points of its parent; a mirrored one has no operator of its own. */
function operatorOf(model: Model, profile: Instance): (point: Point2) => Point2 {
  const operator = follow(model, profile, 'Operator');
  if (profile.entity === 'IFCMIRROREDPROFILEDEF' || operator === undefined) return ([x, y]) => [-x, y];
  const matrix = operatorMatrix(model, operator);
  return ([x, y]) => onPlane(matrix, x, y);
}

/** The line of a road's cross-section: widths with their slopes. */
function crossLine(model: Model, profile: Instance, radiansPerUnit: number): Ring {
  const flat = enumOf(model.get(profile, 'HorizontalWidths')) !== 'F';
  const slopes = numbersOf(model.get(profile, 'Slopes'));
  const [x, y] = pointOf(model, profile, 'OffsetPoint') ?? [0, 0];
  const line: Point2[] = [[x, y]];
  for (const [n, width] of numbersOf(model.get(profile, 'Widths')).entries()) {
    const slope = (slopes[n] ?? 0) * radiansPerUnit;
    const [px, py] = line.at(-1) ?? [0, 0];
    line.push([px + width * (flat ? 1 : Math.cos(slope)), py + width * (flat ? Math.tan(slope) : Math.sin(slope))]);
  }
  return line;
}

/** The area of half the thickness on either side of a line. */
function thickened(line: Ring | undefined, thickness: number): readonly Profile[] | undefined {
  if (line === undefined || line.length < 2 || !(thickness > 0)) return undefined;
  const side = (by: number) =>
    line.map(([x, y], n): Point2 => {
      const normals = [line[n - 1], line[n + 1]].flatMap((other, at) => {
        if (other === undefined) return [];
        const [dx, dy] = at === 0 ? [x - other[0], y - other[1]] : [other[0] - x, other[1] - y];
        const long = Math.hypot(dx, dy) || 1;
        return [[-dy / long, dx / long] as const];
      });
      const [a, b = a] = normals;
      if (a === undefined || b === undefined) return [x, y];
      const factor = by / (1 + Math.max(-0.9, a[0] * b[0] + a[1] * b[1]));
      return [x + (a[0] + b[0]) * factor, y + (a[1] + b[1]) * factor];
    });
  return [profileOf([[...side(-thickness / 2), ...side(thickness / 2).reverse()]])];
}
