/**
 * Makes things of a kind for some number of points, and gives the last one again where it fits: it holds until the next call.
 * Memory that is taken anew for each piece of work costs as much as the work.
 */
export function spare<K, T>(make: (kind: K, size: number) => T): (kind: K, size: number) => T {
  let last: { readonly key: string; readonly size: number; readonly made: T } | undefined;
  return (kind, size) => {
    const key = JSON.stringify(kind);
    if (last?.key !== key || last.size < size) last = { key, size, made: make(kind, size) };
    return last.made;
  };
}
