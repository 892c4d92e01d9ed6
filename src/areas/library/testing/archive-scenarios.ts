import assert from 'node:assert/strict';
import type { Scenario } from './run-scenarios.ts';

const plain = { 'Content-Type': 'text/xml' };
const exporting = 'POST /library/catalogs/{catalog}/export';
const importing = 'POST /library/catalogs/import';
const body = { fileName: 'Doors.ZIP' };

export const archiveScenarios: readonly Scenario[] = [
  {
    name: 'a catalog that leaves',
    call: exporting,
    as: 'reader',
    status: 202,
    proves: ({ body: { job }, headers }) => {
      assert.deepEqual([job.type, job.displayName, job.error, job._links], ['CatalogExport', 'Doors.zip', null, {}]);
      assert.ok((headers.get('location') ?? '').endsWith(`/library/jobs/${job.id}`));
    },
  },
  { name: 'a catalog that leaves, for who may not read', call: exporting, as: 'uploader', status: 403 },
  {
    name: 'a catalog that leaves and is not there',
    call: 'POST /library/catalogs/{strangerCatalog}/export',
    as: 'reader',
    status: 404,
    code: 'CatalogNotFound',
  },
  { name: 'a catalog that leaves, for no one', call: exporting, status: 401 },
  {
    name: 'a catalog that comes',
    call: importing,
    as: 'writer',
    body,
    status: 202,
    proves: ({ body: { job, _links }, headers }) => {
      assert.deepEqual(
        [job.type, job.displayName, job.status, job.jobSize],
        ['CatalogImport', 'Doors.ZIP', 'Queued', 0],
      );
      assert.match(_links.uploadUrl.href, /\/blobs\/library\/archives\//);
      assert.ok((headers.get('location') ?? '').endsWith(`/library/jobs/${job.id}`));
    },
  },
  {
    name: 'a catalog that comes in a file that is no archive',
    call: importing,
    as: 'writer',
    body: { fileName: 'doors.7z' },
    status: 422,
    code: 'InvalidImportCatalogRequest',
    targets: ['fileName'],
    proves: ({ body: { error } }) => {
      const text = "'doors.7z' is not supported format. File extension must be 'zip'.";
      assert.deepEqual([error.message, error.details[0].message], ['Cannot import catalog.', text]);
    },
  },
  { name: 'a catalog that comes, by who may only change', call: importing, as: 'editor', body, status: 403 },
  { name: 'a catalog that comes, by who may only add', call: importing, as: 'uploader', body, status: 403 },
  { name: 'a catalog of another type', call: importing, as: 'writer', body: 'x', headers: plain, status: 415 },
  { name: 'a catalog that comes, for no one', call: importing, body, status: 401 },
];
