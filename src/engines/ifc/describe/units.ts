import { enumOf, follow, type Instance, type Model, numberOf, refsOf, textOf } from '../step/model.ts';

export interface Units {
  readonly metresPerUnit: number;
  readonly radiansPerUnit: number;
  /** Kind of unit → its name. */
  readonly names: Readonly<Record<string, string>>;
}

const prefixes: Readonly<Record<string, number>> = {
  ...{ EXA: 1e18, PETA: 1e15, TERA: 1e12, GIGA: 1e9, MEGA: 1e6, KILO: 1e3, HECTO: 100, DECA: 10 },
  ...{ DECI: 0.1, CENTI: 0.01, MILLI: 1e-3, MICRO: 1e-6, NANO: 1e-9, PICO: 1e-12, FEMTO: 1e-15, ATTO: 1e-18 },
};

/** The units that the project declares; metres and radians where it does not. */
export function unitsOf(model: Model, project: Instance | undefined): Units {
  const assignment = project === undefined ? undefined : follow(model, project, 'UnitsInContext');
  const names: Record<string, string> = {};
  let metresPerUnit = 1;
  let radiansPerUnit = 1;
  for (const number of refsOf(assignment?.values[0])) {
    const unit = model.read(number);
    if (unit === undefined) continue;
    const kind = enumOf(model.get(unit, 'UnitType')) ?? (unit.entity === 'IFCMONETARYUNIT' ? 'MONETARYUNIT' : null);
    if (kind === null) continue;
    names[kind] = unitName(model, unit) ?? '';
    if (kind === 'LENGTHUNIT') metresPerUnit = factorOf(model, unit);
    if (kind === 'PLANEANGLEUNIT') radiansPerUnit = factorOf(model, unit);
  }
  return { metresPerUnit, radiansPerUnit, names };
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

/** SI units in one of it. */
export function factorOf(model: Model, unit: Instance, depth = 0): number {
  if (unit.entity === 'IFCSIUNIT') return prefixes[enumOf(model.get(unit, 'Prefix')) ?? ''] ?? 1;
  const measure = follow(model, unit, 'ConversionFactor');
  const base = measure === undefined ? undefined : follow(model, measure, 'UnitComponent');
  const value = measure === undefined ? null : numberOf(model.get(measure, 'ValueComponent'));
  if (base === undefined || value === null || value === 0 || depth > 8) return 1;
  return value * factorOf(model, base, depth + 1);
}
