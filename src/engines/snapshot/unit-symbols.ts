import { isObject, unitIn } from './measures.ts';
import type { Json, Measures, PropertySet, SnapshotHeader } from './types.ts';

/** Symbols by the names of values; of a value that has members theirs. */
export interface UnitSymbols {
  readonly [name: string]: string | UnitSymbols;
}

/**
 * The unit of each value of a set as people write it ("mm", "m²"): its own, or that of the file for what it measures.
 * What has none, or one that nobody can tell, is left out. Empty in snapshots of format 1.
 */
export const unitSymbols = (
  { properties, measures }: Pick<PropertySet, 'properties' | 'measures'>,
  units: SnapshotHeader['units'],
): UnitSymbols => symbolsIn(properties, measures ?? {}, units);

function symbolsIn(
  properties: Readonly<Record<string, Json>>,
  measures: Measures,
  units: SnapshotHeader['units'],
): UnitSymbols {
  const found = Object.entries(properties).flatMap(([name, value]): [string, string | UnitSymbols][] => {
    const measure = Object.hasOwn(measures, name) ? measures[name] : undefined;
    if (measure === undefined) return [];
    if (typeof measure === 'object' && 'members' in measure) {
      const inner = isObject(value) ? symbolsIn(value, measure.members, units) : {};
      return Object.keys(inner).length === 0 ? [] : [[name, inner]];
    }
    const unit = typeof measure === 'string' ? units[unitKind(measure)] : unitIn(value);
    const symbol = unit ? unitSymbol(unit) : undefined;
    return symbol === undefined ? [] : [[name, symbol]];
  });
  return Object.fromEntries(found);
}

/** The kind of unit that a type of value, or a quantity, is in: `LENGTHUNIT` of "IfcPositiveLengthMeasure". */
function unitKind(type: string): string {
  const quantity = /^IfcQuantity(\w+)$/.exec(type)?.[1];
  if (quantity !== undefined) return quantity === 'Weight' ? 'MASSUNIT' : `${quantity.toUpperCase()}UNIT`;
  const measure = /^Ifc(?:Positive|NonNegative)?(\w+)Measure$/.exec(type)?.[1];
  return measure === undefined ? '' : `${measure.toUpperCase()}UNIT`;
}

const prefixes: Readonly<Record<string, string>> = {
  EXA: 'E',
  PETA: 'P',
  TERA: 'T',
  GIGA: 'G',
  MEGA: 'M',
  KILO: 'k',
  HECTO: 'h',
  DECA: 'da',
  DECI: 'd',
  CENTI: 'c',
  MILLI: 'm',
  MICRO: 'µ',
  NANO: 'n',
  PICO: 'p',
  FEMTO: 'f',
  ATTO: 'a',
};

const siSymbols: Readonly<Record<string, string>> = {
  METRE: 'm',
  SQUARE_METRE: 'm²',
  CUBIC_METRE: 'm³',
  GRAM: 'g',
  SECOND: 's',
  RADIAN: 'rad',
  STERADIAN: 'sr',
  NEWTON: 'N',
  PASCAL: 'Pa',
  JOULE: 'J',
  WATT: 'W',
  HERTZ: 'Hz',
  AMPERE: 'A',
  VOLT: 'V',
  OHM: 'Ω',
  FARAD: 'F',
  COULOMB: 'C',
  HENRY: 'H',
  WEBER: 'Wb',
  TESLA: 'T',
  SIEMENS: 'S',
  LUX: 'lx',
  LUMEN: 'lm',
  CANDELA: 'cd',
  KELVIN: 'K',
  DEGREE_CELSIUS: '°C',
  MOLE: 'mol',
  BECQUEREL: 'Bq',
  GRAY: 'Gy',
  SIEVERT: 'Sv',
};

const otherSymbols: Readonly<Record<string, string>> = {
  DEGREE: '°',
  INCH: 'in',
  FOOT: 'ft',
  FEET: 'ft',
  YARD: 'yd',
  MILE: 'mi',
  ACRE: 'acre',
  LITRE: 'l',
  POUND: 'lb',
  OUNCE: 'oz',
  'US SURVEY FOOT': 'ft',
  MINUTE: 'min',
  HOUR: 'h',
  DAY: 'd',
  TONNE: 't',
  TON: 't',
};

const powers: Readonly<Record<string, string>> = { SQUARE: '²', CUBIC: '³' };

/** `mm` of "MILLIMETRE", `ft²` of "SQUARE FOOT"; a name that is not known stays; undefined of a mere kind of unit. */
export function unitSymbol(name: string): string | undefined {
  const known = name.trim().toUpperCase();
  if (known === '' || known.endsWith('UNIT')) return undefined;
  const whole = siSymbols[known] ?? otherSymbols[known];
  if (whole !== undefined) return whole;
  for (const [prefix, sign] of Object.entries(prefixes)) {
    const rest = known.startsWith(prefix) ? siSymbols[known.slice(prefix.length)] : undefined;
    if (rest !== undefined) return sign + rest;
  }
  const [power = '', ...words] = known.split(/[ _]/);
  const base = powers[power] === undefined ? undefined : otherSymbols[words.join(' ')];
  return base === undefined ? name.trim() : base + powers[power];
}
