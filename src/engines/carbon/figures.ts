import { endOfLife, type Figures, type Module, modules } from './modules.ts';
import type { Epd, MappedMaterial } from './types.ts';

/** What is calculated: an amount of a product, in the unit that it is declared in. */
export interface Amount {
  readonly epd: Epd;
  readonly entry: MappedMaterial;
  readonly amount: number;
  /** kg of that; undefined where it is not known. */
  readonly mass: number | undefined;
  /** Years. */
  readonly studyPeriod: number;
  readonly epdOf: (id: string) => Epd | undefined;
}

export interface RowFigures {
  readonly figures: Figures;
  /** Modules of which something is not known, though they may have a figure. */
  readonly missing: readonly Module[];
}

/** Known, with whether something is missing of it. */
interface Value {
  readonly value: number | undefined;
  readonly whole: boolean;
}
const known = (value: number | undefined): Value => ({ value, whole: value !== undefined });

/** What is known of some values together; undefined where nothing is. */
function together(values: readonly Value[]): Value {
  const some = values.flatMap(({ value }) => value ?? []);
  const value = some.length === 0 ? undefined : some.reduce((a, b) => a + b);
  return { value, whole: values.every(({ whole }) => whole) };
}
const times = ({ value, whole }: Value, factor: number): Value => ({
  value: value === undefined ? undefined : value * factor,
  whole,
});

/** The figures of an amount by module (EN 15978); carbon-calculation.md 5.4 has the formulas. */
export function figuresOf({ epd, entry, amount, mass, studyPeriod, epdOf }: Amount): RowFigures {
  const { factor = 1, wastage = 0, transport = [], serviceLife } = entry;
  const n = (amount / epd.declared.quantity) * factor;
  const declared = (module: Module): Value => known(epd.gwp[module] === undefined ? undefined : n * epd.gwp[module]);
  const values = new Map<Module, Value>(modules.map((module) => [module, declared(module)]));
  const of = (module: Module): Value => values.get(module) ?? known(undefined);
  if (transport.length > 0)
    values.set('A4', transported(mass === undefined ? undefined : mass * factor, transport, epdOf));
  if (wastage > 0) {
    const lost = together([of('A1-A3'), of('A4'), ...endOfLife.map(of)]);
    values.set('A5', together([of('A5'), times(lost, wastage)]));
  }
  if (serviceLife !== undefined) {
    const again = Math.max(0, Math.ceil(studyPeriod / serviceLife) - 1);
    const once = together([of('A1-A3'), of('A4'), of('A5'), ...endOfLife.map(of)]);
    values.set('B4', again === 0 ? known(0) : times(once, again));
  }
  const figures = modules.flatMap((module) => {
    const { value } = of(module);
    return value === undefined ? [] : [[module, value] as const];
  });
  return { figures: Object.fromEntries(figures), missing: modules.filter((module) => !of(module).whole) };
}

/** kg CO2e of bringing a mass to the site, over all its ways; unknown when one of them is. */
function transported(
  mass: number | undefined,
  transport: NonNullable<MappedMaterial['transport']>,
  epdOf: Amount['epdOf'],
): Value {
  let total = 0;
  for (const { epdId, distance } of transport) {
    const way = epdOf(epdId);
    const perUnit = way?.declared.unit === 't.km' ? way.gwp['A1-A3'] : undefined;
    if (mass === undefined || way === undefined || perUnit === undefined) return known(undefined);
    total += (mass / 1000) * distance * (perUnit / way.declared.quantity);
  }
  return known(total);
}
