import assert from 'node:assert/strict';
import { ended } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const unknown = 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';
const create = 'POST /archives/exports';
const list = 'GET /archives/exports?twinId={twinId}';
const one = '/archives/exports/{completed}';
const all = [`GET ${one}`, `GET ${one}/file`, `GET ${one}/report`, `DELETE ${one}`];
const body = { twinId: '{twinId}' };

const noToken = (call: string): Scenario => ({
  name: `${call} without a token`,
  call,
  status: 401,
  code: 'HeaderNotFound',
});
const refused = (as: 'member' | 'stranger', call: string, status: number, code: string, more = {}): Scenario => ({
  name: `${call} by a ${as}`,
  call,
  as,
  status,
  code,
  ...more,
});
const invalid = (name: string, given: object, targets: readonly string[]): Scenario => ({
  name: `an export ${name}`,
  call: create,
  as: 'owner',
  body: { ...body, ...given },
  status: 422,
  code: 'InvalidArchivesRequest',
  targets,
});

export const exportScenarios: readonly Scenario[] = [
  ...[list, ...all].map(noToken),
  { ...noToken(create), body },
  refused('stranger', create, 404, 'twinNotFound', { body }),
  refused('stranger', list, 404, 'twinNotFound'),
  ...all.map((call) => refused('stranger', call, 404, 'ExportNotFound')),
  refused('member', create, 403, 'InsufficientPermissions', { body }),
  ...[list, ...all].map((call) => refused('member', call, 403, 'InsufficientPermissions')),
  ...all.map((call): Scenario => {
    const other = call.replace('{completed}', unknown);
    return { name: `${call} of an unknown export`, call: other, as: 'owner', status: 404, code: 'ExportNotFound' };
  }),
  { name: 'an export of an unknown twin', call: create, as: 'owner', body: { twinId: unknown }, status: 404 },
  {
    name: 'an export with history by an owner who is no administrator',
    call: create,
    as: 'owner',
    body: { ...body, choices: { history: true } },
    status: 403,
    code: 'InsufficientPermissions',
  },
  {
    name: 'an export of an Account',
    call: create,
    as: 'administrator',
    body: { twinId: '{accountId}' },
    status: 422,
    targets: ['twinId'],
    proves: ({ body: { error } }) =>
      assert.equal(error.details[0].message, 'An Account cannot be archived; its twins can.'),
  },
  invalid('without a twin', { twinId: null }, ['twinId']),
  invalid('in another format', { format: 'icdd' }, ['format']),
  invalid('of what is new', { since: unknown }, ['since']),
  invalid('without what is lost', { skipLost: true }, ['skipLost']),
  invalid('of one folder', { choices: { folderId: unknown, linksets: ['forms'] } }, [
    'choices.folderId',
    'choices.linksets',
  ]),
  invalid('with choices that are none', { choices: { recycleBin: 'yes' } }, ['choices.recycleBin']),
  {
    name: 'an export of another type',
    call: create,
    as: 'owner',
    body: 'twinId',
    headers: { 'Content-Type': 'application/xml' },
    status: 415,
  },
  {
    name: 'an export while one is running',
    call: create,
    as: 'owner',
    body: { twinId: '{busyTwin}' },
    status: 409,
    code: 'ExportRunning',
  },
  {
    name: 'an export',
    call: create,
    as: 'owner',
    body,
    status: 202,
    async proves({ body: { export: made } }, { p, owner, twinId }) {
      assert.deepEqual(
        [made.twinId, made.format, made.state, made.step, made.size, made._links.file],
        [twinId, 'twin', 'Queued', null, null, null],
      );
      assert.deepEqual(made.choices, { recycleBin: true, history: false, derived: false });
      assert.match(made.fileName, /^Bridge_ north_south \d{4}-\d\d-\d\dT\d{4}Z\.twin$/);
      const { state, size, counts, leftOut, _links } = await ended(p, owner, made.id);
      assert.deepEqual([state, size > 1000, counts.records > 5, leftOut], ['Completed', true, true, 0]);
      assert.ok(_links.file && _links.report);
      const events = p.takeEvents().map(({ type, content }) => [type, content]);
      assert.deepEqual(events, [
        ['archives.exportCompleted.v1', { exportId: made.id, format: 'twin', exportSucceeded: true }],
      ]);
    },
  },
  {
    name: 'exports of a twin',
    call: list,
    as: 'owner',
    status: 200,
    proves: ({ body: { exports, _links } }, { completed, removed }) => {
      assert.deepEqual(
        exports.map(({ id }: { id: string }) => id),
        [completed, removed],
      );
      assert.deepEqual([exports[1].state, exports[1]._links.file, _links.next], ['Expired', null, undefined]);
    },
  },
  {
    name: 'exports page by page',
    call: `${list}&$top=1`,
    as: 'owner',
    status: 200,
    async proves({ body: { exports, _links } }, { p, owner, completed, removed }) {
      const rest = await p.call(owner, `GET ${_links.next.href.slice(p.baseUrl.length)}`);
      assert.deepEqual([exports[0].id, rest.body.exports[0].id], [completed, removed]);
    },
  },
  { name: 'exports of no twin', call: 'GET /archives/exports', as: 'owner', status: 422, targets: ['twinId'] },
  {
    name: 'exports with a token of nobody',
    call: `${list}&continuationToken=x`,
    as: 'owner',
    status: 422,
    targets: ['continuationToken'],
  },
  { name: 'an export that is there', call: `GET ${one}`, as: 'owner', status: 200 },
  {
    name: 'a file',
    call: `GET ${one}/file`,
    as: 'owner',
    status: 302,
    async proves({ headers }) {
      const address = headers.get('location') ?? '';
      const begin = await fetch(address, { headers: { Range: 'bytes=0-3' } });
      assert.deepEqual([begin.status, Buffer.from(await begin.arrayBuffer()).toString('latin1')], [206, 'PK\x03\x04']);
      assert.equal(begin.headers.get('content-type'), 'application/vnd.twin-archive+zip');
      assert.match(
        begin.headers.get('content-disposition') ?? '',
        /^attachment; filename="Bridge_ north_south .*\.twin"/,
      );
      assert.ok(begin.headers.get('etag'));
    },
  },
  {
    name: 'a file of an export that has not ended',
    call: 'GET /archives/exports/{queued}/file',
    as: 'owner',
    status: 409,
    code: 'ExportNotReady',
  },
  {
    name: 'a file that was removed',
    call: 'GET /archives/exports/{removed}/file',
    as: 'owner',
    status: 410,
    code: 'ExportExpired',
  },
  {
    name: 'a report',
    call: `GET ${one}/report`,
    as: 'owner',
    status: 200,
    proves: ({ body: report }, { twinId, completed }) =>
      assert.deepEqual([report.format, report.id, report.twin.id, report.consistent], [1, completed, twinId, true]),
  },
  {
    name: 'a report of an export that has not ended',
    call: 'GET /archives/exports/{queued}/report',
    as: 'owner',
    status: 409,
    code: 'ExportNotReady',
  },
  {
    name: 'an export that is removed',
    call: `DELETE ${one}`,
    as: 'owner',
    status: 204,
    async proves(_, { p, owner, completed }) {
      assert.equal((await p.call(owner, `GET /archives/exports/${completed}/file`)).status, 410);
    },
  },
  {
    name: 'an export of which there is nothing to remove',
    call: 'DELETE /archives/exports/{removed}',
    as: 'owner',
    status: 404,
    code: 'ExportNotFound',
  },
  {
    name: 'an export that is cancelled',
    call: 'DELETE /archives/exports/{queued}',
    as: 'owner',
    status: 204,
    async proves(_, { p, owner, queued }) {
      assert.equal((await ended(p, owner, queued)).state, 'Cancelled');
      const events = p.takeEvents().map(({ content }) => content);
      assert.deepEqual(events, [{ exportId: queued, format: 'twin', exportSucceeded: false }]);
    },
  },
];
