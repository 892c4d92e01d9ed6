/**
 * The one of `all` at which `fails` alone, by halves: of 60 in 7 runs, each with half as many as the one before. Undefined when
 * it fails at none of them alone.
 */
export async function culpritOf<T>(
  all: readonly T[],
  fails: (some: readonly T[]) => Promise<boolean>,
): Promise<T | undefined> {
  let suspects = all;
  while (suspects.length > 1) {
    const half = suspects.slice(0, suspects.length >> 1);
    suspects = (await fails(half)) ? half : suspects.slice(half.length);
  }
  return suspects.length > 0 && (await fails(suspects)) ? suspects[0] : undefined;
}
