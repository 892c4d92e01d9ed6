import assert from 'node:assert/strict';
import { requireSuccess } from '../../../../test/support/platform.ts';
import { type Fixture, fileText, made, send } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const plain = { 'Content-Type': 'text/xml' };
const stale = { 'If-Match': 'W/"99"' };
const place = '/library/components/{component}/documents';
const create = `POST ${place}`;
const design = (method: string) => `${method} ${place}/{design}`;
const waiting = (method: string) => `${method} ${place}/{waiting}`;
const door = { displayName: 'Door', extension: 'rfa', purpose: 'Design' };
const manual = { displayName: 'Manual', extension: 'pdf', purpose: 'Reference' };
const invalid = 'InvalidDocumentRequest';

/** Reads the document of an answer once more, as somebody. */
const again = ({ p, reader, component }: Fixture, id: string, who = reader) =>
  made(p, who, `GET /library/components/${component}/documents/${id}`).then(({ document }) => document);

const creating: readonly Scenario[] = [
  {
    name: 'a new document',
    call: create,
    as: 'editor',
    body: { displayName: 'Plan', extension: 'DWG', purpose: 'Reference', size: 7, isActive: false },
    status: 201,
    headers: { 'Idempotency-Key': 'once' },
    async proves({ body }, fixture) {
      const { id, createdDateTime: _c, lastModifiedDateTime: _m, _links, ...rest } = body.document;
      assert.deepEqual(rest, {
        displayName: 'Plan',
        extension: 'DWG',
        purpose: 'Reference',
        size: 0,
        available: false,
        isActive: true,
        version: '1',
      });
      const address = new URL(_links.fileUrl.href);
      assert.match(address.pathname, /^\/blobs\/library\/documents\/[0-9a-f-]{36}$/);
      assert.equal(address.searchParams.get('sp'), 'rw');
      assert.deepEqual((await again(fixture, id))._links, {});
    },
  },
  {
    name: 'a document of the same name and another extension',
    call: create,
    as: 'editor',
    body: { ...manual, extension: 'doc' },
    status: 201,
  },
  {
    name: 'a document of the same name, extension and version',
    call: create,
    as: 'editor',
    body: { displayName: 'MANUAL', extension: 'PDF', purpose: 'GalleryImage', version: '1' },
    status: 409,
    code: 'ComponentDocumentExists',
    proves: ({ body }) => assert.equal(body.error.target, 'displayName'),
  },
  {
    name: 'a document of a purpose that is none',
    call: create,
    as: 'editor',
    body: { displayName: '', extension: 'a.b', purpose: 'design', available: true },
    status: 422,
    code: invalid,
    proves: ({ body }) =>
      assert.deepEqual(
        body.error.details.map(({ message, target }: { message: string; target: string }) => [target, message]),
        [
          ['displayName', 'Required property is missing.'],
          ['extension', 'Extension is not valid.'],
          ['purpose', 'Purpose must be one of:  Design, Thumbnail, Reference, GalleryImage, TypeCatalog.'],
          ['available', 'No file has been uploaded.'],
        ],
      ),
  },
  {
    name: 'a document of a harmful extension',
    call: create,
    as: 'editor',
    body: { ...manual, extension: 'EXE' },
    status: 422,
    targets: ['extension'],
  },
  {
    name: 'a document of a design that is none',
    call: create,
    as: 'editor',
    body: { displayName: 'Front', extension: 'png', purpose: 'Thumbnail', associatedDesignDocument: '{waiting}' },
    status: 422,
    targets: ['associatedDesignDocument'],
  },
  {
    name: 'a reference with a design',
    call: create,
    as: 'editor',
    body: { ...manual, extension: 'txt', associatedDesignDocument: '{design}', previousVersionId: '{design}' },
    status: 422,
    targets: ['associatedDesignDocument', 'previousVersionId'],
  },
  { name: 'a document by who may only add', call: create, as: 'uploader', body: manual, status: 403 },
  {
    name: 'a document of no component',
    call: 'POST /library/components/x/documents',
    as: 'editor',
    body: manual,
    status: 404,
    code: 'ComponentNotFound',
  },
  { name: 'a document of another type', call: create, as: 'editor', body: 'x', headers: plain, status: 415 },
  { name: 'a document of nobody', call: create, body: {}, status: 401 },
];

const reading: readonly Scenario[] = [
  {
    name: 'documents',
    call: `GET ${place}`,
    as: 'reader',
    status: 200,
    async proves({ body, headers }, { p, design: first, waiting: second }) {
      const shown = body.documents.map(({ id, size }: { id: string; size: number }) => [id, size]);
      assert.deepEqual(shown, [
        [first, fileText.length],
        [second, 0],
      ]);
      assert.equal(headers.get('cache-control'), 'no-store');
      const [{ _links }, { _links: none }] = body.documents;
      assert.deepEqual(none, {});
      const file = await p.call(undefined, `GET ${_links.fileUrl.href}`);
      assert.equal(file.body, fileText);
      assert.match(file.headers.get('content-disposition') ?? '', /^attachment; filename="Door\.rfa"$/);
    },
  },
  {
    name: 'documents in a project',
    call: `GET ${place}?projectId={project}`,
    as: 'member',
    status: 200,
    proves: ({ body }, { design: id }) =>
      assert.deepEqual(
        body.documents.map((one: { id: string }) => one.id),
        [id],
      ),
  },
  {
    name: 'documents for who may not read',
    call: `GET ${place}`,
    as: 'nobody',
    status: 404,
    code: 'ComponentDocumentsNotFound',
  },
  {
    name: 'documents of what is no id',
    call: 'GET /library/components/x/documents',
    as: 'reader',
    status: 422,
    code: 'InvalidComponentDocumentsRequest',
    targets: ['componentId'],
  },
  { name: 'documents of no component', call: 'GET /library/components/{unknown}/documents', as: 'reader', status: 404 },
  { name: 'a document', call: design('GET'), as: 'reader', status: 200 },
  { name: 'a document in a project', call: `${design('GET')}?projectId={project}`, as: 'member', status: 200 },
  {
    name: 'a document without a file in a project',
    call: `${waiting('GET')}?projectId={project}`,
    as: 'member',
    status: 404,
    code: 'ComponentDocumentNotFound',
  },
  {
    name: 'a document for who may not read',
    call: design('GET'),
    as: 'nobody',
    status: 404,
    code: 'ComponentDocumentNotFound',
  },
];

