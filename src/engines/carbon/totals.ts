import { keyOf, type Line, type Outcome } from './calculate.ts';
import { newSum, nineDigits, type Sum } from './kahan.ts';
import { type Module, modules } from './modules.ts';

export const members = [...modules, 'upfront', 'embodied'] as const;
export type Member = (typeof members)[number];

/** Sums by module, kg CO2e; null where nothing is known. `missing`: of how many rows a module is not, or not whole. */
export type Modules = Readonly<Record<Member, number | null>> & {
  readonly missing: Readonly<Partial<Record<Module, number>>>;
};

export interface Totals {
  add(outcome: Outcome & { readonly reason: null }): void;
  read(): Modules;
}

function recordOf<K extends string, V>(entries: readonly (readonly [K, V])[]): Record<K, V>;
function recordOf(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries);
}

export function newTotals(): Totals {
  const sums = new Map<Member, Sum>(members.map((member) => [member, newSum()]));
  const missing = new Map<Module, number>();
  return {
    add({ figures, upfront, embodied, missing: unknown }) {
      for (const member of members) {
        const value = member === 'upfront' ? upfront : member === 'embodied' ? embodied : figures[member];
        if (value !== undefined) sums.get(member)?.add(value);
      }
      for (const module of unknown) missing.set(module, (missing.get(module) ?? 0) + 1);
    },
    read() {
      const known = (member: Member): number | null => {
        const value = sums.get(member)?.value() ?? null;
        return value === null ? null : nineDigits(value);
      };
      return {
        ...recordOf(members.map((member) => [member, known(member)] as const)),
        missing: Object.fromEntries(missing),
      };
    },
  };
}

/** Lines by something that they have in common, in the order in which it first appears. */
export interface Groups<F> {
  of(key: string, facts: () => F): { readonly facts: F; readonly totals: Totals; rows: number };
  all(): readonly { readonly facts: F; readonly totals: Totals; readonly rows: number }[];
}

export function newGroups<F>(): Groups<F> {
  const groups = new Map<string, { facts: F; totals: Totals; rows: number }>();
  return {
    of(key, facts) {
      const found = groups.get(key) ?? { facts: facts(), totals: newTotals(), rows: 0 };
      groups.set(key, found);
      return found;
    },
    all: () => [...groups.values()],
  };
}

/** What could not be calculated, with its quantities. */
export interface NotCalculated {
  readonly label: string;
  readonly material: string | null;
  readonly reason: string;
  /** Why the mapping ignores it. */
  readonly because?: string;
  readonly rows: number;
  readonly quantity: number | null;
  readonly unit: string | null;
  /** GlobalIds. */
  readonly examples: readonly string[];
}

const mostExamples = 10;

export interface Remainder {
  add(line: Line): void;
  all(): readonly NotCalculated[];
}

export function newRemainder(): Remainder {
  const groups = new Map<string, { line: Line; rows: number; quantity: Sum; examples: Set<string> }>();
  return {
    add(line) {
      const { label, material, outcome, unit, quantity, element } = line;
      const name = material === null ? null : keyOf(material);
      const key = JSON.stringify([label, name, outcome.reason, quantity === null ? null : unit]);
      const found = groups.get(key) ?? { line, rows: 0, quantity: newSum(), examples: new Set<string>() };
      groups.set(key, found);
      found.rows++;
      if (quantity !== null) found.quantity.add(quantity);
      if (element !== undefined && found.examples.size < mostExamples) found.examples.add(element.globalId);
    },
    all: () =>
      [...groups.values()].map(({ line: { label, material, outcome, unit }, rows, quantity, examples }) => {
        const value = quantity.value();
        return {
          label,
          material,
          reason: outcome.reason ?? '',
          rows,
          unit: value === null ? null : unit,
          examples: [...examples],
          ...('because' in outcome && outcome.because ? { because: outcome.because } : {}),
          quantity: value === null ? null : nineDigits(value),
        };
      }),
  };
}
