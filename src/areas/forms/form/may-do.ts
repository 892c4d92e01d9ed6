import type { Requirement } from '../../../api/auth/access-rules.ts';
import type { Access } from '../../../api/ports/access.ts';
import { need } from '../access.ts';
import type { ActorContext } from './actor-context.ts';
import { type Plan, stepOf } from './plan.ts';

/** Which permission is needed depends on what really changes. */
export function mayDo(plan: Plan, access: Access, { caller }: ActorContext): boolean {
  const { builtIn, origin, keys } = plan.changes;
  const { named } = plan;
  const steps = builtIn.includes('status');
  const assigns = builtIn.includes('assignee') || builtIn.includes('assignees') || named.faults.length > 0;
  const plain = builtIn.some((name) => name === 'subject' || name === 'description' || name === 'dueDate');
  const fills = plain || origin.length + keys.length > 0;
  return (
    (!steps || forStep(plan).allows(access, caller)) &&
    (!assigns || need.assign.allows(access, caller)) &&
    (!fills || need.create.allows(access, caller))
  );
}

/** Who may take a step; the workflow may say so. */
const forStep = (plan: Plan): Requirement => {
  switch (stepOf(plan)?.permission) {
    case 'Forms_CreateAccess':
      return need.create;
    case 'Forms_AssignAccess':
      return need.assign;
    case 'Forms_FullAccess':
      return need.manage;
    default:
      return need.approve;
  }
};
