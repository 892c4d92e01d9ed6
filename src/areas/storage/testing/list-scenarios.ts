import assert from 'node:assert/strict';
import type { Answer } from '../../../../test/support/platform.ts';
import type { Scenario } from './run-scenarios.ts';

type Named = { displayName: string };

const names =
  (list: 'items' | 'files' | 'folders', ...expected: string[]) =>
  ({ body }: Answer) =>
    assert.deepEqual(
      body[list].map((item: Named) => item.displayName),
      expected,
    );

/** The paths of what a search finds. */
const finds = (name: string, ...paths: string[]): Scenario => ({
  name: `a search for ${name}`,
  call: `GET /storage/folders/{root}/search?name=${encodeURIComponent(name)}`,
  as: 'reader',
  status: 200,
  proves: ({ body }) =>
    assert.deepEqual(
      body.items.map((item: { path: string }) => item.path),
      paths,
    ),
});

const lists = [
  'folders/{plans}/folders',
  'folders/{plans}/files',
  'folders/{plans}/list',
  'folders/{plans}/search?name=x',
];

const faultyPages: readonly Scenario[] = [
  ...lists.map((path) => `GET /storage/${path}`),
  'GET /storage/?twinId={twinId}',
  'GET /storage/recyclebin?twinId={twinId}',
].flatMap((call): Scenario[] => {
  const with_ = (parameters: string) => `${call}${call.includes('?') ? '&' : '?'}${parameters}`;
  return [
    {
      name: `${call}: a page that is too large`,
      call: with_('$top=1001'),
      as: 'reader',
      status: 422,
      code: 'InvalidStorageRequest',
      targets: ['$top'],
      proves: ({ body }) => {
        assert.equal(body.error.message, 'Page size is over 1000 items limit.');
        assert.equal(body.error.details[0].code, 'InvalidParameter');
      },
    },
    {
      name: `${call}: a page that is none`,
      call: with_('%24top=0&%24skip=-1'),
      as: 'reader',
      status: 422,
      code: 'InvalidStorageRequest',
      targets: ['$skip', '$top'],
      proves: ({ body }) =>
        assert.deepEqual(
          body.error.details.map((detail: { code: string }) => detail.code),
          ['InvalidParameter', 'InvalidParameter'],
        ),
    },
    { name: `${call}: a page by words`, call: with_('$top=ten'), as: 'reader', status: 422, targets: ['$top'] },
  ];
});

const topLevel: readonly Scenario[] = [
  {
    name: 'folders before files, then by name, with the root folder',
    call: 'GET /storage/?twinId={twinId}',
    as: 'reader',
    status: 200,
    proves: (answer, { p, root, twinId }) => {
      names('items', 'Photos', 'Plans', 'readme.txt')(answer);
      const { _links } = answer.body;
      assert.deepEqual(_links, {
        self: { href: `${p.baseUrl}/storage?twinId=${twinId}&$skip=0&$top=1000` },
        folder: { href: `${p.baseUrl}/storage/folders/${root}` },
      });
    },
  },
  {
    name: 'a page in the middle, with percent-encoded names and the older name of the twin',
    call: 'GET /storage?projectId={twinId}&%24top=1&%24skip=1',
    as: 'reader',
    status: 200,
    proves: (answer, { p, twinId }) => {
      names('items', 'Plans')(answer);
      const address = `${p.baseUrl}/storage?twinId=${twinId}`;
      assert.equal(answer.body._links.prev.href, `${address}&$skip=0&$top=1`);
      assert.equal(answer.body._links.next.href, `${address}&$skip=2&$top=1`);
    },
  },
  {
    name: 'twinId wins over projectId',
    call: 'GET /storage/?projectId=nonsense&twinId={twinId}',
    as: 'reader',
    status: 200,
  },
  { name: 'no twin named', call: 'GET /storage/', as: 'reader', status: 422, targets: ['twinId'] },
  {
    name: 'a twin that is no GUID',
    call: 'GET /storage/?twinId=bridge',
    as: 'reader',
    status: 422,
    targets: ['twinId'],
  },
  {
    name: 'everything wrong at once',
    call: 'GET /storage/recyclebin?projectId=bridge&$top=0',
    as: 'reader',
    status: 422,
    targets: ['$top', 'projectId'],
  },
];

