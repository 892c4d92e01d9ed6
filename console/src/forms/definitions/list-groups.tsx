import { Button, FileButton, Group, Table, Text } from '@mantine/core';
import { IconListTree, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useChange } from '../../ui/change.tsx';
import { Empty } from '../../ui/empty.tsx';
import { count } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { listGroupsQuery } from '../queries.ts';
import { putListGroup } from './actions.ts';

/** Lists that depend on each other, each group from a workbook. */
export function ListGroups({ twinId, mayManage }: { readonly twinId: string; readonly mayManage: boolean }) {
  const upload = mayManage && <Upload twinId={twinId} id={undefined} verb="Upload workbook" />;
  return (
    <Loaded query={useQuery(listGroupsQuery(twinId))}>
      {(groups) =>
        groups.length === 0 ? (
          <Empty
            icon={IconListTree}
            title="No lists yet"
            text="Upload a workbook (.xlsx): its first row names the lists, such as Floor and Room; each other row is one combination."
          >
            {upload}
          </Empty>
        ) : (
          <>
            <Group justify="space-between" mb="sm">
              <Text size="sm" c="dimmed">
                The first row of a workbook names the lists; each other row is one combination.
              </Text>
              {upload}
            </Group>
            <Sheet label="Lists">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Name</Table.Th>
                  <Table.Th>Lists</Table.Th>
                  <Table.Th>Options</Table.Th>
                  <Table.Th aria-label="Actions" />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {groups.map((one) => (
                  <Table.Tr key={one.id}>
                    <Table.Td>{one.displayName}</Table.Td>
                    <Table.Td>{one.lists.join(' › ')}</Table.Td>
                    <Table.Td>{count(optionsIn(one.optionsTree))}</Table.Td>
                    <Table.Td>{mayManage && <Upload twinId={twinId} id={one.id} verb="Replace" />}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Sheet>
          </>
        )
      }
    </Loaded>
  );
}

const optionsIn = (tree: unknown): number =>
  typeof tree === 'object' && tree !== null
    ? Object.values(tree).reduce((sum: number, below) => sum + 1 + optionsIn(below), 0)
    : 0;

function Upload(props: { readonly twinId: string; readonly id: string | undefined; readonly verb: string }) {
  const forget = useRef<() => void>(null);
  const change = useChange({
    run: (file: File) => putListGroup(props.twinId, props.id ?? crypto.randomUUID(), file),
    stale: [['list groups'], ['list group']],
    says: (_, file) => `The lists of ${file.name} are there.`,
  });
  return (
    <FileButton
      accept=".xlsx"
      resetRef={forget}
      inputProps={{ 'aria-label': props.verb }}
      onChange={(file) => {
        forget.current?.();
        if (file) change.mutate(file);
      }}
    >
      {(button) => (
        <Button
          {...button}
          size="xs"
          variant="default"
          leftSection={<IconUpload size={14} />}
          loading={change.isPending}
        >
          {props.verb}
        </Button>
      )}
    </FileButton>
  );
}
