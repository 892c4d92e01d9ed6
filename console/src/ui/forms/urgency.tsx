import { Group, Select, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Control } from '../../../../src/areas/forms/layout/controls.ts';
import { isUnreadable, readLayout } from '../../../../src/areas/forms/layout/read.ts';
import { answerOf, platform } from '../../platform/client.ts';
import { optionsOf } from './options.ts';

interface Given {
  readonly dueDate: string;
  readonly priority: string | null;
}

interface Props {
  readonly formId: string;
  readonly answers: Given;
  readonly faults: Readonly<Record<string, string>>;
  readonly set: (change: Partial<Given>) => void;
}

/** The controls of a kind of form. */
const controlsQuery = (formId: string) =>
  queryOptions({
    queryKey: ['definition', formId, 'controls'],
    staleTime: 60_000,
    enabled: formId !== '',
    async queryFn(): Promise<readonly Control[]> {
      const call = platform.forms.GET('/forms/form-definitions/{id}', { params: { path: { id: formId } } });
      const layout = readLayout((await answerOf(call)).formDefinition.definition);
      return isUnreadable(layout) ? [] : layout.all;
    },
  });

/** By when, and how important it is: where the kind of form knows of it. */
export function Urgency({ formId, answers, faults, set }: Props) {
  const { data = [] } = useQuery(controlsQuery(formId));
  const due = data.find(({ builtIn }) => builtIn === 'dueDate');
  const priority = data.find(({ key, type }) => key === 'Priority' && type === 'ComboBox');
  if (!due && !priority) return null;
  return (
    <Group grow align="flex-start" gap="sm">
      {due && (
        <TextInput
          type="date"
          label={due.label}
          value={answers.dueDate}
          error={faults.dueDate}
          onChange={(event) => set({ dueDate: event.currentTarget.value })}
        />
      )}
      {priority && (
        <Select
          label={priority.label}
          clearable
          placeholder="Not set"
          data={optionsOf(priority)}
          value={answers.priority}
          error={faults['properties.Priority']}
          onChange={(chosen) => set({ priority: chosen })}
        />
      )}
    </Group>
  );
}
