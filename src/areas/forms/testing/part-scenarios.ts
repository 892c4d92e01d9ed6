import assert from 'node:assert/strict';
import { located } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const comments = '/forms/{open}/comments';
const attachments = '/forms/{open}/attachments';
const stale = { 'If-Match': '"stale"' };
const xml = { 'Content-Type': 'text/xml' };
const attached = ['forms.attachmentAttached.v1'];
const bytes = new Uint8Array([60, 104, 49, 62]);

/** Comments and attachments. */
export const partScenarios: readonly Scenario[] = [
  {
    name: 'comments',
    call: `GET ${comments}`,
    as: 'viewer',
    headers: { Prefer: 'return=representation' },
    status: 200,
    proves({ body }, { p, comment, creator, creatorId, twinId }) {
      const [{ createdDateTime: _, ...one }] = body.comments;
      const href = `${p.baseUrl}/accesscontrol/twins/${twinId}/members/users/${creatorId}`;
      const name = 'Ada Larsen';
      assert.deepEqual(one, {
        id: comment,
        text: 'Pump moved.',
        authorDisplayName: name,
        author: name,
        authorEmail: creator.email,
        _links: { author: { href } },
      });
      assert.equal(body._links, undefined);
    },
  },
  { name: 'a page of comments that is none', call: `GET ${comments}?$top=x`, as: 'viewer', status: 422 },
  { name: 'comments of a stranger', call: 'GET /forms/{strangerForm}/comments', as: 'full', status: 404 },
  {
    name: 'a comment',
    call: `POST ${comments}`,
    as: 'commenter',
    body: { text: 'a\nb' },
    status: 201,
    raises: ['forms.commentCreated.v1'],
    async proves(answer, { p, viewer, open }) {
      assert.equal(answer.body, '');
      const { body } = await p.call(viewer, `GET /forms/${open}/comments`);
      assert.deepEqual([body.comments[0].id, body.comments[0].text], [located(answer), 'a\nb']);
    },
  },
  {
    name: 'a comment without text',
    call: `POST ${comments}`,
    as: 'commenter',
    body: { text: ' ' },
    status: 422,
    code: 'InvalidCommentRequest',
    targets: ['text'],
    proves: ({ body }) => assert.equal(body.error.details[0].code, 'MissingRequiredProperty'),
  },
  {
    name: 'a comment that is no JSON',
    call: `POST ${comments}`,
    as: 'commenter',
    body: '{',
    status: 422,
    targets: [null],
  },
  { name: 'a comment by who may view only', call: `POST ${comments}`, as: 'viewer', body: { text: 'a' }, status: 403 },
  { name: 'a comment of another type', call: `POST ${comments}`, as: 'creator', body: 'x', headers: xml, status: 415 },
  {
    name: 'a comment for nobody',
    call: 'POST /forms/{strangerForm}/comments',
    as: 'full',
    body: { text: 'a' },
    status: 404,
  },
  {
    name: 'a comment of somebody else goes',
    call: `DELETE ${comments}/{comment}`,
    as: 'commenter',
    status: 204,
    raises: ['forms.commentDeleted.v1'],
  },
  {
    name: 'a comment that is not there',
    call: `DELETE ${comments}/{newGuid}`,
    as: 'commenter',
    status: 404,
    code: 'CommentNotFound',
    proves: ({ body }) => assert.equal(body.error.target, 'commentId'),
  },
  { name: 'a comment to delete by who may not', call: `DELETE ${comments}/{comment}`, as: 'viewer', status: 403 },
  {
    name: 'a comment of a form of a stranger',
    call: 'DELETE /forms/{strangerForm}/comments/{comment}',
    as: 'full',
    status: 404,
    code: 'FormDataNotFound',
  },
  {
    name: 'attachments, the newest first',
    call: `GET ${attachments}`,
    as: 'viewer',
    status: 200,
    proves({ body }, { photo, empty }) {
      const shown = body.attachments.map(({ createdDateTime: _, ...rest }: Record<string, unknown>) => rest);
      assert.deepEqual(shown, [
        { id: empty, fileName: 'notes.html', type: 'html', caption: 'Later', size: 0, binding: null },
        { id: photo, fileName: 'pour.png', type: 'png', caption: null, size: 4, binding: 'Photos' },
      ]);
    },
  },
  { name: 'a page of attachments that is none', call: `GET ${attachments}?$top=0`, as: 'viewer', status: 422 },
  { name: 'attachments of a stranger', call: 'GET /forms/{strangerForm}/attachments', as: 'full', status: 404 },
  {
    name: 'an attachment',
    call: `POST ${attachments}`,
    as: 'commenter',
    body: { fileName: 'a.html' },
    status: 201,
    async proves(answer, { p, viewer, open }) {
      assert.equal(answer.body, '');
      const { status, body } = await p.call(viewer, `GET /forms/${open}/attachments/${located(answer)}`);
      assert.deepEqual([status, body.error.code], [404, 'FileNotFound']);
    },
  },
  {
    name: 'an attachment with a harmful name',
    call: `POST ${attachments}`,
    as: 'commenter',
    body: { fileName: 'a.exe', caption: 7 },
    status: 422,
    code: 'InvalidAttachmentRequest',
    targets: ['caption', 'fileName'],
  },
  {
    name: 'an attachment of another type',
    call: `POST ${attachments}`,
    as: 'creator',
    body: 'x',
    headers: xml,
    status: 415,
  },
  {
    name: 'an attachment by who may view only',
    call: `POST ${attachments}`,
    as: 'viewer',
    body: { fileName: 'a' },
    status: 403,
  },
  {
    name: 'an attachment for nobody',
    call: 'POST /forms/{strangerForm}/attachments',
    as: 'full',
    body: {},
    status: 404,
  },
  {
    name: 'the file of an attachment, which never runs',
    call: `PUT ${attachments}/{empty}`,
    as: 'commenter',
    body: bytes,
    headers: { 'Content-Type': 'text/html' },
    status: 201,
    raises: attached,
    async proves({ body }, { p, viewer, open, empty }) {
      assert.equal(body, '');
      const got = await p.call(viewer, `GET /forms/${open}/attachments/${empty}`);
      assert.deepEqual([got.status, got.body], [200, '<h1>']);
      const header = (name: string) => got.headers.get(name);
      assert.deepEqual(
        [header('content-type'), header('content-security-policy'), header('content-disposition')],
        ['application/octet-stream', 'sandbox', 'attachment; filename="notes.html"'],
      );
    },
  },
  { name: 'another file', call: `PUT ${attachments}/{photo}`, as: 'commenter', body: bytes, status: 201 },
  {
    name: 'a file that is too large',
    call: `PUT ${attachments}/{empty}`,
    as: 'commenter',
    body: new Uint8Array(30 * 2 ** 20 + 1),
    status: 413,
    code: 'RequestTooLarge',
  },
  {
    name: 'a file in place of another one',
    call: `PUT ${attachments}/{photo}`,
    as: 'creator',
    body: 'x',
    headers: stale,
    status: 412,
  },
  { name: 'a file by who may not', call: `PUT ${attachments}/{photo}`, as: 'viewer', body: 'x', status: 403 },
  {
    name: 'a file for nothing',
    call: `PUT ${attachments}/{newGuid}`,
    as: 'creator',
    body: 'x',
    status: 404,
    code: 'AttachmentNotFound',
    proves: ({ body }) => assert.equal(body.error.target, 'attachmentId'),
  },
  {
    name: 'a file for a form of a stranger',
    call: 'PUT /forms/{strangerForm}/attachments/{photo}',
    as: 'full',
    body: 'x',
    status: 404,
    code: 'FormDataNotFound',
  },
  {
    name: 'a picture, shown in the browser',
    call: `GET ${attachments}/{photo}`,
    as: 'viewer',
    headers: { Accept: 'image/png' },
    status: 200,
    async proves({ headers }, { p, viewer, open, photo }) {
      assert.deepEqual(
        [headers.get('content-type'), headers.get('content-disposition')],
        ['image/png', 'inline; filename="pour.png"'],
      );
      const part = await p.call(viewer, `GET /forms/${open}/attachments/${photo}`, { headers: { Range: 'bytes=0-1' } });
      assert.deepEqual([part.status, part.body.length], [206, 2]);
    },
  },
  { name: 'a picture as any file', call: `GET ${attachments}/{photo}`, as: 'viewer', status: 200 },
  {
    name: 'a file that is not there yet',
    call: `GET ${attachments}/{empty}`,
    as: 'viewer',
    status: 404,
    code: 'FileNotFound',
  },
  {
    name: 'an attachment that is not there',
    call: `GET ${attachments}/{newGuid}`,
    as: 'viewer',
    status: 404,
    code: 'AttachmentNotFound',
  },
  {
    name: 'an attachment of a stranger',
    call: 'GET /forms/{strangerForm}/attachments/{photo}',
    as: 'full',
    status: 404,
    code: 'FormDataNotFound',
  },
  {
    name: 'an attachment goes with its file',
    call: `DELETE ${attachments}/{photo}`,
    as: 'commenter',
    status: 204,
    raises: ['forms.attachmentUnattached.v1'],
    async proves(_answer, { p, viewer, open, photo }) {
      assert.equal((await p.call(viewer, `GET /forms/${open}/attachments/${photo}`)).status, 404);
      const trail = await p.call(viewer, `GET /forms/${open}/audit-trail-entries`);
      assert.deepEqual(trail.body.auditTrailEntries[0].changes, [
        { property: 'File', oldValue: 'pour.png', newValue: null },
      ]);
    },
  },
  { name: 'an attachment without file goes', call: `DELETE ${attachments}/{empty}`, as: 'full', status: 204 },
  {
    name: 'an attachment that changed',
    call: `DELETE ${attachments}/{photo}`,
    as: 'full',
    headers: stale,
    status: 412,
  },
  { name: 'an attachment to delete by who may not', call: `DELETE ${attachments}/{photo}`, as: 'viewer', status: 403 },
  {
    name: 'an attachment to delete that is not there',
    call: `DELETE ${attachments}/{newGuid}`,
    as: 'full',
    status: 404,
    code: 'AttachmentNotFound',
  },
  {
    name: 'an attachment to delete of a stranger',
    call: 'DELETE /forms/{strangerForm}/attachments/{photo}',
    as: 'full',
    status: 404,
    code: 'FormDataNotFound',
  },
];
