import { Alert, Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../ui/change.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Side } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { removeEpd } from '../actions.ts';
import { carbonOf, epdQuery } from '../queries.ts';
import type { Epd, EpdSummary } from '../shapes.ts';
import { declaredText, figure } from '../text.ts';
import { ScenarioChoices } from './scenario-choices.tsx';
import { ExampleBadge, Validity } from './validity.tsx';

/** All that a declaration says. */
export function DeclarationSide({
  twinId,
  epd,
  onClose,
}: {
  readonly twinId: string;
  readonly epd: EpdSummary;
  readonly onClose: () => void;
}) {
  const query = useQuery(epdQuery(epd.id));
  const change = useChange({
    run: () => removeEpd(epd.id),
    stale: [carbonOf(twinId)],
    says: () => `${epd.name} was removed.`,
    done: onClose,
  });
  const ask = () =>
    confirm({
      title: `Remove ${epd.name}?`,
      text: 'Results that used it stay as they are. A reviewed mapping that names it keeps it.',
      verb: 'Remove',
      onConfirm: () => change.mutate(),
    });
  return (
    <Side onClose={onClose} title={epd.name}>
      <Stack gap="md">
        {epd.example && (
          <Group gap="xs">
            <ExampleBadge /> <Text size="sm">Made up, to show how it is done.</Text>
          </Group>
        )}
        <Facts
          facts={[
            ['Declared for', declaredText(epd.declared)],
            ['Valid until', <Validity key="validity" epd={epd} />],
            ['Standard', epd.standard],
            ['Method', epd.method],
            ['Density', epd.density && `${figure(epd.density)} kg/m³`],
            ['Weighs', epd.massPerUnit && `${figure(epd.massPerUnit)} kg`],
            ['Thickness', epd.thickness && `${figure(epd.thickness)} m`],
            ['Owner', epd.owner],
            ['Reference', epd.reference],
            ['Address', epd.url && <Address url={epd.url} />],
            ['File', `${epd.source.fileName} (${epd.source.format})`],
            ['Imported by', epd.createdBy],
          ]}
        />
        <Loaded query={query}>
          {(whole) => (
            <>
              {whole.warnings?.map((warning) => (
                <Alert key={warning} color="orange" variant="light">
                  {warning}
                </Alert>
              ))}
              <Figures epd={whole} />
              {epd.twinId === twinId && <ScenarioChoices twinId={twinId} epd={whole} />}
            </>
          )}
        </Loaded>
        {epd.twinId === twinId ? (
          <Group>
            <Button
              variant="light"
              color="red"
              leftSection={<IconTrash size={16} />}
              loading={change.isPending}
              onClick={ask}
            >
              Remove
            </Button>
          </Group>
        ) : (
          <Text size="sm" c="dimmed">
            It belongs to the organization, and can be used in all its twins.
          </Text>
        )}
      </Stack>
    </Side>
  );
}

/** What the file gives may be anything: only an address of the web is a link. */
const Address = ({ url }: { readonly url: string }) =>
  /^https?:\/\//i.test(url) ? (
    <Anchor href={url} target="_blank" rel="noreferrer" inherit style={{ overflowWrap: 'anywhere' }}>
      {url}
    </Anchor>
  ) : (
    url
  );

const Figures = ({ epd: { gwp, declared } }: { readonly epd: Epd }) => (
  <Sheet label="Figures by module">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Module</Table.Th>
        <Table.Th ta="right">kg CO₂e for {declaredText(declared)}</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {Object.entries(gwp).map(([module, value]) => (
        <Table.Tr key={module}>
          <Table.Td>{module}</Table.Td>
          <Table.Td ta="right">{figure(value)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Sheet>
);
