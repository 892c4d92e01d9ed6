import { keyOf, type Line, type Outcome } from './calculate.ts';
import { newSum, nineDigits, type Sum } from './kahan.ts';

type Calculated = Outcome & { readonly reason: null };

/** How much of a result rests on a value that a person has put into the mapping, in the place of what is declared. */
export interface Assumed {
  readonly material: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly rows: number;
  /** kg CO2e of these rows; null where it is not known. */
  readonly embodied: number | null;
}

/** How much of a result rests on quantities of one origin. */
export interface Origin {
  readonly source: 'declared' | 'mesh' | 'table';
  readonly rows: number;
  readonly embodied: number | null;
}

interface Group<F> {
  readonly facts: F;
  readonly embodied: Sum;
  rows: number;
}

/** Tells what the figures rest on: nothing of it is estimated, but not all of it is declared. */
export function newGrounds() {
  const assumed = new Map<string, Group<Omit<Assumed, 'rows' | 'embodied'>>>();
  const origins = new Map<string, Group<Pick<Origin, 'source'>>>();
  return {
    add({ material, source }: Line, outcome: Calculated): void {
      for (const { what, value, unit } of outcome.assumed) {
        const key = JSON.stringify([keyOf(material ?? ''), what, value]);
        count(assumed, key, () => ({ material: material ?? '', what, value, unit }), outcome);
      }
      if (source !== null) count(origins, source, () => ({ source }), outcome);
    },
    assumed: (): readonly Assumed[] => [...assumed.values()].map(written),
    origins: (): readonly Origin[] => [...origins.values()].map(written),
  };
}

function count<F>(groups: Map<string, Group<F>>, key: string, facts: () => F, { embodied }: Calculated): void {
  const found = groups.get(key) ?? { facts: facts(), embodied: newSum(), rows: 0 };
  groups.set(key, found);
  found.rows++;
  if (embodied !== undefined) found.embodied.add(embodied);
}

function written<F>({
  facts,
  embodied,
  rows,
}: Group<F>): F & { readonly rows: number; readonly embodied: number | null } {
  const value = embodied.value();
  return { ...facts, rows, embodied: value === null ? null : nineDigits(value) };
}
