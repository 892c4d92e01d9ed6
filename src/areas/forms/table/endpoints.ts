import { anyCaller, twinAccess } from '../../../api/auth/access-rules.ts';
import { bytes, cached, endpoint } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import { askedTwin, checkTwin, twinQuery } from '../../../api/query/asked-twin.ts';
import { csvReply, tableTypes, workbookReply } from '../../../api/tables/table.ts';
import { input, oneOf, optional } from '../../../kernel/schema/shapes.ts';
import { need } from '../access.ts';
import { findDefinition } from '../definition/store.ts';
import { invalidList, twinNotFound } from '../errors.ts';
import { checkFilters, filterOf, formFilters } from '../form/filters.ts';
import { hasMoreThan } from '../form/store.ts';
import { loadLayout } from '../layout/store.ts';
import { tableLines } from './write.ts';

const most = 10_000;

const tooMany = [
  {
    code: 'ResourceQuotaExceeded',
    message: `A table has at most ${most} forms; filters make it smaller.`,
    target: 'twinId',
  },
];

/** Forms as a table; an addition, in version 2 only. */
export const tableEndpoint = endpoint({
  id: 'forms.getTable',
  method: 'GET',
  path: '/forms/table',
  title: 'Get forms as a table',
  description:
    'At most 10,000 forms. With formDefinitionId there is a column for each value of its layout. In CSV an apostrophe stands before texts that spreadsheets would take for formulas.',
  access: anyCaller,
  changes: 'nothing',
  query: input({ ...twinQuery, ...formFilters, format: optional(oneOf(['csv', 'xlsx'], 'Default csv.')) }),
  invalid: invalidList,
  check: (raw) => [...checkTwin(raw), ...checkFilters(raw)],
  head: false,
  answers: { 200: cached(bytes(tableTypes, 'The table.'), 'no-store') },
  errors: [twinNotFound, problems.insufficientPermissions],
  async run({ query }, context) {
    const access = await twinAccess(context, askedTwin(query), twinNotFound, need.view);
    if (isFailed(access)) return access;
    const filter = filterOf(access.twin.id, query);
    if (await hasMoreThan(context.db, filter, most)) return fail(invalidList, { details: tooMany });
    const definition = query.formDefinitionId && (await findDefinition(context.db, query.formDefinitionId));
    const layout = definition ? await loadLayout(context.db, definition.id, definition.version) : undefined;
    const lines = tableLines(filter, layout, context);
    const name = `${access.twin.displayName} forms`;
    if (query.format !== 'xlsx') return csvReply(lines, name);
    const workbook = await workbookReply([{ name: 'Forms', lines }], name, context);
    return workbook ?? fail(invalidList, { details: tooMany });
  },
});
