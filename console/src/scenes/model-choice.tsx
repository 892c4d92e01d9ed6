import { MultiSelect, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { changesetsQuery, type Model, modelsQuery } from '../models/queries.ts';
import { dateTime } from '../ui/format.ts';
import { TextLink } from '../ui/links.tsx';
import { Loaded } from '../ui/loaded.tsx';
import type { ChosenModel } from './queries.ts';

/** As many as one request may add. */
const most = 20;

interface ChoiceProps {
  readonly twinId: string;
  readonly value?: readonly ChosenModel[];
  readonly error?: unknown;
  readonly onChange: (value: ChosenModel[]) => void;
}

/** Models of a twin, each at its newest version or at a fixed one. */
export function ModelChoice({ twinId, ...props }: ChoiceProps) {
  return (
    <Loaded query={useQuery(modelsQuery(twinId))} lines={1}>
      {(models) =>
        models.length === 0 ? (
          <Text size="sm">
            There is no model in this twin yet.{' '}
            <TextLink to="/twins/$twinId/models" params={{ twinId }}>
              Upload an IFC file first
            </TextLink>
            .
          </Text>
        ) : (
          <Choice models={models} {...props} />
        )
      }
    </Loaded>
  );
}

function Choice({ models, value = [], error, onChange }: Omit<ChoiceProps, 'twinId'> & { readonly models: Model[] }) {
  const nameOf = (modelId: string) => models.find(({ id }) => id === modelId)?.displayName ?? modelId;
  const change = (ids: readonly string[]) =>
    onChange(ids.map((modelId) => value.find((one) => one.modelId === modelId) ?? { modelId, name: nameOf(modelId) }));
  return (
    <Stack gap="xs">
      <MultiSelect
        label="Models"
        searchable
        hidePickedOptions
        maxValues={most}
        placeholder={value.length === 0 ? 'Choose one or several' : ''}
        nothingFoundMessage="No model has such a name"
        data={models.map(({ id, displayName }) => ({ value: id, label: displayName }))}
        value={value.map(({ modelId }) => modelId)}
        error={typeof error === 'string' ? error : undefined}
        onChange={change}
      />
      {value.map((one) => (
        <VersionChoice
          key={one.modelId}
          chosen={one}
          onChange={(changed) => onChange(value.map((before) => (before === one ? changed : before)))}
        />
      ))}
    </Stack>
  );
}

function VersionChoice(props: { readonly chosen: ChosenModel; readonly onChange: (changed: ChosenModel) => void }) {
  const { modelId, name, version } = props.chosen;
  const { data = [] } = useQuery(changesetsQuery(modelId));
  const fixed = data
    .filter(({ state }) => state === 'Ready')
    .map(({ id, index, pushDateTime }) => ({ value: id, label: `Version ${index}, ${dateTime(pushDateTime)}` }));
  return (
    <Select
      size="xs"
      label={`Version of ${name}`}
      allowDeselect={false}
      data={[{ value: '', label: 'Always the newest' }, ...fixed]}
      value={version ?? ''}
      onChange={(chosen) => props.onChange({ modelId, name, ...(chosen ? { version: chosen } : {}) })}
    />
  );
}
