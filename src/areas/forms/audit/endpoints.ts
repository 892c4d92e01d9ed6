import { endpoint, json } from '../../../api/http/endpoint.ts';
import { input } from '../../../kernel/schema/shapes.ts';
import { need } from '../access.ts';
import { invalidList } from '../errors.ts';
import { onForm } from '../form/access.ts';
import { listAudit } from '../form/audit-list.ts';
import { auditShapes } from '../form/schema.ts';
import { pageCheck, pageQuery } from '../paging.ts';
import type { FormRow } from '../tables.ts';
import { type FormsApi, idIn, pathIn } from '../version.ts';

const readAudit = (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'getAuditTrail'),
    method: 'GET',
    path: pathIn(api, '/forms/{id}/audit-trail-entries'),
    title: 'Get audit trail for form data',
    access: onForm(need.view),
    query: input(pageQuery),
    invalid: invalidList,
    check: pageCheck(({ baseUrl }, target: { resource: FormRow }) => auditAddress(baseUrl, target.resource, api)),
    answers: { 200: json(auditShapes, 'The newest first.') },
    run: ({ target: { resource }, query }, context) =>
      listAudit(resource, { address: auditAddress(context.baseUrl, resource, api), query }, context),
  });

const auditAddress = (baseUrl: string, { id }: FormRow, api: FormsApi): string =>
  `${baseUrl}/forms/${id}${pathIn(api, '/audit-trail-entries')}`;

export const auditEndpoints = [readAudit];
