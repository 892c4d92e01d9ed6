import { Button, Checkbox, Group, SegmentedControl, Table, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { count, plural } from '../../ui/format.ts';
import { Sheet } from '../../ui/sheet.tsx';
import type { TaggedMapping } from '../queries.ts';
import type { Material } from '../shapes.ts';
import { quantitiesText } from '../text.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { MaterialRow } from './material-row.tsx';
import { acceptedOf, chosenRows, type Filter, filters, type NameRow, rowsOf } from './rows.ts';
import { useEntries } from './use-entries.ts';

const step = 100;

interface TableProps {
  readonly twinId: string;
  readonly mapping: TaggedMapping;
  readonly materials: readonly Material[];
  /** Of the earlier version only. */
  readonly gone: readonly Pick<Material, 'name' | 'category' | 'volume' | 'area' | 'length' | 'mass' | 'count'>[];
  readonly compared: boolean;
}

/** The names of a model with what the mapping says of them: one by one, or many at once. */
export function MaterialTable({ twinId, mapping, materials, gone, compared }: TableProps) {
  const [filter, setFilter] = useState<Filter>('all');
  const [text, setText] = useState('');
  const [most, setMost] = useState(step);
  const [picked, pick] = useState<ReadonlySet<string>>(new Set());
  const [edited, edit] = useState<readonly NameRow[]>();
  const rows = useMemo(() => rowsOf(materials, mapping.materials), [materials, mapping.materials]);
  const listed = useMemo(() => chosenRows(rows, filter, text), [rows, filter, text]);
  const change = useEntries(twinId, mapping, () => pick(new Set()));
  const named = listed.filter(({ state }) => state !== 'Nameless');
  const chosen = rows.filter(({ key }) => picked.has(key));
  const mayEdit = mapping.twinId === twinId;
  const all = named.length > 0 && named.every(({ key }) => picked.has(key));
  const turn = (keys: readonly string[], on: boolean) =>
    pick((before) => new Set(on ? [...before, ...keys] : [...before].filter((key) => !keys.includes(key))));
  return (
    <>
      <Tools {...{ filter, setFilter, text, setText, compared, rows }} />
      {mayEdit && <Many {...{ chosen, change, onEdit: edit, clear: () => pick(new Set()) }} />}
      <Sheet label="Materials">
        <Table.Thead>
          <Table.Tr>
            {mayEdit && (
              <Table.Th w={36}>
                <Checkbox
                  size="xs"
                  aria-label="Choose all that are listed"
                  checked={all}
                  indeterminate={!all && chosen.length > 0}
                  onChange={({ currentTarget }) =>
                    turn(
                      named.map(({ key }) => key),
                      currentTarget.checked,
                    )
                  }
                />
              </Table.Th>
            )}
            <Table.Th>Name in the model</Table.Th>
            <Table.Th visibleFrom="sm">Quantities</Table.Th>
            <Table.Th>Declaration</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {listed.slice(0, most).map((row) => (
            <MaterialRow
              key={row.key}
              twinId={twinId}
              row={row}
              mayEdit={mayEdit}
              busy={change.isPending}
              picked={picked.has(row.key)}
              onPick={(on) => turn([row.key], on)}
              onAccept={() => change.mutate({ put: acceptedOf([row]) })}
              onEdit={() => edit([row])}
            />
          ))}
        </Table.Tbody>
      </Sheet>
      <Group justify="space-between" mt="xs" px={4}>
        <Text size="xs" c="dimmed" role="status">
          {plural(listed.length, 'name')}
          {listed.length > most ? `, ${count(most)} shown` : ''}
        </Text>
        {listed.length > most && (
          <Button size="xs" variant="default" onClick={() => setMost(most + step)}>
            Show more
          </Button>
        )}
      </Group>
      {gone.length > 0 && <Gone gone={gone} />}
      {edited && <EntryDialog twinId={twinId} mapping={mapping} rows={edited} onClose={() => edit(undefined)} />}
    </>
  );
}

function Tools(props: {
  readonly filter: Filter;
  readonly setFilter: (filter: Filter) => void;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly compared: boolean;
  readonly rows: readonly NameRow[];
}) {
  const { filter, text, compared, rows } = props;
  const names: Readonly<Record<Filter, string>> = {
    all: 'All',
    open: 'To do',
    proposed: 'Proposed',
    mapped: 'Mapped',
    ignored: 'Ignored',
    changed: 'New, changed',
  };
  const data = filters
    .filter((one) => one !== 'changed' || compared)
    .map((value) => ({ value, label: `${names[value]} ${count(chosenRows(rows, value, '').length)}` }));
  return (
    <Group gap="sm" mb="xs">
      <TextInput
        type="search"
        size="xs"
        aria-label="Search names"
        placeholder="Search names"
        leftSection={<IconSearch size={14} />}
        value={text}
        onChange={(event) => props.setText(event.currentTarget.value)}
      />
      <div style={{ maxWidth: '100%', overflowX: 'auto' }}>
        <SegmentedControl
          size="xs"
          aria-label="Which are listed"
          data={data}
          value={filter}
          onChange={(value) => props.setFilter(filters.find((one) => one === value) ?? 'all')}
        />
      </div>
    </Group>
  );
}

/** What can be done with all that are chosen. */
function Many(props: {
  readonly chosen: readonly NameRow[];
  readonly change: ReturnType<typeof useEntries>;
  readonly onEdit: (rows: readonly NameRow[]) => void;
  readonly clear: () => void;
}) {
  const { chosen, change } = props;
  if (chosen.length === 0) return null;
  const accepted = acceptedOf(chosen);
  const names = chosen.flatMap(({ entry }) => entry?.name ?? []);
  const look = { size: 'xs', variant: 'default', disabled: change.isPending } as const;
  return (
    <Group gap="xs" mb="xs" role="toolbar" aria-label="What is chosen">
      <Text size="sm" fw={600}>
        {count(chosen.length)} chosen
      </Text>
      {accepted.length > 0 && (
        <Button {...look} variant="filled" onClick={() => change.mutate({ put: accepted })}>
          Accept {plural(accepted.length, 'proposal')}
        </Button>
      )}
      <Button {...look} onClick={() => props.onEdit(chosen)}>
        Map or ignore
      </Button>
      {names.length > 0 && (
        <Button {...look} onClick={() => change.mutate({ remove: names })}>
          Take out of the mapping
        </Button>
      )}
      <Button {...look} variant="subtle" onClick={props.clear}>
        Choose none
      </Button>
    </Group>
  );
}

const Gone = ({ gone }: Pick<TableProps, 'gone'>) => (
  <section aria-label="Gone">
    <Text fw={600} size="sm" mt="md" mb={4}>
      Gone since the earlier version
    </Text>
    <Sheet label="Gone">
      <Table.Tbody>
        {gone.map((one) => (
          <Table.Tr key={JSON.stringify([one.name, one.category])}>
            <Table.Td className="long">{one.name ?? 'Without a name'}</Table.Td>
            <Table.Td>{quantitiesText(one)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Sheet>
  </section>
);
