import { Type } from 'typebox';
import { pageQuery } from '../../../api/query/paging.ts';
import { boolean, csv, input, integer, line, optional, uuid } from '../../../kernel/schema/shapes.ts';

/** What favorites and recents take, and GET /twins/ too. */
const common = {
  subClass: optional(csv(line())),
  status: optional(line()),
  type: optional(line({ untrimmed: true })),
  number: optional(line({ untrimmed: true })),
  displayName: optional(line({ untrimmed: true })),
  parentId: optional(uuid('Direct children of this twin.')),
  twinAccountId: optional(uuid('All twins of this account.')),
  $search: optional(line({ untrimmed: true, description: 'Text anywhere in number or displayName, without case.' })),
  ...pageQuery(),
  includeInactive: optional(boolean('True: twins of every status.')),
};

export const markedQuery = input(common);

export const twinsQuery = input({
  ...common,
  $select: optional(csv(line())),
  $filter: optional(Type.String({ description: "OData subset, e.g. `status in ['Active','Inactive']`." })),
  $orderby: optional(line({ description: 'e.g. `displayName desc`; default displayName.' })),
});

export const twinsHeaders = input({
  'X-Max-Return': optional(
    integer({ minimum: 1, maximum: 10_000, description: 'Twins over all pages at most; default 1000.' }),
  ),
  'X-Twin-Query-Scope': optional(
    line({ description: '`MemberOftwin` (default), `OrganizationAdmin` or `all`, without case.' }),
  ),
});
