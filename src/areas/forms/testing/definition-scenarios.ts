import assert from 'node:assert/strict';
import { newForm } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const all = '/forms/form-definitions';
const list = `GET ${all}?twinId={twinId}`;
const get = `GET ${all}/{log}`;
const patch = `PATCH ${all}/{log}`;
const remove = `DELETE ${all}/{log}`;
const bringIn = `POST ${all}/import`;
const stale = { 'If-Match': 'W/"99"' };
const xml = { 'Content-Type': 'text/xml' };
const invalid = 'InvalidFormDefinitionRequest';
const namesIn = ({ formDefinitions }: { formDefinitions: { displayName: string }[] }) =>
  formDefinitions.map(({ displayName }) => displayName);

export const definitionScenarios: readonly Scenario[] = [
  {
    name: 'approved definitions by name',
    call: list,
    as: 'viewer',
    status: 200,
    async proves({ body }, { p, viewer, twinId }) {
      assert.deepEqual(namesIn(body), ['Daily Log', 'Inspection']);
      const any = `GET /forms/form-definitions?twinId=${twinId}&status=ANY&$top=2`;
      const first = await p.call(viewer, any);
      const rest = await p.call(viewer, `GET ${first.body._links.next.href}`);
      assert.deepEqual(
        [namesIn(first.body), namesIn(rest.body)],
        [
          ['Daily Log', 'Inspection'],
          ['Pictured', 'Sketch'],
        ],
      );
      assert.deepEqual(namesIn((await p.call(viewer, `${any}&search=KET`)).body), ['Sketch']);
    },
  },
  {
    name: 'definitions in full',
    call: `${list}&type=Inspection`,
    as: 'viewer',
    headers: { Prefer: 'return=representation' },
    status: 200,
    proves({ body }, { inspection }) {
      const [{ id, status, errorStatus, shareType, idPrefix }] = body.formDefinitions;
      assert.deepEqual([id, status, errorStatus, shareType, idPrefix], [inspection, 'Approved', 'None', null, null]);
    },
  },
  {
    name: 'a list without twin and with a wrong status',
    call: `GET ${all}?status=Shut&$top=0`,
    as: 'viewer',
    status: 422,
    code: 'InvalidFormsRequest',
    targets: ['$top', 'twinId', 'status'],
  },
  {
    name: 'definitions of a twin that nobody sees',
    call: list,
    as: 'stranger',
    status: 404,
    code: 'RepositoryNotFound',
  },
  { name: 'definitions for a member without permission', call: list, as: 'visitor', status: 403 },
  {
    name: 'a definition with its layout',
    call: get,
    as: 'viewer',
    status: 200,
    proves: ({ body }) => assert.ok(JSON.parse(body.formDefinition.definition).Form.Controls.length > 0),
  },
  {
    name: 'a definition for a member without permission',
    call: get,
    as: 'visitor',
    status: 404,
    code: 'FormDefNotFound',
  },
  {
    name: 'a definition that goes into maintenance',
    call: patch,
    as: 'full',
    body: { status: 'Maintenance', idPrefix: 'LOG' },
    status: 200,
    async proves({ body }, { p, creator, full, log }) {
      assert.deepEqual([body.formDefinition.status, body.formDefinition.idPrefix], ['Maintenance', 'LOG']);
      const refused = await p.call(creator, 'POST /forms/', { body: { formId: log } });
      assert.deepEqual([refused.status, refused.body.error.details[0].code], [422, 'InvalidChange']);
      await p.call(full, `PATCH /forms/form-definitions/${log}`, { body: { status: 'Approved' } });
      const form = await newForm(p, creator, log);
      assert.equal((await p.call(creator, `GET /forms/${form}`)).body.formData.number, 'LOG-00001');
    },
  },
  {
    name: 'what cannot be changed of a definition',
    call: patch,
    as: 'full',
    body: { definition: '{}', type: 'x', idPrefix: 'x'.repeat(26), status: 'Shut' },
    status: 422,
    code: invalid,
    targets: ['status', 'idPrefix', 'definition', 'type'],
  },
  {
    name: 'a shareType once it is set',
    call: `PATCH ${all}/{shared}`,
    as: 'full',
    body: { shareType: null },
    status: 422,
    targets: ['shareType'],
  },
  { name: 'a definition by who may not', call: patch, as: 'creator', body: {}, status: 403 },
  { name: 'a definition of a stranger', call: patch, as: 'stranger', body: {}, status: 404 },
  { name: 'a definition that changed', call: patch, as: 'full', body: {}, headers: stale, status: 412 },
  { name: 'a definition of another type', call: patch, as: 'full', body: 'x', headers: xml, status: 415 },
  {
    name: 'a definition that nobody needs goes',
    call: `DELETE ${all}/{draft}`,
    as: 'remover',
    status: 204,
    raises: ['forms.metadataDeleted.v1'],
  },
  {
    name: 'a definition with forms',
    call: remove,
    as: 'full',
    status: 409,
    code: 'FormDefinitionInUse',
    proves: ({ body }) => assert.equal(body.error.target, 'id'),
  },
  {
    name: 'a definition with forms, deleted ones for good',
    call: 'DELETE /forms/{inspected}',
    as: 'full',
    status: 204,
    raises: ['forms.formDeleted.v1'],
    async proves(_answer, { p, full, inspection }) {
      const definition = `DELETE /forms/form-definitions/${inspection}`;
      assert.equal((await p.call(full, definition)).status, 409);
      assert.equal((await p.call(full, `${definition}?hardDeleteSoftDeletedData=true`)).status, 204);
      assert.equal((await p.call(full, `GET /forms/form-definitions/${inspection}`)).status, 404);
    },
  },
  {
    name: 'a definition to delete with a wrong parameter',
    call: `${remove}?hardDeleteSoftDeletedData=x`,
    as: 'full',
    status: 422,
    code: invalid,
  },
  { name: 'a definition to delete that changed', call: remove, as: 'full', headers: stale, status: 412 },
  { name: 'a definition to delete by who may not', call: remove, as: 'creator', status: 403 },
  { name: 'a definition to delete of a stranger', call: remove, as: 'stranger', status: 404 },
  {
    name: 'a copy in another twin',
    call: bringIn,
    as: 'full',
    body: {
      sourceFormDefinitionId: '{log}',
      destinationTwinId: '{otherTwin}',
      displayName: 'Copy',
      status: 'Approved',
      idPrefix: 'C',
    },
    status: 200,
    async proves({ body }, { p, full, log, otherTwin }) {
      const { id, displayName, status } = body.formDefinition;
      assert.deepEqual([displayName, status, id === log], ['Copy', 'Approved', false]);
      assert.equal((await p.call(full, `GET /forms/workflows/Daily%20Log?twinId=${otherTwin}`)).status, 200);
      const upsert = { sourceFormDefinitionId: log, destinationTwinId: otherTwin, importAction: 'Upsert' };
      const again = await p.call(full, 'POST /forms/form-definitions/import', { body: upsert });
      assert.deepEqual(
        [again.status, again.body.formDefinition.id, again.body.formDefinition.displayName],
        [200, id, 'Copy'],
      );
    },
  },
  {
    name: 'a definition that is shared',
    call: bringIn,
    as: 'full',
    body: { sourceFormDefinitionId: '{shared}', destinationTwinId: '{twinId}', importAction: 'Share' },
    status: 200,
    async proves({ body }, { p, full, viewer, shared, twinId }) {
      assert.equal(body.formDefinition.id, shared);
      assert.equal((await p.call(viewer, `GET /forms/form-definitions/${shared}`)).status, 200);
      const form = await newForm(p, full, shared, { twinId });
      assert.equal((await p.call(viewer, `GET /forms/${form}`)).body.formData.number, 'ISS-00001');
    },
  },
  {
    name: 'a private definition that is to be shared, by another name',
    call: bringIn,
    as: 'full',
    body: {
      sourceFormDefinitionId: '{log}',
      destinationTwinId: '{otherTwin}',
      importAction: 'Share',
      displayName: 'n',
    },
    status: 422,
    code: invalid,
    targets: ['displayName'],
  },
  {
    name: 'a definition that is there already',
    call: bringIn,
    as: 'full',
    body: { sourceFormDefinitionId: '{log}', destinationTwinId: '{twinId}', importAction: 'Upsert' },
    status: 422,
    targets: ['importAction'],
  },
  {
    name: 'a source that is not there',
    call: bringIn,
    as: 'full',
    body: { sourceFormDefinitionId: '{newGuid}', destinationTwinId: '{twinId}' },
    status: 404,
    code: 'FormDefNotFound',
    proves: ({ body }) => assert.equal(body.error.target, 'sourceFormDefinitionId'),
  },
  {
    name: 'a destination that nobody sees',
    call: bringIn,
    as: 'full',
    body: { sourceFormDefinitionId: '{log}', destinationTwinId: '{strangerTwin}' },
    status: 404,
    code: 'RepositoryNotFound',
    proves: ({ body }) => assert.equal(body.error.target, 'destinationTwinId'),
  },
  {
    name: 'an import by who may not',
    call: bringIn,
    as: 'creator',
    body: { sourceFormDefinitionId: '{log}', destinationTwinId: '{twinId}' },
    status: 403,
  },
  { name: 'an import of another type', call: bringIn, as: 'full', body: 'x', headers: xml, status: 415 },
  {
    name: 'a static image',
    call: `GET ${all}/{pictured}/static-images/1`,
    as: 'viewer',
    status: 200,
    async proves({ body }, { p }) {
      const got = await p.call(undefined, `GET ${body._links.imageUrl.href}`);
      assert.deepEqual([got.status, got.headers.get('content-type')], [200, 'image/png']);
    },
  },
  {
    name: 'a static image that is not there',
    call: `GET ${all}/{log}/static-images/x`,
    as: 'viewer',
    status: 404,
    code: 'ImageNotFound',
    proves: ({ body }) => assert.equal(body.error.target, 'fileId'),
  },
  {
    name: 'a static image of a stranger',
    call: `GET ${all}/{log}/static-images/1`,
    as: 'stranger',
    status: 404,
    code: 'FormDefNotFound',
  },
];
