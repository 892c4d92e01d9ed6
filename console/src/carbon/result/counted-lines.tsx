import { ActionIcon, Button, Fieldset, Group, Select, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Counted } from '../actions.ts';
import { newKey } from '../new-key.ts';
import { mappingQuery } from '../queries.ts';

const quantities = ['Volume', 'Area', 'Length', 'Mass', 'Count'];
const names = [
  { value: 'Material', label: 'their materials' },
  { value: 'TypeName', label: 'their types' },
  { value: 'Class', label: 'their classes' },
  { value: 'Classification', label: 'their classifications' },
];

export type Line = Counted & { readonly key: string };
export const firstLine = (): Line => ({ key: newKey(), group: '*', quantity: 'Volume', names: 'Material' });

/** Which elements are counted, by which quantity, and by what names. */
export function CountedLines(props: {
  readonly twinId: string;
  readonly mappingId: string | undefined;
  readonly lines: readonly Line[];
  readonly setLines: (lines: readonly Line[]) => void;
}) {
  const { twinId, mappingId, lines, setLines } = props;
  const mapping = useQuery({ ...mappingQuery(twinId, mappingId ?? ''), enabled: mappingId !== undefined }).data;
  const groups = [
    { value: '*', label: 'All elements' },
    ...(mapping?.groups ?? []).map(({ name }) => ({ value: name, label: name })),
  ];
  const put = (at: number, next: Partial<Counted>) =>
    setLines(lines.map((line, n) => (n === at ? { ...line, ...next } : line)));
  return (
    <Fieldset legend="What is counted" variant="default" p="sm">
      <Stack gap="xs">
        {lines.map(({ key, group, quantity, names: of }, at) => (
          <Group key={key} gap="xs" align="flex-end">
            <Select
              size="xs"
              w={150}
              label="Elements"
              allowDeselect={false}
              data={groups}
              value={group}
              onChange={(value) => put(at, { group: value ?? '*' })}
            />
            <Select
              size="xs"
              w={110}
              label="By"
              allowDeselect={false}
              data={quantities}
              value={quantity}
              onChange={(value) => put(at, { quantity: value ?? 'Volume' })}
            />
            <Select
              size="xs"
              w={160}
              label="Mapped by"
              allowDeselect={false}
              data={names}
              value={of}
              onChange={(value) => put(at, { names: value ?? 'Material' })}
            />
            {lines.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label="Remove the line"
                onClick={() => setLines(lines.filter((_, n) => n !== at))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </Group>
        ))}
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            An element that is in two lines counts twice.
          </Text>
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconPlus size={13} />}
            onClick={() => setLines([...lines, firstLine()])}
          >
            Add a line
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
