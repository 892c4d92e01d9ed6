import type { Module } from '../modules.ts';
import type { Declaration } from '../types.ts';
import {
  dayOf,
  declaredOf,
  figuresOf,
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
  const unit = isObject(epd.declared_unit) ? epd.declared_unit : {};
  const declared = declaredOf(unit.qty, unit.unit);
  const mass = isObject(epd.kg_per_declared_unit) ? massOf(epd.kg_per_declared_unit) : undefined;
  const [method, figures] = bestMethod(epd.impacts);
  const owner = isObject(epd.manufacturer) ? epd.manufacturer.name : undefined;
  return {
    ...{ name, declared, gwp: someFigures(figuresOf(figures)), example: false },
    standard: /EF ?3|A2/i.test(method) ? 'EN 15804+A2' : /CML|A1/i.test(method) ? 'EN 15804+A1' : null,
    ...some({
      massPerUnit: mass,
      validUntil: dayOf(epd.valid_until ?? epd.date_validity_ends),
      reference: textOf(epd.id),
      owner: textOf(owner),
      url: textOf(epd.declaration_url),
    }),
  };
}

function massOf({ qty, unit = 'kg' }: Json): number | undefined {
  const factor = { kg: 1, t: 1000, g: 0.001 }[String(unit)];
  if (factor === undefined) throw new Refusal(`The unit '${String(unit).slice(0, 40)}' of the mass is not known.`);
  const value = positive(qty, 'mass per declared unit');
  return value === undefined ? undefined : value * factor;
}

type Given = ReadonlyMap<Module | 'A1' | 'A2' | 'A3', number>;

/** Of several methods the one that tells of most modules. */
function bestMethod(impacts: unknown): readonly [method: string, figures: Given] {
  const all = Object.entries(isObject(impacts) ? impacts : {}).flatMap(([method, indicators]): [string, Given][] => {
    const gwp = isObject(indicators) ? indicators.gwp : undefined;
    return isObject(gwp) ? [[method, figuresIn(gwp)]] : [];
  });
  const [best, second] = all.sort(([, a], [, b]) => b.size - a.size);
  if (best === undefined) throw new Refusal('No module is declared.');
  if (second !== undefined && second[1].size === best[1].size) {
    throw new Refusal(`The methods '${best[0]}' and '${second[0]}' tell of equally many modules.`);
  }
  return best;
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
