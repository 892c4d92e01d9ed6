import { enumOf, follow, type Instance, type Model, numberOf, refOf, refsOf } from '../step/model.ts';
import type { Units } from '../units.ts';
import { pointOf } from './axes.ts';
import { type Cant, canted, horizontal, type Rise, rising } from './composed.ts';
import type { Path } from './path.ts';
import { arcOf, curved, type Planar, parametric, then } from './planar.ts';
import type { Segment } from './segment.ts';
import { transitionOf, vienneseBendCant } from './transitions.ts';
import { riseOf } from './vertical.ts';

/** Alignments by the parameters of their segments, for those without curves. Each is read once. */
export interface LayoutReader {
  /** Undefined for one without parameters, or with segments of a kind that the standard does not publish. */
  pathOf(alignment: number): Path | undefined;
  /** That of the alignment whose shape a curve is. */
  pathOfCurve(curve: number): Path | undefined;
  /** That of the alignment along which a placement is told: what it positions, or nests, or what stands on its own. */
  pathOfPlacement(placement: Instance): Path | undefined;
}

type Scale = Pick<Units, 'radiansPerUnit'>;
type Numbers = ReadonlyMap<number, readonly number[]>;

export function layoutReader(model: Model, units: Scale): LayoutReader {
  const known = new Map<number, Path | undefined>();
  let parts: Numbers | undefined;
  let wholes: ReadonlyMap<number, number> | undefined;
  let byCurve: Numbers | undefined;
  let byPlacement: Numbers | undefined;
  const partsOf = (number: number, entity: string): Instance[] => {
    parts ??= related(model, ['IFCRELNESTS', 'IFCRELAGGREGATES'], 'RelatingObject', 'RelatedObjects');
    return (parts.get(number) ?? []).flatMap((part) => {
      const instance = model.entityOf(part) === entity ? model.read(part) : undefined;
      return instance ?? [];
    });
  };
  const segmentsOf = (layout: Instance): Instance[] =>
    partsOf(layout.number, 'IFCALIGNMENTSEGMENT').flatMap(
      (segment) => follow(model, segment, 'DesignParameters') ?? [],
    );
  /** Alignments share the plan of the one that they are parts of. */
  const planOf = (alignment: number): Instance | undefined => {
    const [own] = partsOf(alignment, 'IFCALIGNMENTHORIZONTAL');
    wholes ??= new Map(
      model
        .all('IFCALIGNMENT')
        .flatMap((whole) => partsOf(whole, 'IFCALIGNMENT').map(({ number }) => [number, whole] as const)),
    );
    const whole = own === undefined ? wholes.get(alignment) : undefined;
    return own ?? (whole === undefined ? undefined : partsOf(whole, 'IFCALIGNMENTHORIZONTAL')[0]);
  };
  const made = (alignment: number): Path | undefined => {
    const plan = planOf(alignment);
    const [profile] = partsOf(alignment, 'IFCALIGNMENTVERTICAL');
    const [cant] = partsOf(alignment, 'IFCALIGNMENTCANT');
    const cants = cant === undefined ? [] : cantsOf(model, cant, segmentsOf(cant));
    const segments = plan && planSegments(model, segmentsOf(plan), cants ?? [], units);
    const rises = profile === undefined ? [] : risesOf(model, segmentsOf(profile));
    if (segments === undefined || rises === undefined || cants === undefined) {
      if (plan !== undefined)
        model.issues.add(`The parameters of the alignment #${alignment} cannot be followed; it has no lines.`, {
          number: alignment,
        });
      return undefined;
    }
    const flat = horizontal(segments);
    const raised = rises.length === 0 ? flat : rising(flat, rises);
    return cants.length === 0 ? raised : canted(raised, cants);
  };
  const pathOf = (alignment: number): Path | undefined => {
    if (!known.has(alignment)) known.set(alignment, made(alignment));
    return known.get(alignment);
  };
  const only = (alignments: readonly number[] = []): Path | undefined => {
    const [one, other] = new Set(alignments);
    return one === undefined || other !== undefined ? undefined : pathOf(one);
  };
  return {
    pathOf,
    pathOfCurve(curve) {
      byCurve ??= alignmentsByCurve(model);
      return only(byCurve.get(curve));
    },
    pathOfPlacement(placement) {
      byPlacement ??= alignmentsByPlacement(model);
      const above = refOf(model.get(placement, 'PlacementRelTo'));
      return only(byPlacement.get(placement.number)) ?? only(above === null ? [] : byPlacement.get(above));
    },
  };
}

