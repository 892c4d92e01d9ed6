import type { Context } from '../../api/http/context.ts';
import type { RawInput } from '../../api/http/endpoint.ts';
import type { Detail } from '../../api/http/problem.ts';
import { continuationLinks, readContinuation, writeContinuation } from '../../api/query/continuation.ts';
import { integer, line, link, optional, output } from '../../kernel/schema/shapes.ts';

const most = 50;

export const pageQuery = {
  $top: optional(integer({ minimum: 1, maximum: most, description: 'Items in one page, at most 50.' })),
  continuationToken: optional(line({ untrimmed: true, description: 'As in `_links.next`.' })),
};

export const pageLinks = output({ self: link, next: optional(link) }, 'FormsPageLinks');

/** Where a page begins, and how long it is. */
export interface Asked {
  readonly top: number;
  /** The last item of the page before. */
  readonly after: readonly [number | string, string] | undefined;
}

/** A list, and what its tokens are bound to besides the caller. */
interface List {
  readonly address: string;
  readonly query: Readonly<Record<string, unknown>>;
}

type By = Pick<Context, 'ports' | 'caller' | 'now'>;

const bindingOf = ({ address, query }: List, { caller }: By): string => {
  const filters = Object.entries(query).filter(([name]) => name !== '$top' && name !== 'continuationToken');
  return JSON.stringify([caller.userId, address, filters.filter(([, value]) => value !== undefined).sort()]);
};

/** The page that is asked for; undefined when the token is none of this list. A token brings its page size along. */
function askedPage(list: List, by: By): Asked | undefined {
  const { $top, continuationToken } = list.query;
  const top = typeof $top === 'number' ? $top : undefined;
  if (continuationToken === undefined) return { top: top ?? most, after: undefined };
  const position = readContinuation(by.ports.secrets, bindingOf(list, by), String(continuationToken), by.now);
  if (position === undefined) return undefined;
  const [former, key, id] = position;
  if (key === undefined) return undefined;
  return { top: top ?? Number(former), after: [key, String(id)] };
}

/** The fault of a token that belongs to another list, other filters or somebody else. */
export function checkPage(list: List, by: By): Detail[] {
  if (askedPage(list, by) !== undefined) return [];
  const message = 'The continuationToken query parameter value is incorrect.';
  return [{ code: 'InvalidParameter', message, target: 'continuationToken' }];
}

/** `check` of an endpoint whose list lies at a path of its own; `T`: the target of its access rule. */
export const pageCheck =
  <T>(addressOf: (context: Context, target: T) => string) =>
  ({ query }: RawInput, target: unknown, context: Context): Detail[] =>
    checkPage({ address: addressOf(context, target as T), query }, context);

export interface Page<R> {
  readonly rows: readonly R[];
  readonly links: { readonly self: { readonly href: string }; readonly next?: { readonly href: string } };
}

/**
 * One page of a list and its links. `read` gives so many rows after a position, `keyOf` the position of a row. The
 * token has been checked.
 */
export async function pageOf<R>(
  list: List,
  by: By,
  read: (asked: Asked) => Promise<readonly R[]>,
  keyOf: (row: R) => readonly [number | string, string],
): Promise<Page<R>> {
  const asked = askedPage(list, by) ?? { top: most, after: undefined };
  const found = await read({ ...asked, top: asked.top + 1 });
  const rows = found.slice(0, asked.top);
  const last = rows.at(-1);
  const linkTo = continuationLinks(list.address, list.query);
  const more = found.length > asked.top && last !== undefined;
  const token = more
    ? writeContinuation(by.ports.secrets, bindingOf(list, by), [asked.top, ...keyOf(last)], by.now)
    : undefined;
  const own = list.query.continuationToken;
  const self = linkTo(own === undefined ? undefined : String(own));
  return { rows, links: { self, ...(token === undefined ? {} : { next: linkTo(token) }) } };
}

/** `_links` of a list that usually has one page only: there when there are more. */
export const linksIfPaged = ({ links }: Page<unknown>, query: Readonly<Record<string, unknown>>) =>
  links.next || query.continuationToken !== undefined ? { _links: links } : {};
