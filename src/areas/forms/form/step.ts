import type { Detail } from '../../../api/http/problem.ts';
import { transitionOf, type Workflow } from '../workflow/workflow.ts';

const misplaced = (message: string): Detail => ({ code: 'InvalidProperty', message, target: 'workflowNote' });

/** What is against a step from one status to another one, and against the note that goes with it. */
export function faultsOfStep(
  workflow: Workflow | undefined,
  from: string | undefined,
  to: string | undefined,
  note: string | undefined,
): Detail[] {
  if (from === to) return note === undefined ? [] : [misplaced('A workflowNote goes with another status only.')];
  const transition = to === undefined ? undefined : transitionOf(workflow, from ?? null, to);
  if (transition === undefined) {
    const message = `There is no transition from '${from ?? ''}' to '${to ?? ''}'.`;
    return [{ code: 'InvalidChange', message, target: 'status' }];
  }
  if (note !== undefined && transition.notes === 'None') return [misplaced('This step takes no workflowNote.')];
  if (note === undefined && transition.notes === 'Required') {
    return [{ code: 'MissingRequiredProperty', message: 'This step needs a workflowNote.', target: 'workflowNote' }];
  }
  return [];
}