const changing: readonly Scenario[] = [
  {
    name: 'a file is taken over, and its address ends',
    call: waiting('PUT'),
    as: 'editor',
    body: manual,
    status: 200,
    async proves({ body }, fixture) {
      const { p, editor, waitingUrl, component, waiting: id } = fixture;
      assert.equal(body.document.available, false);
      const put = `PUT /library/components/${component}/documents/${id}`;
      requireSuccess(await send(p, waitingUrl, 'a manual'));
      const { document } = await made(p, editor, put, { ...manual, available: true });
      assert.deepEqual([document.available, document.size], [true, 8]);
      assert.equal((await p.call(undefined, `GET ${document._links.fileUrl.href}`)).body, 'a manual');
      const late = await send(p, waitingUrl, 'another');
      assert.equal(late.status, 404);
      assert.match(late.body, /BlobNotFound/);
      const same = (await made(p, editor, put, manual)).document;
      assert.deepEqual([same.available, same.size, same.version], [true, 8, '1']);
      const read = await again(fixture, id);
      const withoutAddress = ({ _links, ...rest }: { _links: unknown }) => rest;
      assert.deepEqual(withoutAddress(read), withoutAddress(same));
    },
  },
  {
    name: 'a file is hidden, and another put in its place',
    call: design('PUT'),
    as: 'editor',
    body: { ...door, available: false },
    status: 200,
    async proves({ body }, fixture) {
      const { p, editor, reader, component, design: id } = fixture;
      assert.deepEqual([body.document.available, body.document.size], [false, fileText.length]);
      assert.deepEqual((await again(fixture, id))._links, {});
      const { component: seen } = await made(p, reader, `GET /library/components/${component}`);
      assert.deepEqual(seen.supportedFileTypes, []);
      const put = `PUT /library/components/${component}/documents/${id}`;
      const shown = (await made(p, editor, put, { ...door, available: true })).document;
      assert.equal((await p.call(undefined, `GET ${shown._links.fileUrl.href}`)).body, fileText);
      requireSuccess(await send(p, body.document._links.fileUrl.href, 'empty'));
      const { document } = await made(p, editor, put, { ...door, available: true });
      assert.equal(document.size, 5);
      assert.equal((await p.call(undefined, `GET ${document._links.fileUrl.href}`)).body, 'empty');
    },
  },
  {
    name: 'an upload is opened anew, and the former address ends',
    call: waiting('PUT'),
    as: 'editor',
    body: { ...manual, available: false },
    status: 200,
    async proves({ body }, { p, waitingUrl }) {
      assert.equal((await send(p, waitingUrl, 'x')).status, 404);
      requireSuccess(await send(p, body.document._links.fileUrl.href, ''));
    },
  },
  {
    name: 'a file that never came',
    call: waiting('PUT'),
    as: 'editor',
    body: { ...manual, available: true },
    status: 422,
    code: invalid,
    proves: ({ body }) => {
      const message = 'No file has been uploaded.';
      assert.deepEqual(body.error.details, [{ code: 'InvalidValue', message, target: 'available' }]);
    },
  },
  {
    name: 'a document with the name of another',
    call: waiting('PUT'),
    as: 'editor',
    body: { ...manual, displayName: 'door', extension: 'RFA' },
    status: 409,
    code: 'ComponentDocumentExists',
  },
  {
    name: 'a document of another purpose',
    call: waiting('PUT'),
    as: 'editor',
    body: { ...manual, purpose: 'Thumbnail' },
    status: 422,
    targets: ['purpose'],
    proves: ({ body }) => assert.equal(body.error.details[0].message, 'Purpose cannot be changed.'),
  },
  { name: 'a change by who may only add', call: design('PUT'), as: 'uploader', body: door, status: 403 },
  { name: 'a change of nothing', call: `PUT ${place}/{unknown}`, as: 'editor', body: door, status: 404 },
  { name: 'a change of what changed', call: design('PUT'), as: 'editor', body: door, headers: stale, status: 412 },
  { name: 'a change of another type', call: design('PUT'), as: 'editor', body: 'x', headers: plain, status: 415 },
  {
    name: 'a document goes, and its file',
    call: design('DELETE'),
    as: 'editor',
    status: 204,
    async proves(_answer, { p, reader, component, variation }) {
      const below = `GET /library/components/${component}`;
      const { documents } = await made(p, reader, `${below}/documents`);
      assert.equal(documents.length, 1);
      const left = (await made(p, reader, `${below}/variations/${variation}`)).variation;
      assert.deepEqual(left._links, {});
    },
  },
  { name: 'a document to delete, by who may only add', call: design('DELETE'), as: 'uploader', status: 403 },
  {
    name: 'nothing to delete',
    call: `DELETE ${place}/{unknown}`,
    as: 'editor',
    status: 404,
    code: 'ComponentDocumentNotFound',
  },
  { name: 'a document to delete that changed', call: design('DELETE'), as: 'editor', headers: stale, status: 412 },
];

export const documentScenarios: readonly Scenario[] = [...creating, ...reading, ...changing];
