import { type Figures, type Module, modules } from '../modules.ts';
import { type Declaration, type DeclaredUnit, declaredUnits } from '../types.ts';

/** Why a declaration is not taken. */
export class Refusal extends Error {}

/** kg in units of mass. */
const massUnits = [
  ['kg', 1],
  ['t', 1000],
  ['g', 0.001],
  ['lb', 0.45359237],
  ['shortton', 2000 * 0.45359237],
  ['longton', 2240 * 0.45359237],
] as const satisfies readonly (readonly [string, number])[];

/** Another name for a unit, and how many of ours it is. */
const otherUnits: ReadonlyMap<string, readonly [unit: DeclaredUnit, factor: number]> = new Map<
  string,
  readonly [DeclaredUnit, number]
>([
  ['item', ['pcs', 1] as const],
  ['item(s)', ['pcs', 1] as const],
  ['pc', ['pcs', 1] as const],
  ['tkm', ['t.km', 1] as const],
  ['t*km', ['t.km', 1] as const],
  ['qm', ['m2', 1] as const],
  ...massUnits.map(([name, kg]) => [name, ['kg', kg]] as const),
  ['yd3', ['m3', 0.9144 ** 3]],
  ['ft3', ['m3', 0.3048 ** 3]],
  ['gal', ['m3', 231 * 0.0254 ** 3]],
  ['l', ['m3', 0.001]],
  ['yd2', ['m2', 0.9144 ** 2]],
  ['ft2', ['m2', 0.3048 ** 2]],
  ['in2', ['m2', 0.0254 ** 2]],
  ['cm2', ['m2', 1e-4]],
  ['yd', ['m', 0.9144]],
  ['ft', ['m', 0.3048]],
  ['in', ['m', 0.0254]],
  ['cm', ['m', 0.01]],
  ['mm', ['m', 0.001]],
  ['km', ['m', 1000]],
]);

/** Names that are written for one of these. */
const spellings: ReadonlyMap<string, string> = new Map([
  ...(['cy', 'cuyd', 'cubicyard', 'cubicyards', 'yard3'] as const).map((name) => [name, 'yd3'] as const),
  ...(['cf', 'cuft', 'cubicfoot', 'cubicfeet'] as const).map((name) => [name, 'ft3'] as const),
  ...(['sf', 'sqft', 'squarefoot', 'squarefeet'] as const).map((name) => [name, 'ft2'] as const),
  ...(['lf', 'foot', 'feet', 'linearfoot', 'linearfeet'] as const).map((name) => [name, 'ft'] as const),
  ...(['gallon', 'gallons', 'usgal'] as const).map((name) => [name, 'gal'] as const),
  ...(['inch', 'inches'] as const).map((name) => [name, 'in'] as const),
  ...(['lbs', 'lbm', 'pound', 'pounds'] as const).map((name) => [name, 'lb'] as const),
  ...(['shorttons', 'ustons', 'uston'] as const).map((name) => [name, 'shortton'] as const),
  ...(['tonne', 'tonnes', 'metricton', 'metrictons', 'mt'] as const).map((name) => [name, 't'] as const),
]);

/** A unit without blanks, dots, carets and raised digits: "short ton", "ft²", "cu. yd". */
const plainUnit = (text: string): string => {
  const plain = text
    .toLowerCase()
    .replace(/[\s._^-]/g, '')
    .replaceAll('³', '3')
    .replaceAll('²', '2');
  return spellings.get(plain) ?? plain;
};

const kilograms: ReadonlyMap<string, number> = new Map(massUnits);

/** kg in a unit of mass; undefined for one that is not known. */
export const kilogramsIn = (unit: string): number | undefined => kilograms.get(plainUnit(unit));

/** For people: without other spellings. */
const aliases = new Set(['item(s)', 'pc', 'tkm', 't*km', 'qm']);
const knownUnits = [...new Set([...declaredUnits, ...otherUnits.keys()])]
  .filter((name) => !aliases.has(name))
  .map((name) => name.replace(/^(short|long)ton$/, '$1 ton'));

