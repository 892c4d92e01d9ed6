import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Layout } from '../../../../src/areas/forms/layout/controls.ts';
import { isUnreadable, readLayout } from '../../../../src/areas/forms/layout/read.ts';
import { editableIn, isEditable, type Workflow } from '../../../../src/areas/forms/workflow/workflow.ts';
import { Problem } from '../../platform/problem.ts';
import { useChange } from '../../ui/change.tsx';
import { changeForm, type ReadForm, shownForms, workflowQuery } from '../../ui/forms/queries.ts';
import type { Definition, Form, FormChange, Workflow as GivenWorkflow } from '../../ui/forms/types.ts';
import { changedIn, changeOf, type Draft, draftOf, faultsOf, settled } from '../draft.ts';
import type { FormRights } from '../rights.ts';
import { type Step, stepsOf } from './steps.ts';

export const noControls: Layout = { controls: [], all: [], byKey: new Map() };

export function layoutOf(text: string): Layout {
  const read = readLayout(text);
  return isUnreadable(read) ? noControls : read;
}

/** A workflow as the rules know it. */
const rulesOf = ({ startStates, states, transitions }: GivenWorkflow): Workflow => ({
  startStates,
  states,
  transitions,
});

export type FormWork = ReturnType<typeof useForm>;

/** One form, what has been filled in of it and not been saved yet, and what may be done with it. */
export function useForm(read: ReadForm, definition: Definition, twinId: string, rights: FormRights) {
  const { form } = read;
  const client = useQueryClient();
  const layout = useMemo(() => layoutOf(definition.definition), [definition.definition]);
  const found = useQuery(workflowQuery(twinId, form.type, form.discipline));
  const workflow = found.data ? rulesOf(found.data) : undefined;
  const [edits, setEdits] = useState<Draft>({});
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const { draft, leftOut } = useMemo(() => settled({ ...draftOf(form), ...edits }, layout), [form, edits, layout]);
  const isMade = (target: string) =>
    target.startsWith('properties.') && layout.byKey.get(target.slice('properties.'.length))?.type === 'Calculated';
  const changed = changedIn(draft, form).filter((target) => !isMade(target));
  const faults = useMemo(() => new Map([...refused, ...faultsOf(draft, layout)]), [refused, draft, layout]);

  const change = useChange({
    run: (body: FormChange) => changeForm(read, body),
    stale: shownForms(twinId),
    done: () => setEdits({}),
    quiet: true,
  });
  const send = (body: FormChange, done: () => void = () => {}) => {
    setRefused(new Map());
    change.mutate(body, {
      onSuccess: done,
      onError: (error) => setRefused(targetsIn(error)),
    });
  };
  const known = found.data !== undefined;
  return {
    form,
    layout,
    draft,
    faults,
    changed,
    change,
    leftOut: new Map([...leftOutOf(form), ...leftOut].filter(([target]) => draft[target] === undefined)),
    isStale: change.error instanceof Problem && change.error.status === 412,
    steps: known ? stepsOf(form, workflow).filter((step) => mayTake(step, rights)) : [],
    fixed: (target: string) => fixedBecause(target, form.status, workflow, rights),
    set(target: string, value: unknown) {
      setRefused((before) => new Map([...before].filter(([one]) => one !== target)));
      setEdits((before) => ({ ...before, [target]: value }));
    },
    save: () => send(changeOf(draft, changed)),
    /** Goes to another status; what has been filled in is saved with it. */
    take: ({ to }: Step, note: string | undefined, done: () => void) =>
      send({ ...changeOf(draft, changed), status: to, ...(note ? { workflowNote: note } : {}) }, done),
    forget() {
      setEdits({});
      setRefused(new Map());
      change.reset();
    },
    /** Reads the form again; what has been filled in stays. */
    async readAgain() {
      await client.invalidateQueries({ queryKey: ['form', form.id] });
      change.reset();
    },
  };
}

function mayTake({ permission }: Step, rights: FormRights): boolean {
  switch (permission) {
    case 'Forms_CreateAccess':
      return rights.create;
    case 'Forms_AssignAccess':
      return rights.assign;
    case 'Forms_FullAccess':
      return rights.manage;
    default:
      return rights.approve;
  }
}

/** Why the server left out calculated values. */
const leftOutOf = ({ calculationFaults = [] }: Form) =>
  calculationFaults.map(({ target, message }) => [target, message] as const);

/** What the server has refused, by its targets; what it says of rows belongs to their cells. */
function targetsIn(error: unknown): Map<string, string> {
  const details = error instanceof Problem ? error.details : [];
  return new Map(details.flatMap(({ target, message }) => (target ? [[target, message]] : [])));
}

/** Why a value cannot be changed now, in the order in which the server asks. */
function fixedBecause(
  target: string,
  status: string | undefined,
  workflow: Workflow | undefined,
  rights: FormRights,
): string | undefined {
  const assigns = target === 'assignee' || target === 'assignees';
  if (assigns ? !rights.assign : !rights.create) return 'You may not change this.';
  const name = target.replace(/^properties\./, '');
  if (isEditable(editableIn(workflow, status ?? null), name)) return undefined;
  return `It cannot be changed while the status is ${status ?? 'not set'}.`;
}
