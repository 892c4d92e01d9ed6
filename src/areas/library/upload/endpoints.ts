import { endpoint, json } from '../../../api/http/endpoint.ts';
import { inLibrary, onItem, reading, uploading } from '../access.ts';
import { describeUpload } from '../body-rules.ts';
import { checkReferences } from '../component/references.ts';
import { invalidUpload, jobNotFound } from '../errors.ts';
import { oneJob, uploadBody, uploadResponse } from '../schema/upload.ts';
import { findArchive } from '../store/archive.ts';
import { findUpload } from '../store/upload.ts';
import { createUpload } from './create.ts';
import { keptJobs } from './job.ts';
import { readJob } from './view.ts';

const onJob = onItem(
  reading(jobNotFound),
  async (db, { account }, { id }: { readonly id: string }) => {
    const row = (await findUpload(db, id)) ?? (await findArchive(db, id));
    const isKept = row !== undefined && row.created > Date.now() - keptJobs;
    return isKept && row.account_id === account?.id ? row : undefined;
  },
  jobNotFound,
);

export const uploadEndpoints = [
  endpoint({
    id: 'library.uploadComponent',
    method: 'POST',
    path: '/library/upload',
    title: 'Upload Component',
    description:
      'Answers the addresses for a design file and, if there is one, its type catalog, which is sent first. Once the design file has come, a job makes a component of it; `Location` tells how far it is.',
    secret: true,
    access: inLibrary(uploading),
    body: uploadBody,
    invalid: invalidUpload,
    describe: describeUpload,
    check: (raw, library, { db }) => checkReferences(raw, library, db),
    beginsJobs: true,
    answers: { 202: json(uploadResponse, 'Where to send the file.') },
    run: ({ target, body }, context) => createUpload(target, body, context),
  }),

  endpoint({
    id: 'library.getJob',
    method: 'GET',
    path: '/library/jobs/{id}',
    title: 'Get Job',
    secret: true,
    access: onJob,
    answers: { 200: json(oneJob, 'The job; kept for 30 days.') },
    run: ({ target }, context) => readJob(target, context),
  }),
];
