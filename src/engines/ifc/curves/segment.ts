import { follow, type Instance, type Model, numberOf, numbersOf } from '../step/model.ts';
import { isTyped, type StepValue } from '../step/values.ts';
import type { Units } from '../units.ts';
import { directionOf, pointOf } from './axes.ts';
import { arcOf, curved, type Heading, type Planar, parametric, then } from './planar.ts';

/** A part of a curve, moved so that it begins at a place in the direction that stands there. */
export interface Segment {
  readonly start: Heading;
  readonly curve: Planar;
  /** Curvature along it, to the left; undefined where it is not known. */
  readonly curvature?: (distance: number) => number;
  at(distance: number): Heading;
}

type Scale = Pick<Units, 'radiansPerUnit'>;

/** IfcCurveSegment on a plane; undefined for one of a curve that this program cannot follow. */
export function segmentOf(model: Model, segment: Instance, units: Scale): Segment | undefined {
  const axes = follow(model, segment, 'Placement');
  const parent = follow(model, segment, 'ParentCurve');
  const place = axes === undefined ? undefined : pointOf(model, axes, 'Location');
  if (axes === undefined || parent === undefined || place === undefined) return undefined;
  const along = directionOf(model, axes, 'RefDirection') ?? [1, 0, 0];
  const start = { x: place[0], y: place[1], heading: Math.atan2(along[1], along[0]) };
  const from = model.get(segment, 'SegmentStart');
  const length = model.get(segment, 'SegmentLength');
  const found = partOf(model, parent, from, length, units);
  return found && { start, ...found, at: (distance) => then(start, found.curve.at(distance)) };
}

type Part = Pick<Segment, 'curve' | 'curvature'>;

function partOf(model: Model, parent: Instance, from: StepValue, by: StepValue, units: Scale): Part | undefined {
  const [start, extent] = [numberOf(from) ?? 0, numberOf(by) ?? 0];
  switch (parent.entity) {
    case 'IFCLINE':
      return straight(isParameter(by) ? extent * magnitudeOf(model, parent) : extent);
    case 'IFCCIRCLE': {
      const radius = numberOf(model.get(parent, 'Radius')) ?? 0;
      if (!(radius > 0)) return undefined;
      const length = isParameter(by) ? extent * units.radiansPerUnit * radius : extent;
      return bent(Math.sign(length) / radius, Math.abs(length));
    }
    case 'IFCPOLYNOMIALCURVE':
      return polynomial(model, parent, start, by);
    default:
      return spiral(model, parent, start, extent);
  }
}

const isParameter = (value: StepValue): boolean => isTyped(value) && value.type === 'IFCPARAMETERVALUE';

function magnitudeOf(model: Model, line: Instance): number {
  const vector = follow(model, line, 'Dir');
  return (vector === undefined ? null : numberOf(model.get(vector, 'Magnitude'))) ?? 1;
}

/** A line that is run through backwards goes on in the direction of its begin all the same. */
const straight = (length: number): Part => bent(0, Math.abs(length));
const bent = (curvature: number, length: number): Part => ({
  curve: arcOf(curvature, length),
  curvature: () => curvature,
});

/** Terms of the curvature by powers of the distance: for the term A it is |A|^-(power + 1), with the sign of A. */
const terms: Readonly<Record<string, number>> = {
  ConstantTerm: 0,
  LinearTerm: 1,
  QuadraticTerm: 2,
  CubicTerm: 3,
  QuarticTerm: 4,
  QuinticTerm: 5,
  SexticTerm: 6,
  SepticTerm: 7,
};

/** Spirals count their parameter by their length. */
function spiral(model: Model, parent: Instance, start: number, extent: number): Part | undefined {
  const of = curvatureOf(model, parent, Math.abs(extent));
  if (of === undefined) return undefined;
  const sign = extent < 0 ? -1 : 1;
  const curvature = (distance: number) => sign * of(start + sign * distance);
  return { curve: curved(curvature, Math.abs(extent)), curvature };
}

function curvatureOf(model: Model, parent: Instance, length: number): ((at: number) => number) | undefined {
  const of = (attribute: string) => numberOf(model.get(parent, attribute));
  const inverse = (attribute: string) => {
    const value = of(attribute);
    return value === null || value === 0 ? 0 : 1 / value;
  };
  switch (parent.entity) {
    case 'IFCCLOTHOID': {
      const constant = of('ClothoidConstant') ?? 0;
      return constant === 0 ? undefined : (at) => (Math.sign(constant) * at) / constant ** 2;
    }
    case 'IFCSECONDORDERPOLYNOMIALSPIRAL':
    case 'IFCTHIRDORDERPOLYNOMIALSPIRAL':
    case 'IFCSEVENTHORDERPOLYNOMIALSPIRAL': {
      const factors = Object.entries(terms).flatMap(([name, power]) => {
        const value = of(name);
        return value === null || value === 0
          ? []
          : [{ power, factor: Math.sign(value) / Math.abs(value) ** (power + 1) }];
      });
      return (at) => factors.reduce((sum, { power, factor }) => sum + factor * at ** power, 0);
    }
    case 'IFCSINESPIRAL': {
      const linear = of('LinearTerm') ?? 0;
      const slope = linear === 0 ? 0 : Math.sign(linear) / linear ** 2;
      const wave = (at: number) => inverse('SineTerm') * Math.sin((2 * Math.PI * at) / (length || 1));
      return (at) => inverse('ConstantTerm') + slope * at + wave(at);
    }
    case 'IFCCOSINESPIRAL':
      return (at) => inverse('ConstantTerm') + inverse('CosineTerm') * Math.cos((Math.PI * at) / (length || 1));
    default:
      return undefined;
  }
}

function polynomial(model: Model, parent: Instance, start: number, by: StepValue): Part | undefined {
  const [x, y] = [numbersOf(model.get(parent, 'CoefficientsX')), numbersOf(model.get(parent, 'CoefficientsY'))];
  const sum = (factors: readonly number[], at: number) =>
    factors.reduceRight((total, factor) => total * at + factor, 0);
  const slopes = (factors: readonly number[]) => factors.slice(1).map((factor, n) => factor * (n + 1));
  const [dx, dy] = [slopes(x), slopes(y)];
  const at = (parameter: number) => ({
    place: [sum(x, parameter), sum(y, parameter)] as const,
    speed: [sum(dx, parameter), sum(dy, parameter)] as const,
  });
  const extent = numberOf(by) ?? 0;
  const curve = parametric(at, start, isParameter(by) ? { range: extent } : { length: extent });
  return curve === undefined ? undefined : { curve };
}
