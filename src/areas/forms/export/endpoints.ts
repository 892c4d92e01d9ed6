import { anyCaller } from '../../../api/auth/access-rules.ts';
import { bytes, cached, endpoint, json, reply } from '../../../api/http/endpoint.ts';
import type { Detail } from '../../../api/http/problem.ts';
import { problems } from '../../../api/http/problem.ts';
import { contentDisposition } from '../../../kernel/blobs/disposition.ts';
import { boolean, csv, input, line, link, optional, output } from '../../../kernel/schema/shapes.ts';
import { need } from '../access.ts';
import { folderNotFound, formNotFound, invalidList } from '../errors.ts';
import { onForm } from '../form/access.ts';
import { type FormsApi, idIn, pathIn } from '../version.ts';
import { printForms } from './print.ts';
import { exportToStorage } from './to-storage.ts';

const common = {
  fileType: optional(line({ description: 'Only `pdf`, in any case.' })),
  includeHeader: optional(boolean('Facts of the form atop each page; default true.')),
};

function checkFileType({ query }: { readonly query: Readonly<Record<string, unknown>> }): Detail[] {
  const { fileType } = query;
  if (fileType === undefined || String(fileType).toLowerCase() === 'pdf') return [];
  const message = 'The fileType query parameter value is incorrect. The valid value is pdf.';
  return [{ code: 'InvalidParameter', message, target: 'fileType' }];
}

const download = (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'downloadForm'),
    method: 'GET',
    path: pathIn(api, '/forms/{id}/download'),
    title: 'Download form as file',
    access: onForm(need.view),
    query: input(common),
    invalid: invalidList,
    check: checkFileType,
    answers: { 200: bytes(['application/pdf'], 'The form as PDF.') },
    async run({ target: { resource }, query }, context) {
      const { stream, size } = await printForms([resource], query.includeHeader ?? true, context);
      const headers = { 'Content-Disposition': contentDisposition('attachment', `${resource.number}.pdf`) };
      return reply(200, { stream, type: 'application/pdf', length: size }, { headers });
    },
  });

const exportedFile = output(
  {
    file: output(
      {
        fileName: line({ untrimmed: true }),
        _links: output({ fileDownload: link, destinationFolder: link, fileMetadata: link }, 'FormExportLinks'),
      },
      'FormExportedFile',
    ),
  },
  'FormExportResponse',
);

const mostForms = 5;

function checkIds({ query }: { readonly query: Readonly<Record<string, unknown>> }): Detail[] {
  const ids = Array.isArray(query.ids) ? [...new Set(query.ids)] : [];
  if (ids.length === 0) {
    return [{ code: 'MissingRequiredParameter', message: 'Required parameter is missing.', target: 'ids' }];
  }
  if (ids.length <= mostForms) return [];
  return [{ code: 'InvalidParameter', message: `At most ${mostForms} forms can be exported at once.`, target: 'ids' }];
}

/** The same operation under its two names. */
const toStorage = (name: string, path: string) => (api: FormsApi) =>
  endpoint({
    id: idIn(api, name),
    method: 'GET',
    path: pathIn(api, path),
    title: 'Export forms to Storage',
    description: 'Makes a new PDF at every call: one to five forms of one twin, in the order of their ids.',
    access: anyCaller,
    changes: 'inTwin',
    query: input({
      ids: optional(csv(line({ max: 200 }))),
      ...common,
      folderId: optional(line({ description: 'Of Storage; default the root folder of the twin.' })),
    }),
    invalid: invalidList,
    check: (raw) => [...checkIds(raw), ...checkFileType(raw)],
    head: false,
    writes: true,
    answers: { 200: cached(json(exportedFile, 'The new file.'), 'no-store') },
    errors: [{ ...formNotFound, target: 'ids' }, folderNotFound, problems.insufficientPermissions],
    run: ({ query }, context) => exportToStorage(query, context),
  });

export const exportEndpoints = [
  download,
  toStorage('exportToStorage', '/forms/storage-export'),
  toStorage('exportPdfToStorage', '/forms/exportPdfToStorage'),
];
