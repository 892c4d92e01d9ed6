/** Numbers of [0, 1) that a seed settles, for scenes that vary at random and can be had again. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** Normally distributed about 0. */
export const gaussOf = (random: () => number) => () =>
  Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
