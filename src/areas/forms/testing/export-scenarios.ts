import assert from 'node:assert/strict';
import type { Scenario } from './run-scenarios.ts';

const download = 'GET /forms/{open}/download';
const store = 'GET /forms/storage-export?ids={open},{closed}';
const ids = Array.from({ length: 6 }, () => crypto.randomUUID()).join(',');

const storeScenarios = (path: string): Scenario[] => [
  {
    name: 'forms as a file of the storage',
    call: `GET ${path}?ids={open},{closed},{openGuid}`,
    as: 'full',
    status: 200,
    raises: ['storage.fileCreated.v1'],
    async proves({ body }, { p, full }) {
      assert.equal(body.file.fileName.replace(/ \(\d+\)/, ''), 'DL-00001 and 1 more.pdf');
      const meta = await p.call(full, `GET ${body.file._links.fileMetadata.href}`);
      assert.equal(meta.body.file.displayName, body.file.fileName);
    },
  },
  {
    name: 'no form, another type',
    call: `GET ${path}?fileType=docx`,
    as: 'full',
    status: 422,
    code: 'InvalidFormsRequest',
    targets: ['ids', 'fileType'],
  },
  { name: 'six forms', call: `GET ${path}?ids=${ids}`, as: 'full', status: 422, targets: ['ids'] },
  {
    name: 'a form of a stranger',
    call: `GET ${path}?ids={strangerForm}`,
    as: 'full',
    status: 404,
    code: 'FormDataNotFound',
    proves: ({ body }) => assert.equal(body.error.target, 'ids'),
  },
  {
    name: 'a folder that is not there',
    call: `GET ${path}?ids={open}&folderId=x`,
    as: 'full',
    status: 404,
    code: 'FolderNotFound',
  },
  { name: 'a file by who may not write any', call: `GET ${path}?ids={open}`, as: 'viewer', status: 403 },
  { name: 'a HEAD', call: `HEAD ${path}?ids={open}`, as: 'full', status: 404 },
];

export const exportScenarios: readonly Scenario[] = [
  {
    name: 'a form as PDF',
    call: download,
    as: 'viewer',
    headers: { Accept: 'application/pdf' },
    status: 200,
    proves({ body, headers }) {
      assert.ok(String(body).startsWith('%PDF-'));
      assert.equal(headers.get('content-disposition'), 'attachment; filename="DL-00001.pdf"');
    },
  },
  { name: 'a form as PDF without header', call: `${download}?includeHeader=false`, as: 'viewer', status: 200 },
  {
    name: 'a form as something else',
    call: `${download}?fileType=docx&includeHeader=maybe`,
    as: 'viewer',
    status: 422,
    targets: ['includeHeader', 'fileType'],
  },
  { name: 'a form of nobody as PDF', call: download, as: 'stranger', status: 404, code: 'FormDataNotFound' },
  {
    name: 'forms in a folder',
    call: `${store}&folderId={folder}`,
    as: 'full',
    status: 200,
    raises: ['storage.fileCreated.v1'],
    proves: ({ body }, { p, folder }) =>
      assert.equal(body.file._links.destinationFolder.href, `${p.baseUrl}/storage/folders/${folder}`),
  },
  ...storeScenarios('/forms/storage-export'),
  ...storeScenarios('/forms/exportPdfToStorage'),
];
