/** The nearest whole number. `Math.round` takes several times as long, since it minds zeros with a sign. */
export const nearest = (value: number): number => Math.floor(value + 0.5);
