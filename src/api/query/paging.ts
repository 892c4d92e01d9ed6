import { integer, link, optional, output } from '../../kernel/schema/shapes.ts';

export interface Page {
  readonly skip: number;
  readonly top: number;
}

/** `$top` and `$skip` of a list, as query properties. */
export const pageQuery = (most = 1000) => ({
  $skip: optional(integer({ minimum: 0, description: 'Items to leave out at the beginning.' })),
  $top: optional(integer({ minimum: 1, maximum: most, description: `Items in one page, at most ${most}.` })),
});

export const pagingLinks = output({ self: link, prev: optional(link), next: optional(link) }, 'PagingLinks');

export const pageOf = (query: { readonly $skip?: number; readonly $top?: number }, usual = 100): Page => ({
  skip: query.$skip ?? 0,
  top: query.$top ?? usual,
});

type QueryValue = string | number | boolean | readonly string[] | undefined;

/**
 * `self`, `prev` and `next` of a page: the request's own parameters, then `$skip` and `$top`, names unencoded.
 * `address` is absolute and without query; `shown` items are on the page, where it may be shorter than `$top`.
 */
export function linksOf(
  address: string,
  parameters: Readonly<Record<string, QueryValue>>,
  { skip, top }: Page,
  hasMore: boolean,
  shown = top,
): { self: { href: string }; prev?: { href: string }; next?: { href: string } } {
  const own = Object.entries(parameters).filter(
    ([name, value]) => value !== undefined && name !== '$skip' && name !== '$top',
  );
  const at = (from: number) => {
    const pairs = own.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
    return { href: `${address}?${[...pairs, `$skip=${from}`, `$top=${top}`].join('&')}` };
  };
  return {
    self: at(skip),
    ...(skip > 0 ? { prev: at(Math.max(0, skip - top)) } : {}),
    ...(hasMore ? { next: at(skip + shown) } : {}),
  };
}

/** Cuts a result that was read with one row more than the page, to know whether more follow. */
export function cutPage<R>(rows: readonly R[], page: Page): { rows: R[]; hasMore: boolean } {
  return { rows: rows.slice(0, page.top), hasMore: rows.length > page.top };
}
