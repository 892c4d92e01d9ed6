import { twinAccess } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { askedTwin } from '../../../api/query/asked-twin.ts';
import { need } from '../access.ts';
import { twinNotFound } from '../errors.ts';
import { linksIfPaged, pageOf } from '../paging.ts';
import type { DefinitionStatus } from '../tables.ts';
import { type FormsApi, pathIn } from '../version.ts';
import { definitionsOf } from './store.ts';
import { definitionSummary, definitionView } from './view.ts';

export interface DefinitionQuery {
  readonly type?: string;
  readonly search?: string;
  readonly status?: string;
  readonly discipline?: string;
}

export const listAddress = ({ baseUrl }: Pick<Context, 'baseUrl'>, api: FormsApi): string =>
  baseUrl + pathIn(api, '/forms/form-definitions');

const statusOf: Readonly<Record<string, DefinitionStatus>> = {
  draft: 'Draft',
  approved: 'Approved',
  maintenance: 'Maintenance',
  archived: 'Archived',
};

/** Whether the query's status is one of those that can be asked for. */
export const isAskedStatus = (text: string): boolean => text.toLowerCase() === 'any' || text.toLowerCase() in statusOf;

/** A page of the definitions that a twin may use. */
export async function listDefinitions(
  query: DefinitionQuery,
  prefer: string | undefined,
  context: Context,
  api: FormsApi,
) {
  const access = await twinAccess(context, askedTwin({ ...query }), twinNotFound, need.view);
  if (isFailed(access)) return access;
  const filter = {
    twinId: access.twin.id,
    type: query.type,
    discipline: query.discipline,
    status: statusOf[(query.status ?? 'Approved').toLowerCase()],
    search: query.search,
  };
  const page = await pageOf(
    { address: listAddress(context, api), query: { ...query } },
    context,
    (asked) => definitionsOf(context.db, filter, asked),
    (row) => [row.name_folded, row.id],
  );
  const view = prefer === 'representation' ? definitionView : definitionSummary;
  return reply(200, { formDefinitions: page.rows.map((row) => view(row, api)), ...linksIfPaged(page, { ...query }) });
}
