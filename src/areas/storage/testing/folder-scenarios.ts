import assert from 'node:assert/strict';
import type { Scenario } from './run-scenarios.ts';

const create = 'POST /storage/folders/{plans}/folders';
const json = { 'Content-Type': 'application/json' };

const invalidNames: readonly [string, unknown][] = [
  ['no name', {}],
  ['an empty name', { displayName: '' }],
  ['a name that is no text', { displayName: 7 }],
  ['a name of 256 characters', { displayName: 'x'.repeat(256) }],
  ...['a/b', 'a\\b', 'a:b', 'a*b', 'a?b', 'a"b', 'a<b', 'a>b', 'a|b', 'a\tb', ' a', 'a ', 'a.', '.', '..'].map(
    (name): [string, unknown] => [`the name ${JSON.stringify(name)}`, { displayName: name }],
  ),
];

const reading: readonly Scenario[] = [
  {
    name: 'a folder',
    call: 'GET /storage/folders/{old}',
    as: 'reader',
    status: 200,
    proves: ({ body, headers }, { p, old, plans, twinId, worker }) => {
      const { createdDateTime, lastModifiedDateTime, ...rest } = body.folder;
      const member = { href: `${p.baseUrl}/accesscontrol/twins/${twinId}/members/${worker.userId}` };
      assert.deepEqual(rest, {
        type: 'folder',
        id: old,
        displayName: 'Old',
        description: null,
        path: 'Plans/Old',
        lastModifiedByDisplayName: 'Ada Larsen',
        parentFolderId: plans,
        _links: {
          createdBy: member,
          lastModifiedBy: member,
          parentFolder: { href: `${p.baseUrl}/storage/folders/${plans}` },
        },
      });
      assert.match(createdDateTime, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      assert.equal(lastModifiedDateTime, createdDateTime);
      assert.match(headers.get('etag') ?? '', /^W\/"/);
    },
  },
  {
    name: 'the root folder is called like its twin and has no parent',
    call: 'GET /storage/folders/{root}',
    as: 'reader',
    status: 200,
    proves: ({ body }) => {
      const { displayName, path, parentFolderId, _links } = body.folder;
      assert.deepEqual([displayName, path, parentFolderId], ['Bridge', '', null]);
      assert.deepEqual(Object.keys(_links), ['createdBy', 'lastModifiedBy']);
    },
  },
  {
    name: 'a path in another spelling, with a content type',
    call: 'GET /Storage/Folders/{old}/',
    as: 'reader',
    headers: { ...json, Accept: 'application/vnd.vendor.twin-platform.v1+json' },
    status: 200,
  },
];

const creating: readonly Scenario[] = [
  {
    name: 'a new folder',
    call: create,
    as: 'worker',
    body: { displayName: 'Sheets', description: 'Drawn by hand\nScanned' },
    status: 201,
    async proves({ body }, { p, plans, reader }) {
      const { id, displayName, description, path, parentFolderId } = body.folder;
      assert.deepEqual([displayName, description], ['Sheets', 'Drawn by hand\nScanned']);
      assert.deepEqual([path, parentFolderId], ['Plans/Sheets', plans]);
      assert.match(id, /^[A-Za-z0-9_-]{43}$/);
      assert.equal(id.slice(0, 21), plans.slice(0, 21), 'ids of one twin begin alike');
      assert.deepEqual((await p.call(reader, `GET /storage/folders/${id}`)).body, body);
    },
  },
  {
    name: 'a folder that is called like a file, or like one elsewhere',
    call: create,
    as: 'worker',
    body: { displayName: 'pier.bim' },
    status: 201,
  },
  {
    name: 'a name that is taken, in other case',
    call: create,
    as: 'worker',
    body: { displayName: 'OLD' },
    status: 409,
    code: 'FolderAlreadyExists',
    targets: ['displayName'],
  },
  ...invalidNames.map(
    ([name, body]): Scenario => ({
      name,
      call: create,
      as: 'worker',
      body,
      status: 422,
      code: 'InvalidStorageRequest',
      targets: ['displayName'],
    }),
  ),
  {
    name: 'a bad name has its own code',
    call: create,
    as: 'worker',
    body: { displayName: 'a/b', description: 'x'.repeat(2049) },
    status: 422,
    targets: ['displayName', 'description'],
    proves: ({ body }) => {
      assert.equal(body.error.details[0].code, 'InvalidCreateFolderRequest');
      assert.equal(body.error.details[1].code, 'InvalidValue');
    },
  },
  { name: 'no body', call: create, as: 'worker', headers: json, status: 422, targets: [null] },
  {
    name: 'a body that is no JSON',
    call: create,
    as: 'worker',
    body: 'Sheets',
    headers: { 'Content-Type': 'text/xml' },
    status: 415,
  },
];

const updating: readonly Scenario[] = [
  {
    name: 'a new name and description',
    call: 'PATCH /storage/folders/{plans}',
    as: 'worker',
    body: { displayName: 'Drawings', description: 'All of them' },
    status: 200,
    async proves({ body }, { p, plans, draft, worker }) {
      assert.equal(body.folder.displayName, 'Drawings');
      assert.equal(body.folder.id, plans);
      const file = (await p.call(worker, `GET /storage/files/${draft}`)).body.file;
      assert.equal(file.path, 'Drawings/Old/draft.bim');
    },
  },
  {
    name: 'a change sent as a patch list type, of the case of the name only',
    call: 'PATCH /storage/folders/{plans}',
    as: 'worker',
    body: { displayName: 'PLANS' },
    headers: { 'Content-Type': 'application/json-patch+json' },
    status: 200,
    proves: ({ body }) => assert.equal(body.folder.displayName, 'PLANS'),
  },
  {
    name: 'an empty change changes nothing',
    call: 'PATCH /storage/folders/{plans}',
    as: 'owner',
    body: {},
    status: 200,
    proves: ({ body }) => assert.equal(body.folder.lastModifiedDateTime, body.folder.createdDateTime),
  },
  {
    name: 'a name that is taken',
    call: 'PATCH /storage/folders/{plans}',
    as: 'worker',
    body: { displayName: 'photos' },
    status: 409,
    code: 'FolderAlreadyExists',
  },
  {
    name: 'a name that is none',
    call: 'PATCH /storage/folders/{plans}',
    as: 'worker',
    body: { displayName: 'a:b' },
    status: 422,
    code: 'InvalidStorageRequest',
    targets: ['displayName'],
  },
  {
    name: 'another name for the root folder',
    call: 'PATCH /storage/folders/{root}',
    as: 'worker',
    body: { displayName: 'Tunnel' },
    status: 422,
    targets: ['displayName'],
  },
  {
    name: 'a description of the root folder',
    call: 'PATCH /storage/folders/{root}',
    as: 'worker',
    body: { displayName: 'Bridge', description: 'Everything about it' },
    status: 200,
    proves: ({ body }) => assert.equal(body.folder.description, 'Everything about it'),
  },
  {
    name: 'a folder that changed since it was read',
    call: 'PATCH /storage/folders/{plans}',
    as: 'worker',
    body: { displayName: 'Drawings' },
    headers: { 'If-Match': 'W/"9"' },
    status: 412,
  },
  {
    name: 'a body of another type',
    call: 'PATCH /storage/folders/{plans}',
    as: 'worker',
    body: 'x',
    headers: { 'Content-Type': 'text/xml' },
    status: 415,
  },
];

export const folderScenarios: readonly Scenario[] = [...reading, ...creating, ...updating];
