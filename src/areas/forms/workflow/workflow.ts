export type State = 'Open' | 'Closed' | 'Draft';

/** How forms of a type go from status to status (forms.md section 2.7). */
export interface Workflow {
  readonly startStates: readonly string[];
  readonly states: readonly WorkflowState[];
  readonly transitions: readonly Transition[];
  readonly startingTransitions?: readonly Transition[] | undefined;
  readonly uninitializedState?: (Omit<WorkflowState, 'name'> & { readonly name: null }) | undefined;
}

export interface WorkflowState {
  readonly name: string;
  readonly color: string | null;
  readonly editableProperties: readonly string[];
  readonly stateCategory: State;
}

export interface Transition {
  readonly displayName: string;
  readonly start: string | null;
  readonly end: string;
  readonly notes: 'None' | 'Optional' | 'Required';
  /** Who may take the step; absent: who may approve. */
  readonly permission?: StepPermission | undefined;
  /** Who is responsible after it, unless the request says so. */
  readonly assign?: readonly Responsible[] | undefined;
  /** When it is due after it, unless the request says so. */
  readonly dueInDays?: number | undefined;
}

export const stepPermissions = [
  'Forms_CreateAccess',
  'Forms_AssignAccess',
  'Forms_ApproveAccess',
  'Forms_FullAccess',
] as const;
export type StepPermission = (typeof stepPermissions)[number];

interface Responsible {
  readonly id: string;
  readonly displayName: string;
  readonly isRole: boolean;
}

/** Without a workflow there are these, and every change is free. */
const freeStates: readonly State[] = ['Open', 'Closed', 'Draft'];

const stateOf = ({ states }: Workflow, status: string | null) => states.find(({ name }) => name === status);

/** The status that a new form has, unless it is given one. */
export const firstStatus = (workflow: Workflow | undefined): string =>
  workflow ? (workflow.startStates[0] ?? '') : 'Open';

export const isStart = (workflow: Workflow | undefined, status: string): boolean =>
  workflow ? workflow.startStates.includes(status) : freeStates.some((one) => one === status);

/** The category of a status; an unknown one counts as open. */
export function categoryOf(workflow: Workflow | undefined, status: string): State {
  if (workflow) return stateOf(workflow, status)?.stateCategory ?? 'Open';
  return freeStates.find((one) => one === status) ?? 'Open';
}

/** What leads from a status to another one; undefined when nothing does. A form outside of the workflow may begin it. */
export function transitionOf(
  workflow: Workflow | undefined,
  from: string | null,
  to: string,
): Pick<Transition, 'notes' | 'permission' | 'assign' | 'dueInDays'> | undefined {
  const free = { notes: 'None' } as const;
  if (workflow === undefined) return freeStates.some((one) => one === to) ? free : undefined;
  if (stateOf(workflow, from) === undefined) return workflow.startStates.includes(to) ? free : undefined;
  return workflow.transitions.find(({ start, end }) => start === from && end === to);
}

/** The properties that may be changed while a form has a status; undefined: all of them. */
export function editableIn(workflow: Workflow | undefined, status: string | null): readonly string[] | undefined {
  return workflow && stateOf(workflow, status)?.editableProperties;
}

/** Those that a new form may be given. */
export const editableAtFirst = (workflow: Workflow | undefined, status: string): readonly string[] | undefined =>
  workflow?.uninitializedState?.editableProperties ?? editableIn(workflow, status);

/** Whether a list of editable properties has one of the names that a property goes by. */
export const isEditable = (editable: readonly string[] | undefined, property: string): boolean =>
  editable === undefined ||
  editable.includes(property) ||
  (property === 'assignee' && (editable.includes('assignee.id') || editable.includes('assignee.displayName')));
