import { ActionIcon, Button, Checkbox, ColorInput, Group, MultiSelect, Select, Text, TextInput } from '@mantine/core';
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import type { Assignable } from '../../ui/forms/people.ts';
import { changedStatus, type Plan, type Status, withoutStatus, withStep } from './edit.ts';
import type { Property } from './properties.ts';
import { StepLine } from './step-line.tsx';
import classes from './workflow.module.css';

export interface CardProps {
  readonly plan: Plan;
  readonly status: Status;
  readonly properties: readonly Property[];
  readonly people: readonly Assignable[];
  readonly isFixed: boolean;
  readonly onChange: (plan: Plan) => void;
  /** Absent for the first one. */
  readonly onUp?: () => void;
}

const categories = [
  { value: 'Open', label: 'There is work to do' },
  { value: 'Closed', label: 'It is done' },
  { value: 'Draft', label: 'Not handed in yet' },
] as const;
const swatches = ['#e03131', '#e8590c', '#f1c232', '#2b8a3e', '#1971c2', '#6741d9', '#868e96'];

/** One status: its name, what may be changed in it, and the steps that lead on. */
export function StatusCard(props: CardProps) {
  const { plan, status, properties, people, isFixed, onChange } = props;
  const set = (change: Partial<Status>) => onChange(changedStatus(plan, status.id, change));
  const name = status.name || 'the status without a name';
  return (
    <fieldset className={`surface ${classes.card}`} disabled={isFixed} aria-label={`Status ${name}`}>
      <div className={classes.head}>
        <div className={classes.row}>
          <TextInput
            label="Status"
            maxLength={255}
            value={status.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <Select
            label="It means"
            allowDeselect={false}
            data={[...categories]}
            value={status.category}
            onChange={(value) => set({ category: categories.find((one) => one.value === value)?.value ?? 'Open' })}
          />
          <ColorInput
            label="Colour"
            placeholder="None"
            swatches={swatches}
            withEyeDropper={false}
            value={status.color ?? ''}
            onChange={(value) => set({ color: value === '' ? null : value })}
          />
        </div>
        <Tools {...props} name={name} />
      </div>
      <Checkbox
        label="Forms begin here"
        checked={status.isStart}
        onChange={(event) => set({ isStart: event.currentTarget.checked })}
      />
      <Editable status={status} properties={properties} onChange={(editable) => set({ editable })} />
      <Steps plan={plan} status={status} people={people} name={name} onChange={onChange} />
    </fieldset>
  );
}

const Tools = ({ plan, status, name, onChange, onUp }: CardProps & { readonly name: string }) => (
  <Group gap={4} className={classes.tools}>
    {onUp && (
      <ActionIcon variant="subtle" color="gray" aria-label={`Move ${name} up`} onClick={onUp}>
        <IconArrowUp size={16} />
      </ActionIcon>
    )}
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={`Remove ${name}`}
      disabled={plan.statuses.length === 1}
      onClick={() => onChange(withoutStatus(plan, status.id))}
    >
      <IconTrash size={16} />
    </ActionIcon>
  </Group>
);

function Editable(props: {
  readonly status: Status;
  readonly properties: readonly Property[];
  readonly onChange: (names: readonly string[]) => void;
}) {
  const { status, properties, onChange } = props;
  const unknown = status.editable.filter((name) => !properties.some(({ value }) => value === name));
  const data = [...properties, ...unknown.map((value) => ({ value, label: value }))];
  return (
    <div>
      <MultiSelect
        label="May be changed in it"
        placeholder={status.editable.length === 0 ? 'Nothing' : ''}
        searchable
        hidePickedOptions
        data={data}
        value={[...status.editable]}
        onChange={onChange}
      />
      <Group gap={6} mt={4}>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Everything may be changed in ${status.name}`}
          onClick={() => onChange(data.map(({ value }) => value))}
        >
          Everything
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Nothing may be changed in ${status.name}`}
          onClick={() => onChange([])}
        >
          Nothing
        </Button>
      </Group>
    </div>
  );
}

function Steps(props: Pick<CardProps, 'plan' | 'status' | 'people' | 'onChange'> & { readonly name: string }) {
  const { plan, status, people, name, onChange } = props;
  const steps = plan.steps.filter(({ from }) => from === status.id);
  return (
    <section aria-label={`Steps from ${name}`}>
      <Text size="sm" fw={500} mb={4}>
        Steps from here
      </Text>
      {steps.length === 0 && (
        <Text size="sm" c="dimmed">
          None: forms stay here.
        </Text>
      )}
      {steps.map((step) => (
        <StepLine key={step.id} plan={plan} step={step} people={people} onChange={onChange} />
      ))}
      {plan.statuses.length > 1 && (
        <Button
          size="compact-sm"
          variant="subtle"
          mt={6}
          leftSection={<IconPlus size={14} />}
          aria-label={`Add a step from ${name}`}
          onClick={() => onChange(withStep(plan, status.id))}
        >
          Add a step
        </Button>
      )}
    </section>
  );
}
