import assert from 'node:assert/strict';
import { checkedImport, exported, fileOf, imported } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const unknown = 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';
const create = 'POST /archives/imports';
const list = 'GET /archives/imports';
const body = { fileName: 'bridge.zip' };
const ofOne = (id: string) => [
  `GET /archives/imports/${id}`,
  `POST /archives/imports/${id}/complete`,
  `DELETE /archives/imports/${id}`,
];

const noToken = (call: string): Scenario => ({
  name: `${call} without a token`,
  call,
  status: 401,
  code: 'HeaderNotFound',
});
const notFound = (as: 'administrator' | 'stranger' | 'owner', call: string): Scenario => ({
  name: `${call} by ${as}`,
  call,
  as,
  status: 404,
  code: 'ImportNotFound',
});
const invalid = (name: string, given: object, targets: readonly string[]): Scenario => ({
  name: `an import ${name}`,
  call: create,
  as: 'owner',
  body: { ...body, ...given },
  status: 422,
  code: 'InvalidArchivesRequest',
  targets,
});

export const importScenarios: readonly Scenario[] = [
  ...[list, ...ofOne('{waiting}')].map(noToken),
  { ...noToken(create), body },
  ...ofOne('{waiting}').flatMap((call) => [notFound('stranger', call), notFound('administrator', call)]),
  ...ofOne(unknown).map((call) => notFound('owner', call)),
  ...ofOne('none').map((call) => notFound('owner', call)),
  {
    name: 'an import by a member who may make no twins',
    call: create,
    as: 'member',
    body,
    status: 403,
    code: 'InsufficientPermissions',
  },
  invalid('without a name', { fileName: null }, ['fileName']),
  invalid('with a name of a path', { fileName: '../bridge.zip' }, ['fileName']),
  invalid('in another format', { format: 'icdd' }, ['format']),
  invalid('that follows another', { follows: unknown }, ['follows']),
  {
    name: 'an import of another type',
    call: create,
    as: 'owner',
    body: 'x',
    headers: { 'Content-Type': 'application/xml' },
    status: 415,
  },
  {
    name: 'an import',
    call: create,
    as: 'owner',
    body,
    status: 201,
    proves({ body: { import: made } }, { p, owner }) {
      assert.deepEqual(
        [made.state, made.format, made.fileName, made.size, made.sha256, made.archive, made.fault, made.jobId],
        ['AwaitingUpload', 'twin', 'bridge.zip', null, null, null, null, null],
      );
      assert.equal(made.createdBy, owner.userId);
      assert.equal(made._links.completeUrl.href, `${p.baseUrl}/archives/imports/${made.id}/complete`);
      const days = (Date.parse(made.expiresDateTime) - Date.parse(made.createdDateTime)) / 86_400_000;
      assert.equal(days, 7);
    },
  },
  {
    name: 'an import by a person without an organization',
    call: create,
    as: 'stranger',
    body,
    status: 201,
  },
  {
    name: 'the end of an upload of which nothing was sent',
    call: 'POST /archives/imports/{waiting}/complete',
    as: 'owner',
    status: 422,
    code: 'InvalidArchivesRequest',
    targets: ['importId'],
  },
  {
    name: 'the end of an upload that was completed',
    call: 'POST /archives/imports/{refused}/complete',
    as: 'owner',
    status: 409,
    code: 'ImportNotWaiting',
  },
  {
    name: 'the end of an upload',
    call: 'POST /archives/imports/{sent}/complete',
    as: 'owner',
    status: 202,
    async proves({ body: { import: made } }, { p, owner, sent }) {
      assert.deepEqual([made.id, made.state, made.size, made._links.uploadUrl], [sent, 'Checking', 10, null]);
      const { body: of } = await p.call(owner, `GET /jobs/${made.jobId}`);
      assert.deepEqual([of.job.kind, of.job.title], ['archives.check', 'Check bridge.zip']);
      const { state, fault } = await checkedImport(p, owner, sent);
      assert.deepEqual([state, fault.code], ['Refused', 'NotAnArchive']);
      assert.deepEqual(p.takeEvents(), []);
    },
  },
  {
    name: 'an archive of this server that comes back',
    call: create,
    as: 'owner',
    body,
    status: 201,
    async proves(_, { p, owner, administrator, twinId, completed }) {
      const file = await fileOf(p, administrator, completed);
      const one = await imported(p, owner, file);
      assert.deepEqual([one.state, one.fault, one.size], ['Ready', null, file.length]);
      const { twin, counts, leftOut, format, source } = one.archive;
      assert.deepEqual(
        [twin.id, twin.displayName, format, leftOut, source.baseUrl],
        [twinId, 'Bridge: north/south', 1, 0, p.baseUrl],
      );
      assert.equal(counts.records['twins/twin'], 1);
      const derived = await exported({ p, administrator }, twinId, { derived: true, history: true });
      assert.equal((await imported(p, owner, await fileOf(p, administrator, derived))).state, 'Ready');
      p.takeEvents();
    },
  },
  {
    name: 'imports',
    call: list,
    as: 'owner',
    status: 200,
    proves: ({ body: { imports, _links } }, { waiting, refused, sent }) => {
      const states = Object.fromEntries(imports.map(({ id, state }: Record<string, string>) => [id, state]));
      assert.deepEqual(states, { [waiting]: 'AwaitingUpload', [refused]: 'Refused', [sent]: 'AwaitingUpload' });
      assert.equal(_links.next, undefined);
    },
  },
  {
    name: 'imports of somebody who has none, although others have',
    call: list,
    as: 'administrator',
    status: 200,
    proves: ({ body: { imports } }) => assert.deepEqual(imports, []),
  },
  {
    name: 'imports page by page',
    call: `${list}?$top=2`,
    as: 'owner',
    status: 200,
    async proves({ body: { imports, _links } }, { p, owner }) {
      const rest = await p.call(owner, `GET ${_links.next.href.slice(p.baseUrl.length)}`);
      assert.deepEqual([imports.length, rest.body.imports.length, rest.body._links.next], [2, 1, undefined]);
    },
  },
  {
    name: 'imports with a token of nobody',
    call: `${list}?continuationToken=x`,
    as: 'owner',
    status: 422,
    targets: ['continuationToken'],
  },
  {
    name: 'a refused import',
    call: 'GET /archives/imports/{refused}',
    as: 'owner',
    status: 200,
    proves: ({ body: { import: one } }) =>
      assert.deepEqual(one.fault, {
        code: 'NotAnArchive',
        message: 'The file is no archive of a twin.',
        entry: null,
        line: null,
      }),
  },
  {
    name: 'an import that is removed',
    call: 'DELETE /archives/imports/{sent}',
    as: 'owner',
    status: 204,
    async proves(_, { p, owner, sent }) {
      assert.equal((await p.call(owner, `GET /archives/imports/${sent}`)).status, 404);
    },
  },
];
