import { checkWorkflow } from '../../../../src/areas/forms/workflow/check.ts';
import type { Workflow } from '../../ui/forms/types.ts';

export type Stored = Pick<Workflow, 'startStates' | 'states' | 'transitions' | 'uninitializedState'>;
type Transition = Stored['transitions'][number];
type State = Stored['states'][number];

/** A status while it is edited; its number stays when its name changes. */
export interface Status {
  readonly id: number;
  readonly name: string;
  readonly color: string | null;
  readonly category: State['stateCategory'];
  readonly isStart: boolean;
  /** Names of properties. */
  readonly editable: readonly string[];
}

/** A step while it is edited, between statuses by their numbers. */
export interface Step extends Pick<Transition, 'notes' | 'permission' | 'assign' | 'dueInDays'> {
  readonly id: number;
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export interface Plan {
  readonly statuses: readonly Status[];
  readonly steps: readonly Step[];
  readonly uninitialized: Stored['uninitializedState'];
  readonly nextId: number;
}

const ofAssignee = ['assignee', 'assignee.id', 'assignee.displayName'];

/** The properties under the one name that each has here. */
const named = (names: readonly string[]): string[] => [
  ...new Set(names.map((name) => (ofAssignee.includes(name) ? 'assignee' : name))),
];

export function planOf({ states, startStates, transitions, uninitializedState }: Stored): Plan {
  const statuses = states.map(
    ({ name, color, stateCategory, editableProperties }, id): Status => ({
      id,
      name,
      color,
      category: stateCategory,
      isStart: startStates.includes(name),
      editable: named(editableProperties),
    }),
  );
  const idOf = (name: string) => statuses.find((one) => one.name === name)?.id ?? -1;
  const steps = transitions.map(
    ({ displayName, start, end, ...rest }, at): Step => ({
      ...rest,
      id: statuses.length + at,
      name: displayName,
      from: idOf(start),
      to: idOf(end),
    }),
  );
  return { statuses, steps, uninitialized: uninitializedState, nextId: statuses.length + steps.length };
}

/** Under all of its names, since other programs look for one or another. */
const unnamed = (names: readonly string[]): string[] =>
  names.flatMap((name) => (name === 'assignee' ? ofAssignee : [name]));

/** What is stored of a plan. */
export function storedOf({ statuses, steps, uninitialized }: Plan): Stored {
  const nameOf = (id: number) => statuses.find((one) => one.id === id)?.name.trim() ?? '';
  return {
    startStates: statuses.filter(({ isStart }) => isStart).map(({ name }) => name.trim()),
    states: statuses.map(({ name, color, category, editable }) => ({
      name: name.trim(),
      color,
      stateCategory: category,
      editableProperties: unnamed(editable),
    })),
    transitions: steps.map(({ id: _, name, from, to, ...rest }) => ({
      ...rest,
      displayName: name.trim(),
      start: nameOf(from),
      end: nameOf(to),
    })),
    ...(uninitialized ? { uninitializedState: uninitialized } : {}),
  };
}

/** What people begin with where forms have gone as they liked. */
export const proposal = (editable: readonly string[]): Plan => ({
  statuses: [
    { id: 0, name: 'Open', color: '#e8590c', category: 'Open', isStart: true, editable },
    { id: 1, name: 'Closed', color: '#2b8a3e', category: 'Closed', isStart: false, editable: [] },
  ],
  steps: [
    { id: 2, name: 'Close', from: 0, to: 1, notes: 'Optional' },
    { id: 3, name: 'Reopen', from: 1, to: 0, notes: 'Required' },
  ],
  uninitialized: undefined,
  nextId: 4,
});

function freshName(base: string, taken: readonly { readonly name: string }[]): string {
  let name = base;
  for (let n = 2; taken.some((one) => one.name === name); n++) name = `${base} ${n}`;
  return name;
}

export function withStatus(plan: Plan, editable: readonly string[]): Plan {
  const name = freshName('New status', plan.statuses);
  const status: Status = { id: plan.nextId, name, color: null, category: 'Open', isStart: false, editable };
  return { ...plan, statuses: [...plan.statuses, status], nextId: plan.nextId + 1 };
}

export const changedStatus = (plan: Plan, id: number, change: Partial<Status>): Plan => ({
  ...plan,
  statuses: plan.statuses.map((one) => (one.id === id ? { ...one, ...change } : one)),
});

/** Without a status and the steps from it and to it. */
export const withoutStatus = (plan: Plan, id: number): Plan => ({
  ...plan,
  statuses: plan.statuses.filter((one) => one.id !== id),
  steps: plan.steps.filter(({ from, to }) => from !== id && to !== id),
});

/** A status one place further up or down. */
export function movedStatus(plan: Plan, id: number, by: -1 | 1): Plan {
  const at = plan.statuses.findIndex((one) => one.id === id);
  const [one, other] = [plan.statuses[at], plan.statuses[at + by]];
  if (one === undefined || other === undefined) return plan;
  return { ...plan, statuses: plan.statuses.with(at, other).with(at + by, one) };
}

/** A step from a status to the next one that it does not lead to yet. */
export function withStep(plan: Plan, from: number): Plan {
  const reached = new Set(plan.steps.filter((step) => step.from === from).map(({ to }) => to));
  const others = plan.statuses.filter(({ id }) => id !== from);
  const target = others.find(({ id }) => !reached.has(id)) ?? others[0];
  if (target === undefined) return plan;
  const step: Step = { id: plan.nextId, name: `To ${target.name}`, from, to: target.id, notes: 'None' };
  return { ...plan, steps: [...plan.steps, step], nextId: plan.nextId + 1 };
}

export const changedStep = (plan: Plan, id: number, change: Partial<Step>): Plan => ({
  ...plan,
  steps: plan.steps.map((one) => (one.id === id ? { ...one, ...change } : one)),
});

export const withoutStep = (plan: Plan, id: number): Plan => ({
  ...plan,
  steps: plan.steps.filter((one) => one.id !== id),
});

/** Why the server would refuse a plan, for people. */
export function faultsOf(plan: Plan): string[] {
  const stored = storedOf(plan);
  const blank = [
    ...stored.states.filter(({ name }) => name === '').map(() => 'A status has no name.'),
    ...stored.transitions.filter(({ displayName }) => displayName === '').map(() => 'A step has no name.'),
  ];
  const colours = stored.states.flatMap(({ name, color }) =>
    color === null || /^#[0-9a-f]{6}$/i.test(color) ? [] : [`${name}: '${color}' is no colour.`],
  );
  const start = stored.startStates.length === 0 ? ['Forms begin nowhere: choose a status for that.'] : [];
  const others = blank.length > 0 ? [] : checkWorkflow({ body: stored });
  return [...new Set([...blank, ...colours, ...start, ...others.map(({ message }) => message)])];
}

/** The statuses that forms never leave, though there is still something to do. */
export const dead = ({ statuses, steps }: Plan): string[] =>
  statuses
    .filter(({ id, category }) => category !== 'Closed' && !steps.some(({ from }) => from === id))
    .map(({ name }) => name);

/** The statuses that no form ever comes to. */
export function unreached({ statuses, steps }: Plan): string[] {
  const reached = new Set(statuses.filter(({ isStart }) => isStart).map(({ id }) => id));
  for (const id of reached) for (const { from, to } of steps) if (from === id) reached.add(to); // the set grows under way
  return statuses.filter(({ id }) => !reached.has(id)).map(({ name }) => name);
}