function add(to: Map<number, number[]>, key: number, numbers: readonly number[]): void {
  const known = to.get(key);
  if (known === undefined) to.set(key, [...numbers]);
  else for (const number of numbers) known.push(number);
}

function related(model: Model, relations: readonly string[], one: string, many: string): Numbers {
  const found = new Map<number, number[]>();
  for (const number of relations.flatMap((entity) => model.all(entity))) {
    const relation = model.read(number);
    const whole = relation === undefined ? null : refOf(model.get(relation, one));
    if (relation === undefined || whole === null) continue;
    add(found, whole, refsOf(model.get(relation, many)));
  }
  return found;
}

function alignmentsByCurve(model: Model): Numbers {
  const found = new Map<number, number[]>();
  for (const number of model.all('IFCALIGNMENT')) {
    const alignment = model.read(number);
    const shape = alignment && follow(model, alignment, 'Representation');
    const representations = shape === undefined ? [] : refsOf(model.get(shape, 'Representations'));
    for (const one of representations) {
      const representation = model.read(one);
      for (const item of representation === undefined ? [] : refsOf(model.get(representation, 'Items')))
        add(found, item, [number]);
    }
  }
  return found;
}

/** By their own placements, too: what counts from them stands along them. */
function alignmentsByPlacement(model: Model): Numbers {
  const found = new Map<number, number[]>();
  const alignments = new Set(model.all('IFCALIGNMENT'));
  const stands = (product: number, alignment: number) => {
    const instance = model.read(product);
    const placement = instance === undefined ? null : refOf(model.get(instance, 'ObjectPlacement'));
    if (placement !== null) add(found, placement, [alignment]);
  };
  for (const [one, many, relations] of [
    ['RelatingPositioningElement', 'RelatedProducts', ['IFCRELPOSITIONS']],
    ['RelatingObject', 'RelatedObjects', ['IFCRELNESTS']],
  ] as const)
    for (const [whole, products] of related(model, relations, one, many))
      if (alignments.has(whole)) for (const product of products) stands(product, whole);
  for (const alignment of alignments) stands(alignment, alignment);
  return found;
}

type Cants = readonly (Cant & { readonly turned: number })[];

/** The segments seen from above; undefined where one is of an unknown kind. */
function planSegments(
  model: Model,
  parameters: readonly Instance[],
  cants: Cants,
  units: Scale,
): readonly Segment[] | undefined {
  const found: Segment[] = [];
  let from = 0;
  for (const segment of parameters) {
    const of = (attribute: string) => numberOf(model.get(segment, attribute)) ?? 0;
    const length = Math.abs(of('SegmentLength'));
    if (!(length > 0)) continue;
    const [x, y] = pointOf(model, segment, 'StartPoint') ?? [0, 0, 0];
    const start = { x, y, heading: of('StartDirection') * units.radiansPerUnit };
    const place = from;
    // where the cant of the track changes with it
    const sway = () => {
      const cant = cants.find((one) => Math.abs(one.from - place) < 1e-3 * length);
      return of('GravityCenterLineHeight') * (cant?.turned ?? 0);
    };
    const curve = planCurve(model, segment, length, sway);
    if (curve === undefined) return undefined;
    found.push({ start, curve, at: (distance) => then(start, curve.at(distance)) });
    from += length;
  }
  return found.length === 0 ? undefined : found;
}

