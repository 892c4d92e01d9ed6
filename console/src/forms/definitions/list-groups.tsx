import { Button, FileButton, Group, Table, Text } from '@mantine/core';
import { IconListTree, IconUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Problem } from '../../platform/problem.ts';
import { showProblem, useChange } from '../../ui/change.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { count } from '../../ui/format.ts';
import { HiddenHead } from '../../ui/hidden-head.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { listGroupsQuery } from '../queries.ts';
import { putListGroup } from './actions.ts';

/** Lists that depend on each other, each group from a workbook. */
export function ListGroups({ twinId, mayManage }: { readonly twinId: string; readonly mayManage: boolean }) {
  const upload = mayManage && <Upload twinId={twinId} verb="Upload workbook" />;
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
                  <HiddenHead text="Actions" />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {groups.map((one) => (
                  <Table.Tr key={one.id}>
                    <Table.Td>{one.displayName}</Table.Td>
                    <Table.Td>{one.lists.join(' › ')}</Table.Td>
                    <Table.Td>{count(optionsIn(one.optionsTree))}</Table.Td>
                    <Table.Td>{mayManage && <Upload twinId={twinId} group={one} verb="Replace" />}</Table.Td>
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

interface UploadProps {
  readonly twinId: string;
  /** The lists to replace, as they are shown; new ones are made without. */
  readonly group?: Shown;
  readonly verb: string;
}

interface Shown {
  readonly id: string;
  readonly version?: number | undefined;
}

/** Stores a workbook; whoever replaces lists that somebody else has changed since they were shown is asked. */
function useUpload({ twinId, group }: UploadProps) {
  const client = useQueryClient();
  const change = useChange({
    run: ({ file, over }: { readonly file: File; readonly over: Shown | undefined }) =>
      putListGroup(twinId, over ?? { id: crypto.randomUUID() }, file),
    stale: [['list groups'], ['list group']],
    says: (_, { file }) => `The lists of ${file.name} are there.`,
    quiet: true,
  });
  const upload = (file: File, over = group) =>
    change.mutate({ file, over }, { onError: (error) => void refused(error, file).catch(showProblem) });
  const refused = async (error: unknown, file: File) => {
    if (!(error instanceof Problem) || error.status !== 412) throw error;
    const groups = await client.fetchQuery({ ...listGroupsQuery(twinId), staleTime: 0 });
    const theirs = groups.find(({ id }) => id === group?.id);
    confirm({
      title: 'Somebody else has changed these lists meanwhile',
      text: `The table shows theirs now. Save those of ${file.name} instead, and theirs are gone.`,
      verb: 'Save mine instead',
      onConfirm: () => upload(file, theirs),
    });
  };
  return { upload, isPending: change.isPending };
}

function Upload(props: UploadProps) {
  const forget = useRef<() => void>(null);
  const { upload, isPending } = useUpload(props);
  return (
    <FileButton
      accept=".xlsx"
      resetRef={forget}
      inputProps={{ 'aria-label': props.verb }}
      onChange={(file) => {
        forget.current?.();
        if (file) upload(file);
      }}
    >
      {(button) => (
        <Button {...button} size="xs" variant="default" leftSection={<IconUpload size={14} />} loading={isPending}>
          {props.verb}
        </Button>
      )}
    </FileButton>
  );
}
