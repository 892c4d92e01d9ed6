import { anyCaller } from '../../../api/auth/access-rules.ts';
import { empty, endpoint, json, reply } from '../../../api/http/endpoint.ts';
import { fail, problems } from '../../../api/http/problem.ts';
import { checkTwin, twinQuery } from '../../../api/query/asked-twin.ts';
import { boolean, input, line, optional } from '../../../kernel/schema/shapes.ts';
import { need } from '../access.ts';
import {
  definitionInUse,
  imageNotFound,
  invalidDeleteDefinition,
  invalidImportDefinition,
  invalidList,
  invalidUpdateDefinition,
  twinNotFound,
} from '../errors.ts';
import { layoutText } from '../layout/store.ts';
import { checkPage, pageQuery } from '../paging.ts';
import type { DefinitionRow } from '../tables.ts';
import { type FormsApi, idIn, membersIn, pathIn } from '../version.ts';
import { onDefinition } from './access.ts';
import { deleteDefinition } from './delete.ts';
import { checkImport, destinationNotFound, importDefinition, sourceNotFound } from './import.ts';
import { isAskedStatus, listAddress, listDefinitions } from './list.ts';
import { definitionShapes, imageLinks } from './schema.ts';
import { imagePlace } from './seed.ts';
import { findImage } from './store.ts';
import { checkUpdate, updateDefinition } from './update.ts';
import { definitionView } from './view.ts';

const version = ({ resource }: { readonly resource: DefinitionRow }) => resource.revision;

const listAll = (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'getTwinFormDefinitions'),
    method: 'GET',
    path: pathIn(api, '/forms/form-definitions'),
    title: 'Get twin form definitions',
    description: 'Those of the twin and those that are shared into it.',
    access: anyCaller,
    query: input({
      ...twinQuery,
      type: optional(line()),
      search: optional(line({ description: 'Part of displayName, without case.' })),
      status: optional(line({ description: 'Draft, Approved, Maintenance, Archived or any; default Approved.' })),
      ...membersIn(api, { discipline: optional(line()) }),
      ...pageQuery,
    }),
    invalid: invalidList,
    check(raw, _target, context) {
      const { status } = raw.query;
      const message = 'The status query parameter value is incorrect.';
      const wrong = typeof status === 'string' && !isAskedStatus(status);
      return [
        ...checkTwin(raw),
        ...(wrong ? [{ code: 'InvalidParameter', message, target: 'status' }] : []),
        ...checkPage({ address: listAddress(context, api), query: raw.query }, context),
      ];
    },
    prefer: true,
    answers: { 200: json(definitionShapes(api).list, 'By displayName without case.') },
    errors: [twinNotFound, problems.insufficientPermissions],
    run: ({ query, prefer }, context) => listDefinitions(query, prefer, context, api),
  });

const readOne = (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'getFormDefinition'),
    method: 'GET',
    path: pathIn(api, '/forms/form-definitions/{id}'),
    title: 'Get form definition by ID',
    access: onDefinition(need.view),
    answers: { 200: json(definitionShapes(api).oneFull, 'The definition with its newest layout.') },
    async run({ target: { resource } }, { db }) {
      const definition = await layoutText(db, resource.id, resource.version);
      return reply(
        200,
        { formDefinition: { ...definitionView(resource, api), definition } },
        { version: resource.revision },
      );
    },
  });

const update = (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'updateFormDefinition'),
    method: 'PATCH',
    path: pathIn(api, '/forms/form-definitions/{id}'),
    title: 'Update form definition metadata',
    description: 'In the twin that owns the definition. A shareType stays once it is set.',
    access: onDefinition(need.manage),
    body: definitionShapes(api).update,
    bodyTypes: [''],
    invalid: invalidUpdateDefinition,
    check: checkUpdate,
    version,
    answers: { 200: json(definitionShapes(api).one, 'The definition as it is now.') },
    run: ({ target, body }, context) => updateDefinition(target, body, context, api),
  });

const remove = (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'deleteFormDefinition'),
    method: 'DELETE',
    path: pathIn(api, '/forms/form-definitions/{id}'),
    title: 'Delete form definition',
    description: 'Only while no form was made with it; deleted forms count for 60 days.',
    access: onDefinition(need.remove),
    query: input({ hardDeleteSoftDeletedData: optional(boolean('Removes deleted forms of it for good.')) }),
    invalid: invalidDeleteDefinition,
    version,
    answers: { 204: empty('The definition is gone.') },
    errors: [definitionInUse],
    run: ({ target, query }, context) => deleteDefinition(target, query.hardDeleteSoftDeletedData === true, context),
  });

const bringIn = (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'importFormDefinition'),
    method: 'POST',
    path: pathIn(api, '/forms/form-definitions/import'),
    title: 'Import form definition from another twin',
    description: 'Both twins must belong to one account.',
    access: anyCaller,
    changes: 'inTwin',
    body: definitionShapes(api).import,
    bodyTypes: [''],
    invalid: invalidImportDefinition,
    check: checkImport,
    answers: { 200: json(definitionShapes(api).one, 'The definition in the destination.') },
    errors: [sourceNotFound, destinationNotFound, problems.insufficientPermissions],
    run: ({ body }, context) => importDefinition(body, context, api),
  });

const readImage = (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'getStaticImage'),
    method: 'GET',
    path: pathIn(api, '/forms/form-definitions/{id}/static-images/{fileId}'),
    title: 'Get static image',
    access: onDefinition(need.view),
    answers: { 200: json(imageLinks, 'A signed address of the picture.') },
    errors: [imageNotFound],
    secret: true,
    async run({ params: { fileId }, target: { resource, access } }, { db, ports }) {
      const number = /^[1-9]\d{0,8}$/.test(fileId) ? Number(fileId) : undefined;
      const image = number === undefined ? undefined : await findImage(db, resource.id, number);
      if (image === undefined) return fail(imageNotFound);
      const fileName = `${fileId}.${image.type === 'image/png' ? 'png' : 'jpg'}`;
      const options = { fileName, contentType: image.type, inline: true, owner: { twinId: access.twin.id } };
      const href = ports.blobs.downloadUrl({ id: image.blob_id, ...imagePlace }, options);
      return reply(200, { _links: { imageUrl: { href } } });
    },
  });

export const definitionEndpoints = [listAll, readOne, update, remove, bringIn, readImage];
