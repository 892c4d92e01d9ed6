import { Button, Checkbox, Group, Popover, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconColumns3, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { assignablesQuery } from '../../ui/forms/people.ts';
import { definitionsQuery } from '../../ui/forms/queries.ts';
import type { FormsSearch } from '../search.ts';
import { allColumns, columnsOf } from './columns.ts';

interface FilterProps {
  readonly twinId: string;
  readonly search: FormsSearch;
  readonly onChange: (change: Partial<Record<keyof FormsSearch, string | undefined>>) => void;
}

const states = [
  { value: 'Open', label: 'Open' },
  { value: 'Draft', label: 'Draft' },
  { value: 'Closed', label: 'Closed' },
  { value: 'overdue', label: 'Overdue' },
];

/** Which forms are listed; the address holds it. */
export function Filters({ twinId, search, onChange }: FilterProps) {
  const find = useDebouncedCallback((text: string) => onChange({ find: text }), 250);
  const definitions = useQuery(definitionsQuery(twinId, 'any')).data ?? [];
  const people = useQuery(assignablesQuery(twinId)).data ?? [];
  const types = [...new Set([...definitions.map(({ type }) => type), ...(search.type ? [search.type] : [])])].sort();
  return (
    <Group gap="xs" mb="sm">
      <TextInput
        size="xs"
        flex={{ base: '1 1 100%', xs: '1 1 200px' }}
        maw={{ base: '100%', xs: 320 }}
        type="search"
        aria-label="Search forms"
        placeholder="Search number, subject, description"
        leftSection={<IconSearch size={14} />}
        defaultValue={search.find ?? ''}
        onChange={(event) => find(event.currentTarget.value)}
      />
      <Select
        size="xs"
        w={150}
        aria-label="Kind"
        placeholder="Every kind"
        clearable
        value={search.type ?? null}
        onChange={(type) => onChange({ type: type ?? undefined })}
        data={types}
      />
      <Select
        size="xs"
        w={130}
        aria-label="State"
        placeholder="Every state"
        clearable
        value={search.overdue ? 'overdue' : (search.state ?? null)}
        onChange={(state) =>
          onChange(
            state === 'overdue'
              ? { overdue: 'yes', state: undefined }
              : { overdue: undefined, state: state ?? undefined },
          )
        }
        data={states}
      />
      <Select
        size="xs"
        w={160}
        aria-label="Assigned to"
        placeholder="Assigned to anybody"
        clearable
        searchable
        value={search.assignee ?? null}
        onChange={(assignee) => onChange({ assignee: assignee ?? undefined })}
        data={people.map((one) => ({ value: one.id, label: one.displayName }))}
      />
      <Columns search={search} onChange={onChange} />
    </Group>
  );
}

function Columns({ search, onChange }: Pick<FilterProps, 'search' | 'onChange'>) {
  const shown = columnsOf(search.columns).map(({ name }) => name);
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<IconColumns3 size={14} />} visibleFrom="sm">
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={6}>
          {allColumns.slice(1).map(({ name, title }) => (
            <Checkbox
              key={name}
              size="xs"
              label={title}
              checked={shown.includes(name)}
              onChange={(event) =>
                onChange({
                  columns: (event.currentTarget.checked ? [...shown, name] : shown.filter((one) => one !== name)).join(
                    ',',
                  ),
                })
              }
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
