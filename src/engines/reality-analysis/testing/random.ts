/** Normally distributed about 0. */
export const gaussOf = (random: () => number) => () =>
  Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
