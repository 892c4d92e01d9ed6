import { anyCaller } from '../../../api/auth/access-rules.ts';
import { empty, endpoint, json } from '../../../api/http/endpoint.ts';
import { problems } from '../../../api/http/problem.ts';
import { comparisonExists, invalidRequest, modelNotFound } from '../errors.ts';
import { completedExample, newExample, queuedExample } from '../examples.ts';
import { onComparison, onComparisonToDelete } from './access.ts';
import { createComparison } from './create.ts';
import { deleteComparison, getComparison } from './read.ts';
import { describeIssue } from './rules.ts';
import { comparisonJobCreate, comparisonParams, oneComparisonJob } from './schema.ts';

const path = '/changedelements/comparisonjob/{jobId}/twin/{twinId}/model/{modelId}';
const checks = { invalid: invalidRequest, describe: describeIssue } as const;

/** Version 2: comparisons are jobs. */
export const comparisonEndpoints = [
  endpoint({
    id: 'changedElements.createComparisonJob',
    method: 'POST',
    path: '/changedelements/comparisonjob',
    title: 'Create Comparison Job',
    description:
      'Compares the state before the changes of the start changeset with the state after the end changeset. To compare two versions, start with the changeset that follows the older one. Changesets that are still imported are waited for.',
    access: anyCaller,
    changes: 'inTwin',
    body: comparisonJobCreate,
    bodyExample: newExample,
    ...checks,
    beginsJobs: true,
    answers: { 202: json(oneComparisonJob, 'The queued job.', queuedExample) },
    errors: [modelNotFound, problems.insufficientPermissions, comparisonExists],
    run: ({ body }, context) => createComparison(body, context),
  }),

  endpoint({
    id: 'changedElements.getComparisonJob',
    method: 'GET',
    path,
    title: 'Get Comparison Job',
    description:
      'Its progress, and the address of its result once it is Completed: a signed one that needs no token. With `Prefer: return=minimal` that of the result without properties, checksums and values.',
    access: onComparison,
    params: comparisonParams,
    prefer: true,
    secret: true,
    ...checks,
    answers: { 200: json(oneComparisonJob, 'The job.', completedExample) },
    run: ({ target, prefer }, context) => getComparison(target.row, prefer === 'minimal' ? 'minimal' : 'full', context),
  }),

  endpoint({
    id: 'changedElements.deleteComparisonJob',
    method: 'DELETE',
    path,
    title: 'Delete Comparison Job',
    description: 'Stops the job where it has not ended, and removes its result; addresses of it no longer work.',
    access: onComparisonToDelete,
    params: comparisonParams,
    ...checks,
    answers: { 204: empty('It is gone.') },
    run: ({ target }, context) => deleteComparison(target.row, context),
  }),
];
