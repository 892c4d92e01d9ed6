import type { Workflow, WorkflowState } from '../workflow/workflow.ts';

const own = ['assignee', 'assignee.id', 'assignee.displayName', 'assignees', 'description', 'dueDate', 'subject'];

const open = (name: string, color: string, keys: readonly string[]): WorkflowState => ({
  name,
  color,
  stateCategory: 'Open',
  editableProperties: [...own, ...keys],
});
const closed: WorkflowState = { name: 'Closed', color: '#274e13', stateCategory: 'Closed', editableProperties: [] };

/** Open and Closed; `keys`: the custom properties that can be changed while it is open. */
export const openAndClosed = (keys: readonly string[]): Workflow => ({
  startStates: ['Open'],
  states: [open('Open', '#ff0000', keys), closed],
  transitions: [
    { displayName: 'Close', start: 'Open', end: 'Closed', notes: 'Optional' },
    { displayName: 'Reopen', start: 'Closed', end: 'Open', notes: 'Required' },
  ],
});

/** Open, In Progress and Closed. */
export const inThreeSteps = (keys: readonly string[]): Workflow => ({
  startStates: ['Open'],
  states: [open('Open', '#ff0000', keys), open('In Progress', '#f1c232', keys), closed],
  transitions: [
    { displayName: 'Start', start: 'Open', end: 'In Progress', notes: 'None' },
    { displayName: 'Put back', start: 'In Progress', end: 'Open', notes: 'Optional' },
    { displayName: 'Close', start: 'In Progress', end: 'Closed', notes: 'Optional' },
    { displayName: 'Close at once', start: 'Open', end: 'Closed', notes: 'Optional' },
    { displayName: 'Reopen', start: 'Closed', end: 'Open', notes: 'Required' },
  ],
});
