import { inTwin, onTwin } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { endpoint, json, rawBody, reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import {
  anyObject,
  arrayOf,
  dateTime,
  input,
  integer,
  line,
  optional,
  output,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { isUuid } from '../../../std/ids.ts';
import { isoTime } from '../../../std/iso-time.ts';
import { need } from '../access.ts';
import { onDefinition } from '../definition/access.ts';
import { invalidList, invalidListGroup, listGroupNotFound, twinNotFound } from '../errors.ts';
import { linksIfPaged, pageCheck, pageLinks, pageOf, pageQuery } from '../paging.ts';
import type { ListGroupRow } from '../tables.ts';
import { type FormsApi, idIn, membersIn, pathIn, perVersion } from '../version.ts';
import { putListGroup } from './put.ts';
import { findListGroup, listGroupsOf } from './store.ts';
import type { Option } from './tree.ts';
import { nested } from './tree.ts';

const minimalOf = (api: FormsApi) =>
  membersIn(
    api,
    {
      id: uuid(),
      displayName: line({ untrimmed: true }),
      createdDateTime: dateTime(),
      lists: arrayOf(line({ untrimmed: true, description: 'Outermost first.' })),
      version: optional(
        integer({ minimum: 1, description: 'Counts its uploads: of version 3 the entity tag is `W/"3"`.' }),
      ),
    },
    ['version'],
  );
const optionsTree = anyObject('Options in options, one level per list.');

const shapes = perVersion((api) => ({
  one: output({ listGroup: output({ ...minimalOf(api), optionsTree }, 'FormListGroup') }, 'FormListGroupResponse'),
  list: output(
    {
      listGroups: arrayOf(output({ ...minimalOf(api), optionsTree: optional(optionsTree) }, 'FormListGroupSummary')),
      _links: optional(pageLinks),
    },
    'FormListGroupsResponse',
  ),
}));

const listsOf = ({ lists }: ListGroupRow): string[] => JSON.parse(lists);
const treeOf = ({ tree }: ListGroupRow): Option[] => JSON.parse(tree);
const summaryOf = (row: ListGroupRow, { version }: FormsApi) => ({
  id: row.id,
  displayName: row.name,
  createdDateTime: isoTime(row.created),
  lists: listsOf(row),
  ...(version === 2 && { version: row.revision }),
});
const viewOf = (row: ListGroupRow, api: FormsApi) => ({
  ...summaryOf(row, api),
  optionsTree: nested(treeOf(row)),
});
const listGroupReply = (api: FormsApi) => (row: ListGroupRow) =>
  reply(200, { listGroup: viewOf(row, api) }, { version: row.revision });

const addressOf = ({ baseUrl }: Context, twinId: string, api: FormsApi): string =>
  baseUrl + pathIn(api, '/forms/twins/{twinId}/list-groups').replace('{twinId}', twinId);

const listAll = (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'getTwinListGroups'),
    method: 'GET',
    path: pathIn(api, '/forms/twins/{twinId}/list-groups'),
    title: 'Get twin list groups',
    access: onTwin('twinId', twinNotFound, need.view),
    query: input({ search: optional(line({ description: 'Part of displayName, without case.' })), ...pageQuery }),
    invalid: invalidList,
    check: pageCheck((context, target: { twin: { id: string } }) => addressOf(context, target.twin.id, api)),
    prefer: true,
    answers: { 200: json(shapes(api).list, 'By displayName without case.') },
    async run({ target: { twin }, query, prefer }, context) {
      const page = await pageOf(
        { address: addressOf(context, twin.id, api), query },
        context,
        (asked) => listGroupsOf(context.db, twin.id, query.search, asked),
        (row) => [row.name_folded, row.id],
      );
      const view = prefer === 'representation' ? viewOf : summaryOf;
      return reply(200, { listGroups: page.rows.map((row) => view(row, api)), ...linksIfPaged(page, query) });
    },
  });

const readOne = (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'getListGroup'),
    method: 'GET',
    path: pathIn(api, '/forms/form-definitions/{id}/list-groups/{listGroupId}'),
    title: 'Get list group',
    description: 'Any list group of the twin that owns the definition.',
    access: onDefinition(need.view),
    answers: { 200: json(shapes(api).one, 'The list group with its options.') },
    errors: [listGroupNotFound],
    async run({ params, target: { resource } }, { db }) {
      const row = isUuid(params.listGroupId) ? await findListGroup(db, params.listGroupId) : undefined;
      return row?.twin_id === resource.twin_id ? listGroupReply(api)(row) : fail(listGroupNotFound);
    },
  });

/** The list group that is there, or a GUID for a new one. */
const onListGroup = inTwin<
  { readonly twinId: string },
  { readonly twinId: string; readonly id: string },
  { row: ListGroupRow | undefined }
>(
  onTwin('twinId', twinNotFound, need.manage),
  async (db, { twin }, { id }) => {
    const row = isUuid(id) ? await findListGroup(db, id) : undefined;
    return isUuid(id) && (row === undefined || row.twin_id === twin.id) ? { row } : undefined;
  },
  listGroupNotFound,
);

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const put = (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'uploadListGroup'),
    method: 'PUT',
    path: pathIn(api, '/forms/twins/{twinId}/list-groups/{id}'),
    title: 'Upload list group file',
    description:
      'The first sheet of a workbook: its first row names the lists, every further one is a valid combination. A GUID that is new makes a list group, named by the file name in Content-Disposition.',
    access: onListGroup,
    headers: input({ 'Content-Disposition': optional(line({ max: 2000 })) }),
    body: rawBody([workbookType, 'application/octet-stream', ''], 5 * 2 ** 20),
    invalid: invalidListGroup,
    version: ({ resource }) => resource.row?.revision ?? 'none',
    answers: { 200: json(shapes(api).one, 'The list group as it is now.') },
    run: async ({ params, target, body, headers }, context) =>
      putListGroup(
        { id: params.id, target, body, disposition: headers['Content-Disposition'] },
        context,
        listGroupReply(api),
      ),
  });

export const listGroupEndpoints = [listAll, readOne, put];
