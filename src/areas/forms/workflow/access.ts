import { twinAccess } from '../../../api/auth/access-rules.ts';
import type { AccessRule } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { askedTwin, checkTwin } from '../../../api/query/asked-twin.ts';
import { need } from '../access.ts';
import { invalidWorkflow, twinNotFound, workflowNotFound } from '../errors.ts';
import type { WorkflowRow } from '../tables.ts';
import { usualDiscipline } from '../version.ts';
import { type Kind, workflowRow } from './store.ts';

type OfType = { readonly type: string };

/** The place of a workflow in its twin, and the workflow where there is one. */
export interface WorkflowPlace {
  readonly access: Access;
  readonly kind: Kind;
  readonly row: WorkflowRow | undefined;
}

/** The place of a workflow that is to be changed: its type is in the path, twin and discipline are in the query. */
export const onWorkflowPlace: AccessRule<OfType, WorkflowPlace> = {
  permit: need.manage.permit,
  problems: [twinNotFound, problems.insufficientPermissions],
  changes: 'inTwin',
  byQuery: true,
  async resolve({ type }, context) {
    const { query, db } = context;
    const faults = checkTwin({ query });
    if (faults.length > 0) return fail(invalidWorkflow, { details: faults });
    const access = await twinAccess(context, askedTwin(query), twinNotFound, need.manage);
    if (isFailed(access)) return access;
    const kind = { type, discipline: String(query.discipline ?? usualDiscipline) };
    return { access, kind, row: await workflowRow(db, access.twin.id, kind) };
  },
};

/** A workflow that is there. */
export const onWorkflow: AccessRule<OfType, WorkflowPlace & { readonly row: WorkflowRow }> = {
  ...onWorkflowPlace,
  problems: [...onWorkflowPlace.problems, workflowNotFound],
  changes: 'inTwin',
  async resolve(params, context) {
    const place = await onWorkflowPlace.resolve(params, context);
    if (isFailed(place)) return place;
    return place.row ? { ...place, row: place.row } : fail(workflowNotFound);
  },
};

/** What a change names that is to be made to this workflow only: one made anew after a removal is another. */
export const versionOf = (row: WorkflowRow | undefined): string => (row ? `${row.uid}-${row.revision}` : 'none');
