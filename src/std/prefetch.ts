/** What is made of each item, in their order, while so many of the next are being made already. */
export async function* prefetch<T, R>(
  items: Iterable<T>,
  count: number,
  make: (item: T) => Promise<R>,
): AsyncGenerator<readonly [item: T, made: R]> {
  const begun: (readonly [T, Promise<R>])[] = [];
  for (const item of items) {
    const making = make(item);
    making.catch(() => undefined); // said where its turn comes, or nobody waits for it any more
    begun.push([item, making]);
    const first = begun.length > count ? begun.shift() : undefined;
    if (first !== undefined) yield [first[0], await first[1]];
  }
  for (const [item, making] of begun) yield [item, await making];
}
