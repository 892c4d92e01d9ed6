import { anyCaller } from '../../../api/auth/access-rules.ts';
import { bytes, type Endpoint, empty, endpoint, json } from '../../../api/http/endpoint.ts';
import { problems } from '../../../api/http/problem.ts';
import { describeIssue } from '../comparison/rules.ts';
import { comparisonNotReady, invalidRequest, modelNotFound } from '../errors.ts';
import { listChangesets } from './changesets.ts';
import { compareNow, type Waiting } from './compare.ts';
import { changesetStatuses, changesetsQuery, comparisonQuery, modelQuery, tracking, trackingUpdate } from './schema.ts';
import { getTracking, putTracking } from './switch.ts';

const about = {
  access: anyCaller,
  invalid: invalidRequest,
  describe: describeIssue,
  errors: [modelNotFound, problems.insufficientPermissions],
} as const;

/** Version 1, before comparisons were jobs. */
export const trackingEndpoints = (waiting: Waiting): readonly Endpoint[] => [
  endpoint({
    id: 'changedElements.updateTracking',
    method: 'PUT',
    path: '/changedelements/tracking',
    title: 'Enable or disable change tracking',
    description: 'Kept and told, without effect: every changeset of every model can be compared.',
    ...about,
    changes: 'inTwin',
    body: trackingUpdate,
    answers: { 202: empty('It is kept.') },
    run: ({ body }, context) => putTracking(body, context),
  }),

  endpoint({
    id: 'changedElements.getTracking',
    method: 'GET',
    path: '/changedelements/tracking',
    title: 'Get change tracking',
    ...about,
    query: modelQuery,
    answers: { 200: json(tracking, 'Whether it was enabled.') },
    run: ({ query }, context) => getTracking(query, context),
  }),

  endpoint({
    id: 'changedElements.getChangesets',
    method: 'GET',
    path: '/changedelements/changesets',
    title: 'Get changesets',
    description: 'The changesets of a model, oldest first, and which of them can be compared.',
    ...about,
    query: changesetsQuery,
    answers: { 200: json(changesetStatuses, 'A page.') },
    run: ({ query }, context) => listChangesets(query, context),
  }),

  endpoint({
    id: 'changedElements.getComparison',
    method: 'GET',
    path: '/changedelements/comparison',
    title: 'Get comparison',
    description:
      'The full result for a range of changesets, both ends included: of a comparison job that is there, else of one that is made now and waited for, for a minute at most. A job that Failed is not tried again here.',
    ...about,
    query: comparisonQuery,
    errors: [...about.errors, comparisonNotReady],
    beginsJobs: true,
    answers: { 200: bytes(['application/json'], 'Object with the member changedElements.') },
    run: ({ query }, context) => compareNow(query, context, waiting),
  }),
];
