import { anyCaller, twinAccess } from '../../../api/auth/access-rules.ts';
import { anyType, bytes, cached, endpoint, json, reply, streamedBody } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problem, problems } from '../../../api/http/problem.ts';
import { askedTwin, checkTwin, twinQuery } from '../../../api/query/asked-twin.ts';
import { contentDisposition } from '../../../kernel/blobs/disposition.ts';
import { input, line, oneOf, optional, output, uuid } from '../../../kernel/schema/shapes.ts';
import { need } from '../access.ts';
import { invalidList, twinNotFound } from '../errors.ts';
import { formIdNotFound } from '../form/create.ts';
import { checkFilters, filterOf, formFilters } from '../form/filters.ts';
import { hasMoreThan } from '../form/store.ts';
import { bcfOf } from './export.ts';
import { bcfPlace, type ImportPayload, importKind } from './payload.ts';
import { onImport } from './place.ts';

const mostForms = 1000;
const largestFile = 100 * 2 ** 20;
const invalidImport = problem(422, 'InvalidFormsRequest', 'Cannot import forms.');

const quota = (message: string) => [{ code: 'ResourceQuotaExceeded', message, target: 'twinId' }];

const exportForms = endpoint({
  id: 'forms.exportBcf',
  method: 'GET',
  path: '/forms/bcf',
  title: 'Export forms as BCF',
  description:
    'A file of version 3.0, or 2.1: at most 1,000 forms and 500 MiB. Each viewpoint has a picture. Where nobody took one it is drawn of the model, for those who may read models; else it is a plain one with the title.',
  access: anyCaller,
  changes: 'nothing',
  query: input({ ...twinQuery, ...formFilters, version: optional(oneOf(['2.1', '3.0'], 'Default 3.0.')) }),
  invalid: invalidList,
  check: (raw) => [...checkTwin(raw), ...checkFilters(raw)],
  head: false,
  answers: { 200: cached(bytes(['application/octet-stream'], 'The file.'), 'no-store') },
  errors: [twinNotFound, problems.insufficientPermissions],
  async run({ query }, context) {
    const access = await twinAccess(context, askedTwin(query), twinNotFound, need.view);
    if (isFailed(access)) return access;
    const { twin } = access;
    const filter = filterOf(twin.id, query);
    if (await hasMoreThan(context.db, filter, mostForms)) {
      return fail(invalidList, { details: quota(`A file has at most ${mostForms} forms; filters make it fewer.`) });
    }
    const made = await bcfOf(access, filter, query.version, context);
    if ('failure' in made) return fail(invalidList, { details: quota(made.failure) });
    const headers = { 'Content-Disposition': contentDisposition('attachment', `${twin.displayName}.bcf`) };
    return reply(200, { stream: made.stream, type: 'application/octet-stream', length: made.size }, { headers });
  },
});

const importForms = endpoint({
  id: 'forms.importBcf',
  method: 'POST',
  path: '/forms/bcf',
  title: 'Import forms from BCF',
  description:
    'A file of version 2.0, 2.1 or 3.0, 100 MiB at most, read by a job. Topics that came or went before are brought up to date by their Guid; the others become forms of the definition.',
  access: onImport,
  query: input({
    ...twinQuery,
    formDefinitionId: line({ min: 1, max: 200, description: 'What forms are made of.' }),
  }),
  body: streamedBody(bcfPlace, anyType, largestFile),
  invalid: invalidImport,
  beginsJobs: true,
  answers: {
    202: json(
      output({ job: output({ id: uuid() }, 'FormsImportJob') }, 'FormsImportResponse'),
      'The job, whose message counts what was made, changed and skipped.',
    ),
  },
  errors: [twinNotFound, formIdNotFound, problems.insufficientPermissions],
  async run({ target: { access, definition }, body }, context) {
    const { caller, ports, baseUrl } = context;
    const payload: ImportPayload = {
      twinId: access.twin.id,
      definitionId: definition.id,
      blobId: body.id,
      userId: caller.userId,
      clientId: caller.clientId,
    };
    const outcome = await context.write(async (tx) => {
      await ports.blobs.take(tx, [body.id]);
      const title = `Import BCF into ${definition.name}`;
      const job = { kind: importKind, twinId: access.twin.id, title, createdBy: caller.userId, payload };
      return ports.jobs.enqueue(tx, job);
    });
    if (isFailed(outcome)) return outcome;
    return reply(202, { job: { id: outcome } }, { headers: { Location: `${baseUrl}/jobs/${outcome}` } });
  },
});

export const bcfEndpoints = [exportForms, importForms];
