import type { Module } from '../modules.ts';
import type { Declaration, Standard } from '../types.ts';
import {
  dayOf,
  declaredOf,
  figuresOf,
  kilogramsIn,
  moduleNamed,
  nameOf,
  numberOf,
  positive,
  Refusal,
  some,
  someFigures,
  textOf,
} from './facts.ts';

type Json = Readonly<Record<string, unknown>>;
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A declaration by openEPD. Throws a `Refusal`. */
export function openEpdDeclaration(epd: Json): Declaration {
  const name = nameOf(epd.product_name ?? epd.name);
  const unit = amountIn(epd.declared_unit);
  const declared = declaredOf(unit.qty, unit.unit);
  const mass = epd.kg_per_declared_unit ? massOf(amountIn(epd.kg_per_declared_unit)) : undefined;
  const methods = methodsIn(epd.impacts);
  const best = bestMethod(methods);
  const owner = isObject(epd.manufacturer) ? epd.manufacturer.name : undefined;
  return {
    name,
    declared,
    gwp: someFigures(figuresOf(best.figures)),
    example: false,
    standard: standardOfMethod(best.method),
    ...partsOf(epd.impacts, best.method),
    ...some({
      method: best.method,
      otherMethods: othersOf(methods, best),
      warnings: best.isGhgAlone ? [ghgWarning] : undefined,
      massPerUnit: mass,
      validUntil: dayOf(epd.valid_until ?? epd.date_validity_ends),
      reference: textOf(epd.id),
      owner: textOf(owner),
      url: textOf(epd.declaration_url),
    }),
  };
}

/** An amount, which some programs write as a text: "1 m3". */
function amountIn(value: unknown): Json {
  const [, qty, unit] = typeof value === 'string' ? (/^\s*([\d.eE+-]+)\s*(\S.*?)\s*$/.exec(value) ?? []) : [];
  if (qty !== undefined) return { qty, unit };
  return isObject(value) ? value : {};
}

function massOf({ qty, unit = 'kg' }: Json): number | undefined {
  const factor = kilogramsIn(String(unit));
  if (factor === undefined) throw new Refusal(`The unit '${String(unit).slice(0, 40)}' of the mass is not known.`);
  const value = positive(qty, 'mass per declared unit');
  return value === undefined ? undefined : Number((value * factor).toPrecision(15));
}

type Given = ReadonlyMap<Module | 'A1' | 'A2' | 'A3', number>;

interface Method {
  readonly method: string;
  readonly figures: Given;
  /** Its GWP leaves out what plants take up and give off: some programs declare nothing else. */
  readonly isGhgAlone: boolean;
}

const ghgWarning =
  'Only GWP-GHG is declared, which leaves out biogenic carbon. It was taken as the total, from which it differs for products of plants.';

function methodsIn(impacts: unknown): readonly Method[] {
  return Object.entries(isObject(impacts) ? impacts : {}).flatMap(([method, indicators]): Method[] => {
    if (!isObject(indicators)) return [];
    const total = indicators.gwp;
    if (isObject(total)) return [{ method, figures: figuresIn(total), isGhgAlone: false }];
    const [, ghg] = Object.entries(indicators).find(([name]) => /^gwp[-_ ]?ghg$/i.test(name)) ?? [];
    return isObject(ghg) ? [{ method, figures: figuresIn(ghg), isGhgAlone: true }] : [];
  });
}

function standardOfMethod(method: string): Standard | null {
  if (/EF ?3|A2/i.test(method)) return 'EN 15804+A2';
  return /CML|A1/i.test(method) ? 'EN 15804+A1' : null;
}

/** Results by EN 15978 take the newest edition of EN 15804. */
const rankOf = ({ method, isGhgAlone }: Method): number => {
  const standard = standardOfMethod(method);
  return (isGhgAlone ? 3 : 0) + (standard === 'EN 15804+A2' ? 0 : standard === 'EN 15804+A1' ? 1 : 2);
};

/** Of several methods that of the standard, else the one that tells of most modules. */
function bestMethod(methods: readonly Method[]): Method {
  const told = methods.filter(({ figures }) => figures.size > 0);
  const isNamed = ({ method }: Method) => (/15804/.test(method) ? 0 : 1);
  const [best, second] = told.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || b.figures.size - a.figures.size || isNamed(a) - isNamed(b),
  );
  if (best === undefined) throw new Refusal('No module is declared.');
  const isTie = second?.figures.size === best.figures.size && standardOfMethod(best.method) === null;
  if (second !== undefined && isTie && rankOf(second) === rankOf(best)) {
    throw new Refusal(
      `The methods '${best.method}' and '${second.method}' tell of equally many modules, and neither is EN 15804.`,
    );
  }
  return best;
}

function othersOf(methods: readonly Method[], best: Method) {
  const others = methods.filter((one) => one !== best && one.figures.size > 0);
  return others.length === 0 ? undefined : others.map(({ method, figures }) => ({ method, gwp: figuresOf(figures) }));
}

/** The parts of the total that the same method tells of. */
function partsOf(impacts: unknown, method: string) {
  const indicators = isObject(impacts) && isObject(impacts[method]) ? impacts[method] : {};
  const part = (name: string) => {
    const found = indicators[name];
    const figures = isObject(found) ? figuresOf(figuresIn(found)) : {};
    return Object.keys(figures).length === 0 ? undefined : figures;
  };
  return some({
    gwpFossil: part('gwp-fossil'),
    gwpBiogenic: part('gwp-biogenic'),
    gwpLuluc: part('gwp-luluc'),
  });
}

function figuresIn(gwp: Json): Given {
  const found = new Map<Module | 'A1' | 'A2' | 'A3', number>();
  for (const [name, figure] of Object.entries(gwp)) {
    const module = moduleNamed(name);
    if (module === undefined || !isObject(figure)) continue;
    const unit = textOf(figure.unit) ?? 'kgCO2e';
    if (!/^kg\s*CO2/i.test(unit)) throw new Refusal(`The unit '${unit.slice(0, 40)}' of ${name} is not kgCO2e.`);
    const value = numberOf(figure.mean, name);
    if (value !== undefined) found.set(module, value);
  }
  return found;
}
