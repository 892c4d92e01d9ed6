/** A sum that keeps what rounding would lose (Kahan); nothing added is nothing known. */
export interface Sum {
  add(value: number): void;
  /** Null while nothing was added. */
  value(): number | null;
}

export function newSum(): Sum {
  let total = 0;
  let lost = 0;
  let any = false;
  return {
    add(value) {
      const corrected = value - lost;
      const next = total + corrected;
      lost = next - total - corrected;
      total = next;
      any = true;
    },
    value: () => (any ? total : null),
  };
}

export const sumOf = (values: readonly number[]): number => {
  const sum = newSum();
  for (const value of values) sum.add(value);
  return sum.value() ?? 0;
};

/** With 9 significant digits, as results are written. */
export const nineDigits = (value: number): number => Number(value.toPrecision(9));
