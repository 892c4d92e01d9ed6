import { inTwin, onTwin, permission } from '../../../api/auth/access-rules.ts';
import { endpoint, json, reply } from '../../../api/http/endpoint.ts';
import { problems } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { invalidJob, jobNotFound, twinNotFound } from '../errors.ts';
import { createJob } from './create.ts';
import { checkJob, describeJob } from './rules.ts';
import { actionsAnswer, job, jobCreate, jobExample } from './schema.ts';
import { actionsOf, findJob } from './store.ts';
import { jobView } from './view.ts';

const managers = onTwin('id', twinNotFound, permission('administration_invite_member', 'administration_remove_member'));
const ownJob = inTwin(
  managers,
  (db: Reader, { twin }: Access, { jobId }: { readonly id: string; readonly jobId: string }) =>
    findJob(db, twin.id, jobId),
  jobNotFound,
);

export const jobEndpoints = [
  endpoint({
    id: 'accessControl.createTwinJob',
    method: 'POST',
    path: '/accesscontrol/twins/{id}/jobs',
    title: 'Create twin job',
    description:
      'Changes many members in the background: `assignRoles`, then `unassignRoles`, then `removeMembers`. Each entry succeeds or fails on its own and raises the events of the single operations. The first two need administration_invite_member, the last administration_remove_member. At most 100 role ids, or e-mails to remove, per action.',
    access: managers,
    body: jobCreate,
    invalid: invalidJob,
    describe: describeJob,
    check: checkJob,
    beginsJobs: true,
    answers: { 201: json(job, 'The queued job.', jobExample) },
    errors: [problems.insufficientPermissions],
    run: ({ target, body }, context) => createJob(target, body, context),
  }),

  endpoint({
    id: 'accessControl.getTwinJob',
    method: 'GET',
    path: '/accesscontrol/twins/{id}/jobs/{jobId}',
    title: 'Get twin job',
    description: 'Kept for 30 days. `Prefer: return=representation` adds `error`, if there are any.',
    access: ownJob,
    prefer: true,
    answers: { 200: json(job, 'The job.', jobExample) },
    run: async ({ target, prefer }) => reply(200, jobView(target.resource, prefer === 'representation')),
  }),

  endpoint({
    id: 'accessControl.getTwinJobActions',
    method: 'GET',
    path: '/accesscontrol/twins/{id}/jobs/{jobId}/actions',
    title: 'Get twin job actions',
    access: ownJob,
    answers: { 200: json(actionsAnswer, 'The actions as posted.') },
    run: async ({ target }) => reply(200, { actions: actionsOf(target.resource) }),
  }),
];
