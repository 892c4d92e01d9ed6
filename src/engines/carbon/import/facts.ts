import { type Figures, type Module, modules } from '../modules.ts';
import { type Declaration, type DeclaredUnit, declaredUnits } from '../types.ts';

/** Why a declaration is not taken. */
export class Refusal extends Error {}

/** Another name for a unit, and how many of ours it is. */
const otherUnits: ReadonlyMap<string, readonly [unit: DeclaredUnit, factor: number]> = new Map([
  ['t', ['kg', 1000] as const],
  ['item', ['pcs', 1] as const],
  ['item(s)', ['pcs', 1] as const],
  ['pc', ['pcs', 1] as const],
  ['tkm', ['t.km', 1] as const],
  ['t*km', ['t.km', 1] as const],
  ['qm', ['m2', 1] as const],
]);

/** What is declared. Throws a `Refusal` where the unit is missing or none of ours. */
export function declaredOf(quantity: unknown, unit: unknown): Declaration['declared'] {
  const text = typeof unit === 'string' ? unit.trim().replace('³', '3').replace('²', '2').replace('^', '') : '';
  if (text === '') throw new Refusal('The declared unit is missing.');
  const own = declaredUnits.find((one) => one.toLowerCase() === text.toLowerCase());
  const [found, factor] = own === undefined ? (otherUnits.get(text.toLowerCase()) ?? []) : [own, 1];
  if (found === undefined || factor === undefined) throw new Refusal(`The declared unit '${text}' is not known.`);
  const value = numberOf(quantity, 'declared quantity');
  if (value === undefined || !(value > 0)) throw new Refusal('The declared quantity is missing or not above 0.');
  return { quantity: value * factor, unit: found };
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
