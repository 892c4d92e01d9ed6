/** As `Promise.all`, but nothing is under way any more when it throws. */
export async function settleAll<T extends readonly unknown[]>(work: { readonly [K in keyof T]: Promise<T[K]> }) {
  await Promise.allSettled(work);
  return Promise.all(work);
}
