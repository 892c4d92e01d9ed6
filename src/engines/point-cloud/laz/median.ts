/** The median of five numbers that came lately, kept sorted as LAZ does it. */
export interface Median {
  readonly values: Int32Array;
  high: boolean;
}

export const median = (): Median => ({ values: new Int32Array(5), high: true });

export const medianOf = ({ values }: Median): number => values[2] ?? 0;

/** Takes a number in; now the greatest goes, now the least. */
export function addToMedian(to: Median, value: number): void {
  const { values } = to;
  const middle = medianOf(to);
  if (to.high) {
    let at = 4;
    for (; at > 0 && (values[at - 1] ?? 0) > value; at--) values[at] = values[at - 1] ?? 0;
    values[at] = value;
    to.high = value < middle;
    return;
  }
  let at = 0;
  for (; at < 4 && (values[at + 1] ?? 0) < value; at++) values[at] = values[at + 1] ?? 0;
  values[at] = value;
  to.high = value <= middle;
}
