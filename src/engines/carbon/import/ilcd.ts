import type { Figures, Module } from '../modules.ts';
import { openWarning } from '../scenarios.ts';
import type { Declaration, DeclaredUnit, ModuleScenarios } from '../types.ts';
import { standardOf } from './csv.ts';
import {
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

/** What of an ILCD+EPD process both of its forms, XML and JSON, are brought to. */
export interface IlcdProcess {
  readonly name: unknown;
  readonly uuid: unknown;
  readonly owner: unknown;
  /** Of the validity: a year, or a date. */
  readonly validUntil: unknown;
  /** Names of what it complies with. */
  readonly compliance: readonly string[];
  readonly amount: unknown;
  /** Of the reference flow. */
  readonly flow: IlcdFlow | undefined;
  /** Names of scenarios that are the default. */
  readonly defaults: readonly string[];
  readonly results: readonly IlcdResult[];
}

export interface IlcdFlow {
  /** UUID of the reference property, and how much of it is in one. */
  readonly property: unknown;
  readonly mean: unknown;
  /** kg/m³, kg/m², kg/m, kg, m: by their usual names. */
  readonly materials: readonly { readonly name: string; readonly value: unknown }[];
}

export interface IlcdResult {
  /** UUID of the indicator. */
  readonly indicator: string;
  readonly amounts: readonly {
    readonly module: string;
    readonly scenario: string | undefined;
    readonly value: unknown;
  }[];
}

const properties: Readonly<Record<string, DeclaredUnit>> = {
  '93a60a56-a3c8-11da-a746-0800200b9a66': 'kg',
  '93a60a56-a3c8-22da-a746-0800200c9a66': 'm3',
  '93a60a56-a3c8-19da-a746-0800200c9a66': 'm2',
  '838aaa23-0117-11db-92e3-0800200c9a66': 'm',
  '01846770-4cfe-4a25-8ad9-919d8d378345': 'pcs',
};

/** Indicators of both editions of the standard; that of +A2 has an id for each version of its method. */
const a1 = ['77e416eb-a363-4258-a04e-171d843a6460'];
const a2 = ['6a37f984-a4b3-458a-a20a-64418c145fa2', 'a7ea142a-9749-11ed-a8fc-0242ac120002'];
const fossil = ['5f635281-343e-44fb-83df-1971b155e6b6', 'a7ea19c0-9749-11ed-a8fc-0242ac120002'];
const biogenic = ['2356e1ab-0185-4db5-86e5-16de51c7485c', 'a7ea186c-9749-11ed-a8fc-0242ac120002'];

/** Throws a `Refusal`. */
export function ilcdDeclaration(process: IlcdProcess): Declaration {
  const name = nameOf(process.name);
  const { flow } = process;
  if (flow === undefined) throw new Refusal('The data set of the reference flow is not in the file.');
  const unit = properties[String(flow.property).toLowerCase()];
  if (unit === undefined)
    throw new Refusal('The declared unit is missing: the property of the reference flow is not known.');
  const amount = numberOf(process.amount, 'amount of the reference flow') ?? 1;
  const declared = declaredOf(amount * (numberOf(flow.mean, 'amount of the property') ?? 1), unit);
  const total = resultOf(process, a2);
  const { given, open } = total ?? resultOf(process, a1) ?? nothing;
  const warning = openWarning(open);
  const parts = { gwpFossil: resultOf(process, fossil), gwpBiogenic: resultOf(process, biogenic) };
  const year = textOf(process.validUntil);
  const material = (pattern: RegExp, what: string) =>
    positive(flow.materials.find((one) => pattern.test(one.name))?.value, what);
  const perUnit = massNames.get(unit);
  const mass = perUnit && material(perUnit, 'mass per unit');
  return {
    name,
    declared,
    gwp: figuresWith(given, open),
    example: false,
    standard: total === undefined ? 'EN 15804+A1' : (standardOf(process.compliance.join(' ')) ?? 'EN 15804+A2'),
    ...some({
      gwpFossil: parts.gwpFossil && figuresOf(parts.gwpFossil.given),
      gwpBiogenic: parts.gwpBiogenic && figuresOf(parts.gwpBiogenic.given),
      scenarios: open.length === 0 ? undefined : open,
      warnings: warning === undefined ? undefined : [warning],
      density: material(/gross density/i, 'density'),
      thickness: material(/layer thickness/i, 'thickness'),
      massPerUnit: mass === undefined ? undefined : mass * declared.quantity,
      validUntil: year === undefined ? undefined : /^\d{4}$/.test(year) ? `${year}-12-31` : year.slice(0, 10),
      owner: textOf(process.owner),
      reference: textOf(process.uuid),
    }),
  };
}

/** Where all modules have scenarios nothing counts yet, but a person may choose. */
const figuresWith = (given: Given, open: readonly ModuleScenarios[]): Figures =>
  open.length > 0 ? figuresOf(given) : someFigures(figuresOf(given));

/** What a material property that says the mass of one unit is called. */
const massNames: ReadonlyMap<DeclaredUnit, RegExp> = new Map([
  ['m2', /grammage/i],
  ['m', /linear density/i],
  ['pcs', /weight per piece/i],
]);

type Given = Map<Module | 'A1' | 'A2' | 'A3', number>;

/** What an indicator tells by module, and the modules whose scenarios somebody must choose from. */
interface Result {
  readonly given: Given;
  readonly open: readonly ModuleScenarios[];
}

const nothing: Result = { given: new Map(), open: [] };

/** The figures of the first of these indicators that there is. Of a module with scenarios the default one counts. */
function resultOf({ results, defaults }: IlcdProcess, indicators: readonly string[]): Result | undefined {
  const found = results.find(({ indicator }) => indicators.includes(indicator.toLowerCase()));
  if (found === undefined) return undefined;
  const given: Given = new Map();
  const open: ModuleScenarios[] = [];
  for (const [name, amounts] of Map.groupBy(found.amounts, ({ module }) => module)) {
    const module = moduleNamed(name);
    if (module === undefined) continue;
    const choices = amounts.flatMap(({ scenario, value }) => {
      const gwp = numberOf(value, name);
      return gwp === undefined ? [] : { scenario: scenario ?? '', gwp };
    });
    const only = decided(choices, defaults);
    if (only !== undefined) given.set(module, only);
    else if (choices.length > 0) open.push({ module: scenarioModule(module, name), choices });
  }
  return { given, open };
}

type Choice = ModuleScenarios['choices'][number];

/** The figure where there is no choice: one alone, the default one, or several that are equal. */
function decided(choices: readonly Choice[], defaults: readonly string[]): number | undefined {
  const chosen = choices.length > 1 ? choices.filter(({ scenario }) => defaults.includes(scenario)) : choices;
  const values = new Set((chosen.length > 0 ? chosen : choices).map(({ gwp }) => gwp));
  return values.size === 1 ? [...values][0] : undefined;
}

/** Parts of A1-A3 are added up, and nobody can say of which scenarios. */
function scenarioModule(module: Module | 'A1' | 'A2' | 'A3', name: string): Module {
  if (module === 'A1' || module === 'A2' || module === 'A3')
    throw new Refusal(`Module ${name} has scenarios, and none is the default.`);
  return module;
}
