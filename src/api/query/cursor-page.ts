import type { Context } from '../http/context.ts';
import type { Detail } from '../http/problem.ts';
import { continuationLinks, readContinuation, writeContinuation } from './continuation.ts';

export type Position = readonly (string | number)[];

interface Query {
  readonly $top?: number;
  readonly $continuationToken?: string;
}

/** A page of a list that goes on where the last page ended. */
export interface CursorPage {
  readonly top: number;
  /** Where the last page ended; undefined at the beginning. */
  readonly after: Position | undefined;
  /** The rows of the page, of what was read with one row more, and its links. */
  slice<R>(rows: readonly R[], positionOf: (row: R) => Position): { rows: R[]; _links: Links };
}

interface Links {
  readonly self: { readonly href: string };
  readonly next?: { readonly href: string };
}

const usualTop = 100;

/** What the query asks for; a detail where its token is none of this caller and list. */
export function cursorPage(path: string, query: Query, { caller, ports, now, baseUrl }: Context): CursorPage | Detail {
  const { $top: top = usualTop, $continuationToken: token, ...rest } = query;
  const binding = JSON.stringify([path, caller.userId, rest]);
  const after = token === undefined ? undefined : readContinuation(ports.secrets, binding, token, now);
  if (token !== undefined && after === undefined) return badToken;
  const linkTo = continuationLinks(`${baseUrl}${path}`, { ...query }, '$continuationToken');
  return {
    top,
    after,
    slice(rows, positionOf) {
      const page = rows.slice(0, top);
      const last = page.at(-1);
      const more = rows.length > top && last !== undefined;
      const next = more ? writeContinuation(ports.secrets, binding, positionOf(last), now) : undefined;
      return { rows: page, _links: { self: linkTo(token), ...(next === undefined ? {} : { next: linkTo(next) }) } };
    },
  };
}

const badToken: Detail = {
  code: 'InvalidParameter',
  message: 'The $continuationToken query parameter value is incorrect.',
  target: '$continuationToken',
};
