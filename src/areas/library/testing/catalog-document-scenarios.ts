import assert from 'node:assert/strict';
import { requireSuccess } from '../../../../test/support/platform.ts';
import { made, send } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const plain = { 'Content-Type': 'text/xml' };
const stale = { 'If-Match': 'W/"99"' };
const place = '/library/catalogs/{catalog}/documents';
const create = `POST ${place}`;
const item = (method: string) => `${method} ${place}/{catalogDocument}`;
const manual = { displayName: 'Manual', extension: 'pdf', purpose: 'Reference' };
const cover = { displayName: 'Cover', extension: 'png', purpose: 'Thumbnail' };

export const catalogDocumentScenarios: readonly Scenario[] = [
  {
    name: 'a picture of a catalog, shown where it is opened',
    call: create,
    as: 'editor',
    body: { ...cover, version: '7', previousVersionId: 'x' },
    status: 201,
    async proves({ body }, { p, editor, reader, catalog }) {
      const { id, version, isActive, _links } = body.document;
      assert.deepEqual([version, isActive], ['1', true]);
      requireSuccess(await send(p, _links.fileUrl.href, 'a picture'));
      const below = `/library/catalogs/${catalog}/documents`;
      await made(p, editor, `PUT ${below}/${id}`, { ...cover, available: true });
      const { document } = await made(p, reader, `GET ${below}/${id}`);
      const file = await p.call(undefined, `GET ${document._links.fileUrl.href}`);
      assert.equal(file.headers.get('content-type'), 'image/png');
      assert.match(file.headers.get('content-disposition') ?? '', /^inline/);
      const second = await p.call(editor, `POST ${below}`, { body: { ...cover, displayName: 'Back' } });
      const [{ message }] = second.body.error.details;
      assert.equal(message, "Only one document with purpose 'Thumbnail' is allowed per catalog.");
    },
  },
  {
    name: 'a document of a catalog whose name is taken',
    call: create,
    as: 'editor',
    body: manual,
    status: 409,
    code: 'CatalogDocumentExists',
  },
  {
    name: 'a design of a catalog',
    call: create,
    as: 'editor',
    body: { ...manual, purpose: 'Design' },
    status: 422,
    code: 'InvalidDocumentRequest',
    proves: ({ body }) => assert.equal(body.error.details[0].message, 'Purpose must be one of:  Thumbnail, Reference.'),
  },
  { name: 'a document of a catalog by a reader', call: create, as: 'reader', body: manual, status: 403 },
  {
    name: 'a document of no catalog',
    call: 'POST /library/catalogs/{unknown}/documents',
    as: 'editor',
    body: manual,
    status: 404,
    code: 'CatalogNotFound',
  },
  {
    name: 'a document of a catalog of another type',
    call: create,
    as: 'editor',
    body: 'x',
    headers: plain,
    status: 415,
  },
  { name: 'a document of a catalog of nobody', call: create, body: {}, status: 401 },
  {
    name: 'documents of a catalog',
    call: `GET ${place}`,
    as: 'reader',
    status: 200,
    proves: ({ body }, { catalogDocument }) => assert.equal(body.documents[0].id, catalogDocument),
  },
  {
    name: 'documents of a catalog for who may not read',
    call: `GET ${place}`,
    as: 'nobody',
    status: 404,
    code: 'CatalogDocumentsNotFound',
  },
  { name: 'documents of what is no catalog', call: 'GET /library/catalogs/x/documents', as: 'reader', status: 404 },
  { name: 'a document of a catalog', call: item('GET'), as: 'reader', status: 200 },
  {
    name: 'a document of a catalog for who may not read',
    call: item('GET'),
    as: 'nobody',
    status: 404,
    code: 'CatalogDocumentNotFound',
  },
  {
    name: 'a document of a catalog below another',
    call: 'GET /library/catalogs/{otherCatalog}/documents/{catalogDocument}',
    as: 'reader',
    status: 404,
    code: 'CatalogDocumentNotFound',
  },
  {
    name: 'another document of a catalog in its place',
    call: item('PUT'),
    as: 'editor',
    body: { ...manual, displayName: 'Handbook' },
    status: 200,
    proves: ({ body }) => assert.equal(new URL(body.document._links.fileUrl.href).searchParams.get('sp'), 'rw'),
  },
  {
    name: 'a document of a catalog with the name of another',
    call: create,
    as: 'editor',
    body: { ...manual, displayName: 'Leaflet' },
    status: 201,
    async proves({ body }, { p, editor, catalog }) {
      const call = `PUT /library/catalogs/${catalog}/documents/${body.document.id}`;
      const again = await p.call(editor, call, { body: manual });
      assert.deepEqual([again.status, again.body.error.code], [409, 'CatalogDocumentExists']);
    },
  },
  { name: 'a document of a catalog without anything', call: item('PUT'), as: 'editor', body: {}, status: 422 },
  { name: 'a change by a reader', call: item('PUT'), as: 'reader', body: manual, status: 403 },
  { name: 'a change of nothing', call: `PUT ${place}/{unknown}`, as: 'editor', body: manual, status: 404 },
  { name: 'a change of what changed', call: item('PUT'), as: 'editor', body: manual, headers: stale, status: 412 },
  { name: 'a change of another type', call: item('PUT'), as: 'editor', body: 'x', headers: plain, status: 415 },
  {
    name: 'a document of a catalog goes',
    call: item('DELETE'),
    as: 'editor',
    status: 204,
    async proves(_answer, { p, reader, catalog }) {
      assert.deepEqual((await made(p, reader, `GET /library/catalogs/${catalog}/documents`)).documents, []);
    },
  },
  { name: 'a document of a catalog to delete, by a reader', call: item('DELETE'), as: 'reader', status: 403 },
  { name: 'no document of a catalog to delete', call: `DELETE ${place}/x`, as: 'editor', status: 404 },
  {
    name: 'a document of a catalog to delete that changed',
    call: item('DELETE'),
    as: 'editor',
    headers: stale,
    status: 412,
  },
];
