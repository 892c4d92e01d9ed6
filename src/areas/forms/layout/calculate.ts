import type { Control, Layout } from './controls.ts';
import { keyOf } from './controls.ts';
import { evaluate, type Properties, rounded } from './evaluate.ts';
import { type Formula, keysIn, parseFormula } from './formula.ts';

/** A calculated value of a layout. */
interface Calculation {
  readonly key: string;
  readonly control: Control;
  readonly formula: Formula;
}

/** Why the calculated values of a layout cannot be made. */
export type CalculationFault = { readonly key: string; readonly fault: 'unparsable' | 'circle' };

interface Calculations {
  readonly order: readonly Calculation[];
  readonly faults: readonly CalculationFault[];
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
  const faults: CalculationFault[] = [];
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

/** The properties with all calculated values made anew; those without a value are not there. */
export function calculated(layout: Layout, properties: Properties): Properties {
  const { order } = calculationsOf(layout);
  if (order.length === 0) return properties;
  const result = new Map(Object.entries(properties));
  for (const { key, control, formula } of order) {
    const value = asDeclared(evaluate(formula, Object.fromEntries(result)), control);
    if (value === null) result.delete(key);
    else result.set(key, value);
  }
  return Object.fromEntries(result);
}

function asDeclared(value: string | number | boolean | null, { members }: Control) {
  const { ResultType, Decimals } = members;
  const plain = typeof value === 'number' && typeof Decimals === 'number' ? rounded(value, Decimals) : value;
  return typeof ResultType === 'string' && typeof plain !== ResultType.toLowerCase() ? null : plain;
}
