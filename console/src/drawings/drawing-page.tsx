import { Alert, Button, Group, List, Menu, Table, Text } from '@mantine/core';
import { IconDownload, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { myPermissionsQuery } from '../twins/queries.ts';
import { useChange } from '../ui/change.tsx';
import { confirm } from '../ui/confirm.tsx';
import { count, plural } from '../ui/format.ts';
import { TextLink } from '../ui/links.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { sheetTitle } from '../ui/tags.ts';
import { LostCorrections } from './lost-corrections.tsx';
import {
  inferenceQuery,
  inputsQuery,
  type Metadata,
  metadataQuery,
  type Run,
  removeRun,
  runQuery,
  setsQuery,
  startRun,
} from './queries.ts';
import { RunBadge, RunProgress, titleOf } from './run-state.tsx';
import { TableItems } from './tables.tsx';

const route = getRouteApi('/twins/$twinId/drawings/$inferenceId');

/** Sheets that were read together: how far that is, what each shows, and what could not be read. */
export function DrawingPage() {
  const { twinId, inferenceId } = route.useParams();
  const inputs = useQuery(inputsQuery(inferenceId)).data;
  const inference = useQuery(inferenceQuery(inferenceId));
  const run = useQuery(runQuery(inferenceId));
  const set = useQuery(setsQuery(twinId)).data?.find(({ id }) => id === inference.data?.symbolSetId);
  const ended = run.data?.status === 'completed' || run.data?.status === 'failed';
  const metadata = useQuery({ ...metadataQuery(inferenceId), enabled: ended });
  const about =
    inputs && [plural(inputs.length, 'file'), set ? `symbols of ${set.displayName}` : 'basic symbols'].join(' · ');
  return (
    <Page
      title={titleOf(inputs)}
      about={about}
      actions={
        <Group gap="xs">
          {run.data?.status === 'completed' && <Tables inferenceId={inferenceId} />}
          {run.data !== undefined && <RunActions status={run.data?.status} />}
        </Group>
      }
    >
      <TextLink to="/twins/$twinId/drawings" params={{ twinId }} size="sm">
        All drawings
      </TextLink>
      <Loaded query={run}>
        {(one) => (
          <Group mt="xs" mb="md" gap="xs">
            <RunBadge run={one} />
            <div style={{ flex: '1 1 16rem' }}>
              <RunProgress {...{ twinId, inferenceId }} run={one} />
            </div>
          </Group>
        )}
      </Loaded>
      {ended && <Loaded query={metadata}>{(told) => <Sheets {...{ twinId, inferenceId }} metadata={told} />}</Loaded>}
    </Page>
  );
}

const Tables = ({ inferenceId }: { readonly inferenceId: string }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <Button variant="default" leftSection={<IconDownload size={16} />}>
        Tables
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      <TableItems inferenceId={inferenceId} />
    </Menu.Dropdown>
  </Menu>
);

function RunActions({ status }: { readonly status: Run['status'] | undefined }) {
  const { twinId, inferenceId } = route.useParams();
  const mayWrite = useQuery(myPermissionsQuery(twinId)).data?.has('MLRunInference') ?? false;
  const stale = [
    ['drawing', inferenceId],
    ['drawings', twinId],
  ];
  const end = useChange({ run: () => removeRun(inferenceId), stale });
  const again = useChange({
    async run() {
      if (status !== undefined) await removeRun(inferenceId);
      await startRun(inferenceId);
    },
    stale,
  });
  if (!mayWrite) return null;
  if (status === 'queued' || status === 'inProgress') {
    return (
      <Button variant="default" leftSection={<IconX size={16} />} loading={end.isPending} onClick={() => end.mutate()}>
        Stop reading
      </Button>
    );
  }
  const ask = () =>
    confirm({
      title: 'Read all sheets again?',
      text: 'Corrections stay: what was approved, changed, deleted or drawn is put onto the new reading of its sheet. What else was found is replaced.',
      verb: 'Read again',
      onConfirm: () => again.mutate(),
    });
  return (
    <Button
      variant="default"
      leftSection={<IconPlayerPlay size={16} />}
      loading={again.isPending}
      onClick={status === 'completed' ? ask : () => again.mutate()}
    >
      {status === undefined ? 'Read' : 'Read again'}
    </Button>
  );
}

/** Why a file or sheet was left out (pnid.md section 1.2). */
const reasons: Readonly<Record<string, string>> = {
  E101: 'This PDF cannot be opened; it may be damaged or have a password.',
  E102: 'This PDF has no pages.',
  E103: 'Files of this kind cannot be read.',
  E104: 'This page is damaged.',
  E105: 'This PDF cannot be opened; it may be damaged or have a password.',
  E106: 'This picture cannot be opened.',
  E107: 'This drawing is too large.',
  E108: 'This sheet took too long, or too much memory.',
  E109: 'This drawing cannot be read; it may be damaged.',
};

function Sheets(props: { readonly twinId: string; readonly inferenceId: string; readonly metadata: Metadata }) {
  const { twinId, inferenceId, metadata } = props;
  const sheets = Object.entries(metadata.results_summary);
  return (
    <>
      {metadata.user_errors.length > 0 && (
        <Alert
          color="orange"
          variant="light"
          mb="md"
          title={`${plural(metadata.user_errors.length, 'part')} could not be read`}
        >
          <List size="sm">
            {metadata.user_errors.map(({ error_code, location }) => (
              <List.Item key={`${error_code} ${location}`}>
                {location.replace(/ p0*(\d+)$/, ', sheet $1')}: {reasons[error_code] ?? 'It cannot be read.'}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <LostCorrections {...{ twinId, inferenceId }} reviews={metadata.reviews ?? {}} />
      {sheets.length > 0 && (
        <Sheet label="Sheets">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Sheet</Table.Th>
              <Table.Th ta="right">Found</Table.Th>
              <Table.Th ta="right">With a tag</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sheets.map(([sheet, { regions_count, tags_count }]) => (
              <Table.Tr key={sheet}>
                <Table.Td className="long">
                  <TextLink
                    to="/twins/$twinId/drawings/$inferenceId/$sheet"
                    params={{ twinId, inferenceId, sheet }}
                    size="sm"
                    fw={500}
                  >
                    {sheetTitle(sheet)}
                  </TextLink>
                </Table.Td>
                <Table.Td ta="right">{count(regions_count)}</Table.Td>
                <Table.Td ta="right">{count(tags_count)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Sheet>
      )}
      <Text size="xs" c="dimmed" mt="xs">
        {plural(sheets.length, 'sheet')}
      </Text>
    </>
  );
}
