import { twinAccess } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import type { RawInput } from '../../../api/http/endpoint.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { type Detail, isFailed } from '../../../api/http/problem.ts';
import { askedTwin, checkTwin } from '../../../api/query/asked-twin.ts';
import { need } from '../access.ts';
import { twinNotFound } from '../errors.ts';
import { checkPage, pageOf } from '../paging.ts';
import type { FormsApi } from '../version.ts';
import { checkFilters, type FormQuery, filterOf } from './filters.ts';
import { formsOf } from './store.ts';
import { formSummary, namesIn, wholeForm } from './view.ts';

const addressOf = ({ baseUrl }: Pick<Context, 'baseUrl'>): string => `${baseUrl}/forms/`;

/** Faults of the query that no schema says. */
export function checkList(raw: RawInput, context: Context): Detail[] {
  return [
    ...checkTwin(raw),
    ...checkFilters(raw),
    ...checkPage({ address: addressOf(context), query: raw.query }, context),
  ];
}

/** A page of the forms of a twin, the newest first. */
export async function listForms(query: FormQuery, prefer: string | undefined, context: Context, api: FormsApi) {
  const access = await twinAccess(context, askedTwin({ ...query }), twinNotFound, need.view);
  if (isFailed(access)) return access;
  const filter = filterOf(access.twin.id, query);
  const page = await pageOf(
    { address: addressOf(context), query: { ...query } },
    context,
    (asked) => formsOf(context.db, filter, asked),
    (row) => [row.created, row.id],
  );
  if (prefer !== 'representation') {
    return reply(200, { formDataInstances: page.rows.map((row) => formSummary(row, api)), _links: page.links });
  }
  const names = await namesIn(page.rows, context);
  return reply(200, { formDataInstances: page.rows.map((row) => wholeForm(row, names, api)), _links: page.links });
}
