import { ActionIcon, MultiSelect, Select, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Assignable } from '../../ui/forms/people.ts';
import { NumberField } from '../../ui/number/number-field.tsx';
import { changedStep, type Plan, type Step, withoutStep } from './edit.ts';
import classes from './workflow.module.css';

const notes = [
  { value: 'None', label: 'No note' },
  { value: 'Optional', label: 'A note if one likes' },
  { value: 'Required', label: 'A note is needed' },
] as const;

const usual = 'Forms_ApproveAccess';
const takers = [
  { value: usual, label: 'Who may approve' },
  { value: 'Forms_CreateAccess', label: 'Who may fill in' },
  { value: 'Forms_AssignAccess', label: 'Who may assign' },
  { value: 'Forms_FullAccess', label: 'Who manages forms' },
] as const;

interface LineProps {
  readonly plan: Plan;
  readonly step: Step;
  readonly people: readonly Assignable[];
  readonly onChange: (plan: Plan) => void;
}

/** One step: its name, where it leads to, who may take it and what it does besides. */
export function StepLine({ plan, step, people, onChange }: LineProps) {
  const set = (change: Partial<Step>) => onChange(changedStep(plan, step.id, change));
  return (
    <fieldset className={classes.step} aria-label={`Step ${step.name || 'without a name'}`}>
      <div className={classes.head}>
        <div className={classes.row}>
          <TextInput
            label="Step"
            maxLength={255}
            value={step.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <Select
            label="Leads to"
            allowDeselect={false}
            data={plan.statuses
              .filter(({ id }) => id !== step.from)
              .map(({ id, name }) => ({ value: String(id), label: name || 'Without a name' }))}
            value={String(step.to)}
            onChange={(value) => value && set({ to: Number(value) })}
          />
          <Select
            label="Note"
            allowDeselect={false}
            data={[...notes]}
            value={step.notes}
            onChange={(value) => set({ notes: notes.find((one) => one.value === value)?.value ?? 'None' })}
          />
          <Select
            label="Taken by"
            allowDeselect={false}
            data={[...takers]}
            value={step.permission ?? usual}
            onChange={(value) => {
              const permission = takers.find((one) => one.value === value)?.value ?? usual;
              const { permission: _, ...rest } = step;
              onChange(changedWhole(plan, permission === usual ? rest : { ...rest, permission }));
            }}
          />
        </div>
        <ActionIcon
          className={classes.tools}
          variant="subtle"
          color="gray"
          aria-label={`Remove the step ${step.name}`}
          onClick={() => onChange(withoutStep(plan, step.id))}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </div>
      <Effects plan={plan} step={step} people={people} onChange={onChange} />
    </fieldset>
  );
}

/** What a step does besides leading on. */
function Effects({ plan, step, people, onChange }: LineProps) {
  const assigned = step.assign ?? [];
  const all = [...people, ...assigned.filter(({ id }) => !people.some((one) => one.id === id))];
  const [wasOpen] = useState(assigned.length > 0 || step.dueInDays !== undefined);
  return (
    <details open={wasOpen}>
      <summary>What it does besides</summary>
      <div className={classes.row}>
        <MultiSelect
          label="Assigns the form to"
          placeholder={assigned.length === 0 ? 'Nobody new' : ''}
          searchable
          hidePickedOptions
          maxValues={50}
          data={all.map(({ id, displayName, isRole }) => ({
            value: id,
            label: isRole ? `${displayName} (role)` : displayName,
          }))}
          value={assigned.map(({ id }) => id)}
          onChange={(ids) => {
            const chosen = all.filter(({ id }) => ids.includes(id));
            const { assign: _, ...rest } = step;
            onChange(changedWhole(plan, chosen.length === 0 ? rest : { ...rest, assign: chosen }));
          }}
        />
        <NumberField
          label="Makes it due in"
          unit="days"
          placeholder="As it is"
          min={0}
          max={3650}
          whole
          value={step.dueInDays ?? ''}
          onChange={(value) => {
            const { dueInDays: _, ...rest } = step;
            onChange(changedWhole(plan, value !== '' ? { ...rest, dueInDays: value } : rest));
          }}
        />
      </div>
    </details>
  );
}

/** A step in the place of itself: what it leaves out is gone. */
const changedWhole = (plan: Plan, step: Step): Plan => ({
  ...plan,
  steps: plan.steps.map((one) => (one.id === step.id ? step : one)),
});