const inFolder: readonly Scenario[] = [
  {
    name: 'folders in a folder',
    call: 'GET /storage/folders/{plans}/folders',
    as: 'reader',
    status: 200,
    proves: (answer, { p, plans }) => {
      names('folders', 'Old')(answer);
      assert.equal(answer.body._links.self.href, `${p.baseUrl}/storage/folders/${plans}/folders?$skip=0&$top=1000`);
    },
  },
  {
    name: 'files in a folder, those not completed left out',
    call: 'GET /storage/folders/{plans}/files',
    as: 'reader',
    status: 200,
    proves: (answer, { pier }) => {
      names('files', 'locked.bim', 'pier.bim')(answer);
      const [locked, other] = answer.body.files;
      assert.equal(locked.isFileLocked, true);
      assert.equal(other.isFileLocked, false);
      assert.equal(other.id, pier);
      assert.equal(other.path, 'Plans/pier.bim');
    },
  },
  {
    name: 'folders and files in a folder, a page at a time',
    call: 'GET /storage/folders/{plans}/list?$top=2',
    as: 'reader',
    status: 200,
    proves: (answer, { p, plans }) => {
      names('items', 'Old', 'locked.bim')(answer);
      assert.equal(answer.body._links.next.href, `${p.baseUrl}/storage/folders/${plans}/list?$skip=2&$top=2`);
    },
  },
  {
    name: 'beyond the end',
    call: 'GET /storage/folders/{plans}/list?$skip=50',
    as: 'reader',
    status: 200,
    proves: names('items'),
  },
];

const searches: readonly Scenario[] = [
  finds('*.bim', 'Plans/locked.bim', 'Plans/Old/draft.bim', 'Plans/pier.bim'),
  finds('PIER.BIM', 'Plans/pier.bim'),
  finds('pier'),
  finds('?ier.*', 'Plans/pier.bim'),
  finds('*', 'Photos', 'Plans', 'Plans/Old', 'Plans/locked.bim', 'Plans/Old/draft.bim', 'Plans/pier.bim', 'readme.txt'),
  finds('%'),
  finds('gone.txt'),
  finds('inside.txt'),
  {
    name: 'a search below a folder only, with links that keep the name',
    call: 'GET /storage/folders/{old}/search?name=*.bim&$top=1',
    as: 'reader',
    status: 200,
    proves: (answer, { p, old }) => {
      names('items', 'draft.bim')(answer);
      const self = `${p.baseUrl}/storage/folders/${old}/search?name=*.bim&$skip=0&$top=1`;
      assert.equal(answer.body._links.self.href, self);
    },
  },
  {
    name: 'a search for nothing',
    call: 'GET /storage/folders/{old}/search',
    as: 'reader',
    status: 422,
    targets: ['name'],
  },
  {
    name: 'a search for a name that is too long',
    call: `GET /storage/folders/{old}/search?name=${'x'.repeat(256)}`,
    as: 'reader',
    status: 422,
    targets: ['name'],
  },
];

const bin: readonly Scenario[] = [
  {
    name: 'the recycle bin, the latest first, with the former paths',
    call: 'GET /storage/recycleBin?twinId={twinId}',
    as: 'reader',
    status: 200,
    proves: (answer, { p, root, twinId, goneFile }) => {
      names('items', 'Trash', 'gone.txt')(answer);
      const [, file] = answer.body.items;
      assert.equal(file.id, goneFile);
      assert.equal(file.path, 'gone.txt');
      assert.equal(file.parentFolderId, root);
      const self = `${p.baseUrl}/storage/recyclebin?twinId=${twinId}&$skip=0&$top=1000`;
      assert.deepEqual(answer.body._links, { self: { href: self } });
    },
  },
];

export const listScenarios: readonly Scenario[] = [...topLevel, ...inFolder, ...searches, ...bin, ...faultyPages];