/** What is declared. Throws a `Refusal` where the unit is missing or none of ours. */
export function declaredOf(quantity: unknown, unit: unknown): Declaration['declared'] {
  const text = typeof unit === 'string' ? unit.trim() : '';
  if (text === '') throw new Refusal('The declared unit is missing.');
  const plain = plainUnit(text);
  const own = declaredUnits.find((one) => plainUnit(one) === plain);
  const [found, factor] = own === undefined ? (otherUnits.get(plain) ?? []) : [own, 1];
  if (found === undefined || factor === undefined) {
    throw new Refusal(`The declared unit '${text.slice(0, 40)}' is not known. Known are ${knownUnits.join(', ')}.`);
  }
  const value = numberOf(quantity, 'declared quantity');
  if (value === undefined || !(value > 0)) throw new Refusal('The declared quantity is missing or not above 0.');
  return { quantity: factor === 1 ? value : Number((value * factor).toPrecision(15)), unit: found };
}

/** A number; undefined for nothing. Throws a `Refusal` for what is none. */
export function numberOf(value: unknown, what: string): number | undefined {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) return undefined;
  const number = typeof value === 'number' ? value : typeof value === 'string' ? Number(value) : Number.NaN;
  if (!Number.isFinite(number)) throw new Refusal(`The ${what} '${String(value).slice(0, 40)}' is not a number.`);
  return number;
}

export function positive(value: unknown, what: string): number | undefined {
  const number = numberOf(value, what);
  if (number !== undefined && !(number > 0)) throw new Refusal(`The ${what} is not above 0.`);
  return number;
}

const byName: ReadonlyMap<string, Module | 'A1' | 'A2' | 'A3'> = new Map(
  [...modules, 'A1' as const, 'A2' as const, 'A3' as const].map((one) => [one.toUpperCase(), one]),
);

/** A module as it is written: "A1-A3", "A1A2A3", "a1". */
export const moduleNamed = (name: string): Module | 'A1' | 'A2' | 'A3' | undefined => {
  const plain = name.trim().toUpperCase().replace('–', '-');
  return plain === 'A1A2A3' || plain === 'A1-3' ? 'A1-A3' : byName.get(plain);
};

/** Figures by module; A1, A2 and A3 apart count together, when all three are there. */
export function figuresOf(given: ReadonlyMap<Module | 'A1' | 'A2' | 'A3', number>): Figures {
  const figures: Partial<Record<Module, number>> = {};
  for (const module of modules) {
    const value = given.get(module);
    if (value !== undefined) figures[module] = value;
  }
  const [a1, a2, a3] = [given.get('A1'), given.get('A2'), given.get('A3')];
  if (figures['A1-A3'] === undefined && a1 !== undefined && a2 !== undefined && a3 !== undefined) {
    figures['A1-A3'] = a1 + a2 + a3;
  }
  return figures;
}

/** Throws a `Refusal` where nothing is declared. */
export function someFigures(figures: Figures): Figures {
  if (Object.keys(figures).length === 0) throw new Refusal('No module is declared.');
  return figures;
}

/** A day as 2027-12-31; undefined for nothing. Throws a `Refusal` for what is none. */
export function dayOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const day = /^\d{4}-\d{2}-\d{2}/.exec(String(value))?.[0];
  if (day === undefined || Number.isNaN(Date.parse(day)))
    throw new Refusal(`'${String(value).slice(0, 40)}' is no date.`);
  return day;
}

/** Members that have a value. */
export type Some<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };
export function some<T extends object>(members: T): Some<T>;
export function some(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

const longest = 255;
export const nameOf = (value: unknown): string => {
  const name = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '';
  if (name === '') throw new Refusal('The name is missing.');
  return name.slice(0, longest);
};

/** A text of one line; undefined for nothing. */
export const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).replace(/\s+/g, ' ').trim() : '';
  return text === '' ? undefined : text.slice(0, 1000);
};
