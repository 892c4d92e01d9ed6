import { Badge, Button, Group, Menu, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowsShuffle, IconPlus, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ActionsMenu } from '../../ui/actions-menu.tsx';
import { useChange } from '../../ui/change.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { HiddenHead } from '../../ui/hidden-head.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { More } from '../../ui/more.tsx';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Time } from '../../ui/time.tsx';
import { createMapping, removeMapping } from '../actions.ts';
import { carbonOf, mappingsQuery } from '../queries.ts';
import type { MappingSummary } from '../shapes.ts';

/** Mappings: which declaration each material is. */
export function MappingsTab({ twinId }: { readonly twinId: string }) {
  const query = useInfiniteQuery(mappingsQuery(twinId));
  const navigate = useNavigate();
  const [creating, { open, close }] = useDisclosure(false);
  const create = async (name: string) => {
    const { id: mappingId } = await createMapping(twinId, name);
    void navigate({ to: '/twins/$twinId/carbon/mappings/$mappingId', params: { twinId, mappingId } });
  };
  const button = (
    <Button leftSection={<IconPlus size={16} />} onClick={open}>
      New mapping
    </Button>
  );
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed" maw={620}>
          A mapping says which declaration each material of a model is. It is used once a person has reviewed it, for
          any model and version.
        </Text>
        {button}
      </Group>
      <Loaded query={query}>
        {(mappings) =>
          mappings.length === 0 ? (
            <div className="surface">
              <Empty
                icon={IconArrowsShuffle}
                title="No mappings yet"
                text="Make one, choose a model, and say of each of its materials which declaration it is."
              >
                {button}
              </Empty>
            </div>
          ) : (
            <>
              <Mappings twinId={twinId} mappings={mappings} />
              <More query={query} shown={mappings.length} of="mapping" many="mappings" />
            </>
          )
        }
      </Loaded>
      {creating && (
        <NameDialog
          title="New mapping"
          verb="Create"
          initial=""
          save={create}
          stale={[carbonOf(twinId)]}
          onClose={close}
        />
      )}
    </>
  );
}

const Mappings = ({ twinId, mappings }: { readonly twinId: string; readonly mappings: readonly MappingSummary[] }) => (
  <Sheet label="Mappings">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Mapping</Table.Th>
        <Table.Th>State</Table.Th>
        <Table.Th visibleFrom="sm">Version</Table.Th>
        <Table.Th visibleFrom="sm">Made</Table.Th>
        <HiddenHead text="Actions" />
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {mappings.map((mapping) => (
        <Row key={mapping.id} twinId={twinId} mapping={mapping} />
      ))}
    </Table.Tbody>
  </Sheet>
);

function Row({ twinId, mapping }: { readonly twinId: string; readonly mapping: MappingSummary }) {
  const { id: mappingId, displayName } = mapping;
  const change = useChange({
    run: () => removeMapping(mappingId),
    stale: [carbonOf(twinId)],
    says: () => `${displayName} was removed.`,
  });
  const ask = () =>
    confirm({
      title: `Remove ${displayName}?`,
      text: 'Calculations with it cannot be repeated then. Results that are there stay.',
      verb: 'Remove',
      onConfirm: () => change.mutate(),
    });
  return (
    <Table.Tr>
      <Table.Td className="long">
        <TextLink
          to="/twins/$twinId/carbon/mappings/$mappingId"
          params={{ twinId, mappingId }}
          fw={500}
          fz="sm"
          style={{ overflowWrap: 'anywhere' }}
        >
          {displayName}
        </TextLink>
        {mapping.twinId !== twinId && (
          <Text size="xs" c="dimmed">
            Of the organization
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <MappingState mapping={mapping} />
      </Table.Td>
      <Table.Td visibleFrom="sm">{mapping.version}</Table.Td>
      <Table.Td visibleFrom="sm">
        <Time iso={mapping.createdOn} />
      </Table.Td>
      <Table.Td ta="right">
        {mapping.twinId === twinId && (
          <ActionsMenu of={displayName}>
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={ask}>
              Remove
            </Menu.Item>
          </ActionsMenu>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

export const MappingState = ({ mapping }: { readonly mapping: Pick<MappingSummary, 'state'> }) => (
  <Badge size="sm" variant="light" tt="none" color={mapping.state === 'Reviewed' ? 'teal' : 'orange'}>
    {mapping.state}
  </Badge>
);
