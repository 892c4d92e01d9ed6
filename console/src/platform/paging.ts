const usualPage = 1000;
/** More would not be looked at by anybody. */
const mostPages = 20;

interface Part<T> {
  readonly items: readonly T[];
  readonly more: boolean;
}

/** Every page of a list, up to 20 of them. */
export async function allOf<T>(
  page: (query: { $top: number; $skip: number }) => Promise<Part<T>>,
  pageSize = usualPage,
): Promise<T[]> {
  const all: T[] = [];
  for (let at = 0; at < mostPages; at++) {
    const { items, more } = await page({ $top: pageSize, $skip: at * pageSize });
    all.push(...items);
    if (!more) break;
  }
  return all;
}
