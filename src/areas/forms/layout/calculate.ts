import { type BudgetLimits, BudgetSpent, budgetOf } from '../../../std/budget.ts';
import { type Control, keyOf, type Layout, largestProperties, longestText } from './controls.ts';
import { type Evaluation, evaluate, type Properties, rounded } from './evaluate.ts';
import { type Formula, keysIn, parseFormula } from './formula.ts';

/** A calculated value of a layout. */
interface Calculation {
  readonly key: string;
  readonly control: Control;
  readonly formula: Formula;
}

/** Why a formula of a layout can never be calculated. */
export type FormulaFault = { readonly key: string; readonly fault: 'unparsable' | 'circle' };

interface Calculations {
  readonly order: readonly Calculation[];
  readonly faults: readonly FormulaFault[];
}

/** Formulas are parsed once for each layout that is in use, not for each form. */
const known = new WeakMap<Layout, Calculations>();

/** The calculated values in the order of their dependence, and what is wrong with others. */
export function calculationsOf(layout: Layout): Calculations {
  const found = known.get(layout) ?? ordered(layout);
  known.set(layout, found);
  return found;
}

function ordered(layout: Layout): Calculations {
  const faults: FormulaFault[] = [];
  const all = new Map<string, Calculation>();
  for (const [key, control] of layout.byKey) {
    if (control.type !== 'Calculated') continue;
    const formula = parseFormula(String(control.members.Formula ?? ''));
    if (formula) all.set(key, { key, control, formula });
    else faults.push({ key, fault: 'unparsable' });
  }
  const order: Calculation[] = [];
  const seen = new Map<string, 'under way' | 'done'>();
  const visit = (one: Calculation): void => {
    if (seen.get(one.key) === 'done') return;
    if (seen.get(one.key) === 'under way') return void faults.push({ key: one.key, fault: 'circle' });
    seen.set(one.key, 'under way');
    for (const needed of keysIn(one.formula).map(keyOf)) {
      const other = all.get(needed);
      if (other) visit(other);
    }
    seen.set(one.key, 'done');
    order.push(one);
  };
  for (const one of all.values()) visit(one);
  return { order, faults };
}

/** Why a calculated value is not there: a code, a sentence for people, and the path of the property. */
export interface CalculationFault {
  readonly code: string;
  readonly message: string;
  readonly target: string;
}

/** The properties of a form with their calculated values. */
interface Calculated {
  readonly properties: Properties;
  /** Which values could not be made, and why; at most `mostFaults`. */
  readonly faults: readonly CalculationFault[];
}

/** What all formulas of a form together may use: a tenth of a second and a few megabytes. */
const limits: BudgetLimits = { steps: 1_000_000, text: longestText, texts: 4 * largestProperties };
const mostFaults = 100;

type Fault = keyof BudgetLimits | 'room';

const codes: Readonly<Record<Fault, string>> = {
  text: 'ValueTooLong',
  room: 'PropertiesTooLarge',
  steps: 'CalculationTooLarge',
  texts: 'CalculationTooLarge',
};
const reasons: Readonly<Record<Fault, string>> = {
  text: `would have more than ${longestText.toLocaleString('en')} characters`,
  room: 'does not fit: the properties of a form have at most 1 MiB together',
  steps: 'needs too many steps: the formulas of a form share a limit',
  texts: 'makes too much text: the formulas of a form share a limit',
};

/** The properties with all calculated values made anew; those without a value are not there. */
export function calculated(layout: Layout, properties: Properties): Calculated {
  const { order } = calculationsOf(layout);
  if (order.length === 0) return { properties, faults: [] };
  const result = new Map(Object.entries(properties));
  for (const { key } of order) result.delete(key);
  let room = largestProperties - bytesOf(Object.fromEntries(result));
  const evaluation = { read: (key: string) => result.get(key), budget: budgetOf(limits) };
  const faults: CalculationFault[] = [];
  for (const calculation of order) {
    const { value, bytes, fault } = made(calculation, evaluation, room);
    if (fault !== undefined && faults.length < mostFaults) faults.push(faultOf(fault, calculation));
    if (value === null) continue;
    result.set(calculation.key, value);
    room -= bytes;
  }
  return { properties: Object.fromEntries(result), faults };
}

interface Made {
  /** Null for none, and where there is a fault. */
  readonly value: ReturnType<typeof evaluate>;
  /** Of the property. */
  readonly bytes: number;
  readonly fault?: Fault;
}

function made({ key, control, formula }: Calculation, evaluation: Evaluation, room: number): Made {
  try {
    const value = asDeclared(evaluate(formula, evaluation), control);
    if (value === null) return { value, bytes: 0 };
    if (typeof value === 'string' && value.length > limits.text) return { value: null, bytes: 0, fault: 'text' };
    const bytes = bytesOf({ [key]: value });
    return bytes > room ? { value: null, bytes: 0, fault: 'room' } : { value, bytes };
  } catch (error) {
    if (error instanceof BudgetSpent) return { value: null, bytes: 0, fault: error.of };
    throw error;
  }
}

const faultOf = (fault: Fault, { key, control }: Calculation): CalculationFault => ({
  code: codes[fault],
  message: `${control.label} has no value: it ${reasons[fault]}.`,
  target: `properties.${key}`,
});

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

function asDeclared(value: string | number | boolean | null, { members }: Control) {
  const { ResultType, Decimals } = members;
  const plain = typeof value === 'number' && typeof Decimals === 'number' ? rounded(value, Decimals) : value;
  return typeof ResultType === 'string' && typeof plain !== ResultType.toLowerCase() ? null : plain;
}
