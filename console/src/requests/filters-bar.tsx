import { Button, Group, Select, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type FilterName, type Filters, filterNames, type RequestSearch, requestSearch } from './search.ts';

const statuses = [
  { value: '4xx,5xx,none', label: 'Refused and failed' },
  { value: '2xx,3xx', label: 'Succeeded' },
  { value: '5xx,none', label: 'Failed' },
];

const words: Readonly<Record<FilterName, string>> = {
  status: 'Status',
  operationId: 'Operation',
  code: 'Code',
  clientId: 'Application',
  twinId: 'Twin',
  correlationId: 'Correlation id',
  jobId: 'Job',
  path: 'Path',
  userId: 'User',
};

/** Changes the search of the address; an undefined value takes a filter away. */
export function useFilter() {
  const navigate = useNavigate();
  return (change: Partial<Record<keyof RequestSearch, string | undefined>>) =>
    void navigate({
      to: '/requests',
      search: (before: Record<string, unknown>) => requestSearch({ ...before, ...change }),
    });
}

/** What is looked for, each with a sign to take it away. */
export function FiltersBar({ filters }: { readonly filters: Filters }) {
  const filter = useFilter();
  const [text, setText] = useState(filters.path ?? '');
  return (
    <Group gap="xs" mb="sm" align="end">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          filter({ path: text.trim() || undefined });
        }}
      >
        <TextInput
          label="Part of the path"
          size="xs"
          value={text}
          maxLength={200}
          leftSection={<IconSearch size={14} />}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
      <Select
        label="Outcome"
        size="xs"
        placeholder="Any"
        clearable
        clearButtonProps={{ 'aria-label': 'Any outcome' }}
        data={statuses}
        value={statuses.some(({ value }) => value === filters.status) ? (filters.status ?? null) : null}
        onChange={(value) => filter({ status: value ?? undefined })}
      />
      {filterNames.map((name) =>
        filters[name] === undefined ||
        (name === 'status' && statuses.some(({ value }) => value === filters.status)) ? null : (
          <Button
            key={name}
            size="compact-xs"
            variant="default"
            rightSection={<IconX size={12} />}
            aria-label={`Without ${words[name].toLowerCase()}: ${filters[name]}`}
            onClick={() => {
              if (name === 'path') setText('');
              filter({ [name]: undefined });
            }}
          >
            {words[name]}: {filters[name]}
          </Button>
        ),
      )}
    </Group>
  );
}
