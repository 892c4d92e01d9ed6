import { anyCaller } from '../../../api/auth/access-rules.ts';
import { empty, endpoint, json, reply } from '../../../api/http/endpoint.ts';
import { problems } from '../../../api/http/problem.ts';
import { twinQuery } from '../../../api/query/asked-twin.ts';
import { input } from '../../../kernel/schema/shapes.ts';
import { need } from '../access.ts';
import { invalidCreateForm, invalidList, invalidUpdateForm, twinNotFound } from '../errors.ts';
import { pageQuery } from '../paging.ts';
import type { FormRow } from '../tables.ts';
import { type FormsApi, idIn, membersIn, pathIn } from '../version.ts';
import { onForm } from './access.ts';
import { createForm, formIdNotFound } from './create.ts';
import { deleteForm } from './delete.ts';
import { formFilters, onlyIn2 } from './filters.ts';
import { checkList, listForms } from './list.ts';
import { readOnlyFaults } from './read-only.ts';
import { formCreate, formShapes, formUpdate } from './schema.ts';
import { checkShape } from './shape.ts';
import { updateForm } from './update.ts';
import { namesIn, wholeForm } from './view.ts';

const largestBody = 2 * 2 ** 20;
const version = ({ resource }: { readonly resource: FormRow }) => resource.revision;

/** Made by the server. */
const readOnly = [
  'id',
  'number',
  'displayName',
  'type',
  'discipline',
  'state',
  'createdBy',
  'createdDateTime',
  'lastModifiedBy',
  'lastModifiedDateTime',
];

const listAll = (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'getTwinFormData'),
    method: 'GET',
    path: pathIn(api, '/forms/'),
    title: 'Get twin form data',
    access: anyCaller,
    query: input({ ...twinQuery, ...membersIn(api, formFilters, onlyIn2), ...pageQuery }),
    invalid: invalidList,
    check: (raw, _target, context) => checkList(raw, context),
    prefer: true,
    answers: { 200: json(formShapes(api).list, 'The newest first.') },
    errors: [twinNotFound, problems.insufficientPermissions],
    run: ({ query, prefer }, context) => listForms(query, prefer, context, api),
  });

const create = (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'createFormData'),
    method: 'POST',
    path: pathIn(api, '/forms/'),
    title: 'Create form data',
    description: 'Who makes it is responsible for it unless the body says otherwise.',
    access: anyCaller,
    changes: 'inTwin',
    body: formCreate,
    bodyTypes: [''],
    maxBody: largestBody,
    invalid: invalidCreateForm,
    check: (raw) => [...readOnlyFaults(raw.body, readOnly), ...checkShape(raw)],
    answers: { 201: json(formShapes(api).one, 'The new form.') },
    errors: [formIdNotFound, problems.insufficientPermissions],
    run: ({ body }, context) => createForm(body, context, api),
  });

const readOne = (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'getFormData'),
    method: 'GET',
    path: pathIn(api, '/forms/{id}'),
    title: 'Get form data details',
    access: onForm(need.view),
    answers: { 200: json(formShapes(api).one, 'The form.') },
    async run({ target: { resource } }, context) {
      const names = await namesIn([resource], context);
      return reply(200, { formData: wholeForm(resource, names, api) }, { version: resource.revision });
    },
  });

const update = (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'updateFormData'),
    method: 'PATCH',
    path: pathIn(api, '/forms/{id}'),
    title: 'Update form data',
    description:
      'Another status needs Forms_ApproveAccess, other assignees Forms_AssignAccess, anything else Forms_CreateAccess.',
    access: onForm(need.change),
    body: formUpdate,
    bodyTypes: [''],
    maxBody: largestBody,
    invalid: invalidUpdateForm,
    async check(raw, { resource }, context) {
      const stored = wholeForm(resource, await namesIn([resource], context), api);
      return [...readOnlyFaults(raw.body, [...readOnly, 'formId'], stored), ...checkShape(raw)];
    },
    version,
    answers: { 200: json(formShapes(api).one, 'The form as it is now.') },
    run: ({ target, body }, context) => updateForm(target, body, context, api),
  });

const remove = (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'deleteFormData'),
    method: 'DELETE',
    path: pathIn(api, '/forms/{id}'),
    title: 'Delete form data',
    access: onForm(need.remove),
    version,
    answers: { 204: empty('The form is gone.') },
    run: ({ target }, context) => deleteForm(target, context),
  });

/** The single requests that several forms are changed by. */
export const singleRequests = { update: update({ version: 2 }), delete: remove({ version: 2 }) } as const;

export const formEndpoints = [listAll, create, readOne, update, remove];