/** `sway`: the height of the centre of gravity times the radians by which the track turns about itself. */
function planCurve(model: Model, segment: Instance, length: number, sway: () => number): Planar | undefined {
  const kind = enumOf(model.get(segment, 'PredefinedType')) ?? '';
  const curvature = (attribute: string) => {
    const radius = numberOf(model.get(segment, attribute)) ?? 0;
    return radius === 0 ? 0 : 1 / radius;
  };
  const [first, last] = [curvature('StartRadiusOfCurvature'), curvature('EndRadiusOfCurvature')];
  if (kind === 'LINE') return arcOf(0, length);
  if (kind === 'CIRCULARARC') return arcOf(first || last, length);
  if (kind === 'CUBIC') return cubic(first, last, length);
  const transition = transitionOf(kind);
  if (transition === undefined) return undefined;
  const swaying = kind === 'VIENNESEBEND' ? sway() / length ** 2 : 0;
  return curved((at) => {
    const share = Math.min(1, Math.max(0, at / length));
    return first + (last - first) * transition(share) - swaying * vienneseBendCant(share);
  }, length);
}

/** A parabola of the third order, whose second derivative is the curvature that is wanted at either end. */
function cubic(first: number, last: number, length: number): Planar | undefined {
  const factor = (last - first) / (6 * length);
  if (factor === 0) return arcOf(first, length);
  const at = (x: number) => ({ place: [x, factor * x ** 3] as const, speed: [1, 3 * factor * x ** 2] as const });
  return parametric(at, first / (6 * factor), { length });
}

function risesOf(model: Model, parameters: readonly Instance[]): readonly Rise[] | undefined {
  const found: Rise[] = [];
  for (const [n, segment] of parameters.entries()) {
    const before = parameters[n - 1];
    const isBent = before !== undefined && enumOf(model.get(before, 'PredefinedType')) !== 'CONSTANTGRADIENT';
    const of = (attribute: string) => numberOf(model.get(segment, attribute)) ?? 0;
    if (!(of('HorizontalLength') > 0)) continue;
    const rise = riseOf({
      kind: enumOf(model.get(segment, 'PredefinedType')) ?? '',
      from: of('StartDistAlong'),
      length: of('HorizontalLength'),
      height: of('StartHeight'),
      gradients: [of('StartGradient'), of('EndGradient')],
      isBent,
    });
    if (rise === undefined) return undefined;
    found.push(rise);
  }
  return found;
}

function cantsOf(model: Model, cant: Instance, parameters: readonly Instance[]): Cants | undefined {
  const width = numberOf(model.get(cant, 'RailHeadDistance')) ?? 0;
  if (!(width > 0)) return undefined;
  const found: Cants[number][] = [];
  for (const segment of parameters) {
    const given = (attribute: string) => numberOf(model.get(segment, attribute));
    const transition = transitionOf(enumOf(model.get(segment, 'PredefinedType')) ?? '');
    const [from, length] = [given('StartDistAlong') ?? 0, given('HorizontalLength') ?? 0];
    if (transition === undefined) return undefined;
    if (!(length > 0)) continue;
    const [left, right] = (['Left', 'Right'] as const).map((side) => {
      const start = given(`StartCant${side}`) ?? 0;
      return { start, end: given(`EndCant${side}`) ?? start };
    });
    if (left === undefined || right === undefined) return undefined;
    found.push({
      from,
      turned: (right.end - left.end - right.start + left.start) / width,
      at(distance) {
        const share = transition(Math.min(1, Math.max(0, (distance - from) / length)));
        const [l, r] = [left, right].map(({ start, end }) => start + share * (end - start));
        const [low, high] = [l ?? 0, r ?? 0];
        return { up: (low + high) / 2, tilt: Math.asin(Math.min(1, Math.max(-1, (high - low) / width))) };
      },
    });
  }
  return found;
}
