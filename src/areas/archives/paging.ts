import type { SelectQueryBuilder } from 'kysely';
import type { Context } from '../../api/http/context.ts';
import type { Detail } from '../../api/http/problem.ts';
import { continuationLinks, readContinuation, writeContinuation } from '../../api/query/continuation.ts';
import { condition } from '../../kernel/db/condition.ts';

interface PageQuery extends Readonly<Record<string, unknown>> {
  readonly $top?: number | undefined;
  readonly continuationToken?: string | undefined;
}

interface Listed {
  readonly id: string;
  readonly created: number;
}

const usualTop = 50;

export const badToken: Detail = {
  code: 'InvalidParameter',
  target: 'continuationToken',
  message: 'The continuationToken query parameter value is incorrect.',
};

/**
 * One page of what a query names, newest first. `binding`: for whom and of what a token is; undefined where the token of the
 * query is of something else.
 */
export function pageOf(binding: string, path: string, query: PageQuery, context: Context) {
  const { $top: top = usualTop, continuationToken: token } = query;
  const { db, now, ports, baseUrl } = context;
  const after = token ? readContinuation(ports.secrets, binding, token, now) : undefined;
  if (token && after === undefined) return undefined;
  return {
    // biome-ignore lint/suspicious/noExplicitAny: tables of any kind that have the two columns
    async read<R extends Listed>(all: SelectQueryBuilder<any, any, R>) {
      const [created, id] = [Number(after?.[0]), String(after?.[1])];
      const rest = after ? all.where(condition`(created < ${created} or (created = ${created} and id > ${id}))`) : all;
      const found = await db.all(
        rest
          .orderBy('created', 'desc')
          .orderBy('id')
          .limit(top + 1),
      );
      const rows = found.slice(0, top);
      const last = rows.at(-1);
      const next =
        found.length > top && last && writeContinuation(ports.secrets, binding, [last.created, last.id], now);
      const linkTo = continuationLinks(`${baseUrl}${path}`, { ...query, $top: top });
      return { rows, _links: { self: linkTo(token), ...(next ? { next: linkTo(next) } : {}) } };
    },
  };
}
