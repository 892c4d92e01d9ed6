import { endpoint, json } from '../../../api/http/endpoint.ts';
import { problems } from '../../../api/http/problem.ts';
import { onItem } from '../access.ts';
import { describeArchive } from '../body-rules.ts';
import { catalogs, invalidImport } from '../errors.ts';
import { exportResponse, importBody, importResponse } from '../schema/archive.ts';
import { findCatalog } from '../store/catalog.ts';
import { exportCatalog } from './export.ts';
import { importCatalog, importing } from './import.ts';

/** Reading, by a POST: who may not is told so. */
const exporting = { permission: 'library_read', refusal: problems.insufficientPermissions } as const;

export const archiveEndpoints = [
  endpoint({
    id: 'library.exportCatalog',
    method: 'POST',
    path: '/library/catalogs/{id}/export',
    title: 'Export Catalog',
    description:
      'Begins to write the catalog with its components and files into one zip; the job tells its address for a day.',
    access: onItem(
      exporting,
      (db, { account }, { id }: { readonly id: string }) => findCatalog(db, account?.id, id),
      catalogs.absent,
    ),
    beginsJobs: true,
    answers: { 202: json(exportResponse, 'The job, and in Location its address.') },
    run: ({ target }, context) => exportCatalog(target, context),
  }),

  endpoint({
    id: 'library.importCatalog',
    method: 'POST',
    path: '/library/catalogs/import',
    title: 'Import Catalog',
    description:
      'Answers where an archive of a catalog is sent to. Once it has come, a job makes the catalog of it: all or nothing, components as drafts, words matched by name.',
    secret: true,
    access: importing,
    body: importBody,
    invalid: invalidImport,
    describe: describeArchive,
    beginsJobs: true,
    answers: { 202: json(importResponse, 'The job, in Location its address, and where to send the archive.') },
    run: ({ target, body }, context) => importCatalog(target, body, context),
  }),
];
