import { firstStatus, type StepPermission, type Workflow } from '../../../../src/areas/forms/workflow/workflow.ts';
import type { FormSummary } from '../../ui/forms/types.ts';

/** A step to another status that a form may take now. */
export interface Step {
  readonly label: string;
  readonly to: string;
  readonly notes: 'None' | 'Optional' | 'Required';
  /** Who may take it; the usual one is who may approve. */
  readonly permission: StepPermission;
  /** It ends the work. */
  readonly closes: boolean;
}

const usual: StepPermission = 'Forms_ApproveAccess';
const freely = ['Open', 'Closed', 'Draft'] as const;
const verbs = { Open: 'Open', Closed: 'Close', Draft: 'Make a draft' } as const;

/** The steps from the status of a form, by the rules of the server. */
export function stepsOf({ status }: Pick<FormSummary, 'status'>, workflow: Workflow | undefined): Step[] {
  if (workflow === undefined) {
    return freely
      .filter((one) => one !== status)
      .map((one) => ({ label: verbs[one], to: one, notes: 'None', permission: usual, closes: one === 'Closed' }));
  }
  const closes = (name: string) => workflow.states.find((one) => one.name === name)?.stateCategory === 'Closed';
  if (!workflow.states.some(({ name }) => name === status)) {
    const starts = workflow.startStates.length > 0 ? workflow.startStates : [firstStatus(workflow)];
    return starts.map((to) => ({ label: to, to, notes: 'None', permission: usual, closes: closes(to) }));
  }
  return workflow.transitions
    .filter(({ start }) => start === (status ?? null))
    .map(({ displayName, end, notes, permission = usual }) => ({
      label: displayName,
      to: end,
      notes,
      permission,
      closes: closes(end),
    }));
}
