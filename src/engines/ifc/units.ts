import type { Dimension, SiPerUnit } from '../snapshot/types.ts';
import { enumOf, follow, type Instance, type Model, numberOf, refsOf, textOf } from './step/model.ts';

export interface Units {
  /** SI units in one of the file. */
  readonly si: SiPerUnit;
  readonly metresPerUnit: number;
  readonly radiansPerUnit: number;
  /** Kind of unit → its name. */
  readonly names: Readonly<Record<string, string>>;
}

const prefixes: Readonly<Record<string, number>> = {
  EXA: 1e18,
  PETA: 1e15,
  TERA: 1e12,
  GIGA: 1e9,
  MEGA: 1e6,
  KILO: 1e3,
  HECTO: 100,
  DECA: 10,
  DECI: 0.1,
  CENTI: 0.01,
  MILLI: 1e-3,
  MICRO: 1e-6,
  NANO: 1e-9,
  PICO: 1e-12,
  FEMTO: 1e-15,
  ATTO: 1e-18,
};

const dimensions: Readonly<Record<string, Dimension>> = {
  LENGTHUNIT: 'length',
  AREAUNIT: 'area',
  VOLUMEUNIT: 'volume',
  MASSUNIT: 'mass',
  TIMEUNIT: 'time',
  PLANEANGLEUNIT: 'angle',
};

/** The units that the project declares; metres and radians where it does not. */
export function unitsOf(model: Model, project: Instance | undefined): Units {
  const assignment = project === undefined ? undefined : follow(model, project, 'UnitsInContext');
  const names: Record<string, string> = {};
  const declared: Partial<Record<Dimension, number | null>> = {};
  for (const number of refsOf(assignment?.values[0])) {
    const unit = model.read(number);
    if (unit === undefined) continue;
    const kind = enumOf(model.get(unit, 'UnitType')) ?? (unit.entity === 'IFCMONETARYUNIT' ? 'MONETARYUNIT' : null);
    if (kind === null) continue;
    names[kind] = unitName(model, unit) ?? '';
    const dimension = dimensions[kind];
    if (dimension !== undefined) declared[dimension] = siFactor(model, unit) ?? null;
  }
  if (project !== undefined) tellLength(model, declared.length);
  const metresPerUnit = declared.length ?? 1;
  const radiansPerUnit = declared.angle ?? 1;
  // what is not declared is only sure where the file counts in metres
  const inMetres = metresPerUnit === 1 ? 1 : null;
  const usual = { area: inMetres, volume: inMetres, mass: null, time: 1 };
  const si = { ...usual, ...declared, length: metresPerUnit, angle: radiansPerUnit };
  return { si, metresPerUnit, radiansPerUnit, names };
}

/** Sizes that nobody has said would be taken for those of the building. */
function tellLength({ issues }: Model, metres: number | null | undefined): void {
  if (metres === undefined) issues.add('The file names no unit of length; lengths count as metres.');
  else if (metres === null || !(metres > 0))
    issues.add('The size of its unit of length cannot be told; lengths count as metres, and its shapes may be wrong.');
}

/** "MILLIMETRE", "DEGREE", "EUR"; of a derived unit its kind. */
export function unitName(model: Model, unit: Instance): string | null {
  if (unit.entity === 'IFCSIUNIT')
    return `${enumOf(model.get(unit, 'Prefix')) ?? ''}${enumOf(model.get(unit, 'Name')) ?? ''}`;
  if (unit.entity === 'IFCMONETARYUNIT') {
    const currency = model.get(unit, 'Currency');
    return textOf(currency) ?? enumOf(currency);
  }
  if (unit.entity === 'IFCDERIVEDUNIT') {
    return textOf(model.get(unit, 'UserDefinedType')) ?? enumOf(model.get(unit, 'UnitType'));
  }
  return textOf(model.get(unit, 'Name'));
}

const feet: Readonly<Record<string, number>> = { FOOT: 0.3048, FEET: 0.3048, 'US SURVEY FOOT': 1200 / 3937 };

/** Metres in a unit of length that is named by a text: "METRE", "MILLIMETRE", "foot"; undefined when it is not known. */
export function metresOfUnit(name: string): number | undefined {
  const known = name.trim().toUpperCase();
  const prefix = /^(.*?)(?:METRE|METER)S?$/.exec(known)?.[1];
  return prefix === '' || known === 'M' ? 1 : (prefixes[prefix ?? ''] ?? feet[known]);
}

/** SI units in one of it; 1 where that cannot be told. */
export const factorOf = (model: Model, unit: Instance): number => siFactor(model, unit) ?? 1;

const deepest = 8;

/**
 * SI units (kg for a mass) in one of it; undefined where the file does not say, and for what is more than a factor:
 * money, degrees Celsius, numbers of things.
 */
export function siFactor(model: Model, unit: Instance, depth = 0): number | undefined {
  if (depth > deepest) return undefined;
  switch (unit.entity) {
    case 'IFCSIUNIT':
      return siUnitFactor(model, unit);
    case 'IFCCONVERSIONBASEDUNIT':
      return conversionFactor(model, unit, depth);
    case 'IFCDERIVEDUNIT':
      return derivedFactor(model, unit, depth);
    default:
      return undefined;
  }
}

/** A prefix counts as often as the metre does: a square millimetre is 1e-6 m². */
function siUnitFactor(model: Model, unit: Instance): number | undefined {
  const name = enumOf(model.get(unit, 'Name'));
  const prefix = prefixes[enumOf(model.get(unit, 'Prefix')) ?? ''] ?? 1;
  switch (name) {
    case null:
    case 'DEGREE_CELSIUS':
      return undefined;
    case 'SQUARE_METRE':
      return exact(prefix ** 2);
    case 'CUBIC_METRE':
      return exact(prefix ** 3);
    case 'GRAM':
      return prefix / 1000;
    default:
      return prefix;
  }
}

function conversionFactor(model: Model, unit: Instance, depth: number): number | undefined {
  const measure = follow(model, unit, 'ConversionFactor');
  const base = measure === undefined ? undefined : follow(model, measure, 'UnitComponent');
  const value = measure === undefined ? null : numberOf(model.get(measure, 'ValueComponent'));
  const factor = base === undefined ? undefined : siFactor(model, base, depth + 1);
  return value === null || value === 0 || factor === undefined ? undefined : value * factor;
}

function derivedFactor(model: Model, unit: Instance, depth: number): number | undefined {
  let factor = 1;
  for (const number of refsOf(model.get(unit, 'Elements'))) {
    const element = model.read(number, unit);
    const base = element === undefined ? undefined : follow(model, element, 'Unit');
    const one = base === undefined ? undefined : siFactor(model, base, depth + 1);
    const exponent = element === undefined ? null : numberOf(model.get(element, 'Exponent'));
    if (one === undefined || exponent === null) return undefined;
    factor *= one ** exponent;
  }
  return exact(factor);
}

/** Without the last digits, which powers of a tenth leave behind. */
const exact = (value: number): number => Number(value.toPrecision(15));
