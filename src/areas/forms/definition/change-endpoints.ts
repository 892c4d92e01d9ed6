import { anyCaller, twinAccess } from '../../../api/auth/access-rules.ts';
import { empty, endpoint, json, rawBody, reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import { namesOf } from '../../../api/ports/names.ts';
import {
  arrayOf,
  dateTime,
  input,
  integer,
  line,
  nullable,
  optional,
  output,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { isoTime } from '../../../std/iso-time.ts';
import { need } from '../access.ts';
import {
  definitionNotEditable,
  imageNotFound,
  invalidCreateDefinition,
  invalidImage,
  invalidUpdateDefinition,
  twinNotFound,
} from '../errors.ts';
import { layoutText } from '../layout/store.ts';
import { type DefinitionRow, q } from '../tables.ts';
import { onDefinition } from './access.ts';
import { checkLayoutShape, layoutMember, textIn } from './layout-body.ts';
import { makeDefinition } from './make.ts';
import { putImage } from './put-image.ts';
import { putLayout } from './put-layout.ts';
import { definitionShapes } from './schema.ts';
import { definitionView } from './view.ts';

/* Making and changing of definitions: additions, in version 2 only. */

/** Bytes of a picture of a layout. */
export const largestImage = 5 * 2 ** 20;

const api = { version: 2 } as const;
const largestBody = 5 * 2 ** 20;
const version = ({ resource }: { readonly resource: DefinitionRow }) => resource.revision;

const create = endpoint({
  id: 'forms.createFormDefinition',
  method: 'POST',
  path: '/forms/form-definitions',
  title: 'Create form definition',
  description: 'A draft. What is wrong with its layout is told by errorStatus.',
  access: anyCaller,
  changes: 'inTwin',
  body: input(
    {
      twinId: uuid(),
      displayName: line({ min: 1, max: 255 }),
      type: line({ min: 1, max: 100 }),
      discipline: optional(line({ min: 1, max: 100 })),
      idPrefix: optional(nullable(line({ min: 1, max: 25 }))),
      ...layoutMember,
    },
    'FormDefinitionCreate',
  ),
  bodyTypes: [''],
  maxBody: largestBody,
  invalid: invalidCreateDefinition,
  check: checkLayoutShape,
  answers: { 201: json(definitionShapes(api).one, 'The new definition.') },
  errors: [twinNotFound, problems.insufficientPermissions],
  async run({ body }, context) {
    const access = await twinAccess(context, body.twinId, twinNotFound, need.manage);
    if (isFailed(access)) return access;
    const row = await makeDefinition(access.twin.id, { ...body, layout: textIn(body.definition) }, context);
    if (isFailed(row)) return row;
    const headers = { Location: `${context.baseUrl}/forms/form-definitions/${row.id}` };
    return reply(201, { formDefinition: definitionView(row, api) }, { version: row.revision, headers });
  },
});

const replaceLayout = endpoint({
  id: 'forms.replaceLayout',
  method: 'PUT',
  path: '/forms/form-definitions/{id}/definition',
  title: 'Replace layout of form definition',
  description:
    'Only while the definition is a Draft or in Maintenance. Forms that are there keep the layout that they were made with. ReadWrite definitions may be changed from every twin that shares them.',
  access: onDefinition(need.manage, 'shared'),
  body: input(layoutMember, 'FormLayoutReplace'),
  bodyTypes: [''],
  maxBody: largestBody,
  invalid: invalidUpdateDefinition,
  check: checkLayoutShape,
  version,
  answers: { 200: json(definitionShapes(api).oneFull, 'The definition with the layout.') },
  errors: [definitionNotEditable],
  async run({ target, body }, context) {
    const row = await putLayout(target.resource, textIn(body.definition), context);
    if (isFailed(row)) return row;
    const definition = await layoutText(context.db, row.id, row.version);
    return reply(200, { formDefinition: { ...definitionView(row, api), definition } }, { version: row.revision });
  },
});

const versionsShape = output(
  {
    versions: arrayOf(
      output(
        { version: integer(), createdDateTime: dateTime(), createdBy: line({ untrimmed: true }) },
        'FormLayoutVersion',
      ),
    ),
  },
  'FormLayoutVersionsResponse',
);

const listVersions = endpoint({
  id: 'forms.getLayoutVersions',
  method: 'GET',
  path: '/forms/form-definitions/{id}/versions',
  title: 'Get layout versions of form definition',
  description: 'Those that the definition or a form needs.',
  access: onDefinition(need.view),
  answers: { 200: json(versionsShape, 'The newest first.') },
  async run({ target: { resource } }, { db, ports }) {
    const all = q.selectFrom('form_layouts').select(['version', 'created', 'created_by']);
    const rows = await db.all(all.where('definition_id', '=', resource.id).orderBy('version', 'desc'));
    const names = await namesOf(
      db,
      rows.map((row) => row.created_by),
      ports,
    );
    const versions = rows.map((row) => ({
      version: row.version,
      createdDateTime: isoTime(row.created),
      createdBy: names.get(row.created_by) ?? '',
    }));
    return reply(200, { versions });
  },
});

const replaceImage = endpoint({
  id: 'forms.replaceStaticImage',
  method: 'PUT',
  path: '/forms/form-definitions/{id}/static-images/{fileId}',
  title: 'Upload static image',
  description: 'PNG or JPEG.',
  access: onDefinition(need.manage),
  body: rawBody(['image/png', 'image/jpeg'], largestImage),
  invalid: invalidImage,
  answers: { 201: empty('The picture is there.') },
  errors: [imageNotFound],
  run: ({ params: { fileId }, target, body }, context) =>
    /^[1-9]\d{0,8}$/.test(fileId)
      ? putImage(target.resource, Number(fileId), body.bytes, context)
      : Promise.resolve(fail(imageNotFound)),
});

export const definitionChangeEndpoints = [create, replaceLayout, listVersions, replaceImage];
