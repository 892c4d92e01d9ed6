import { Button, Group, Menu, Select, Stack, Table, Tabs, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconTemplate, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ActionsMenu } from '../../ui/actions-menu.tsx';
import { useChange } from '../../ui/change.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { definitionsQuery, importTemplate, templatesQuery } from '../../ui/forms/queries.ts';
import type { DefinitionSummary } from '../../ui/forms/types.ts';
import { HiddenHead } from '../../ui/hidden-head.tsx';
import { LinkButton, TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { type FormRights, useFormRights } from '../rights.ts';
import { createDefinition, removeDefinition } from './actions.ts';
import { ListGroups } from './list-groups.tsx';
import { DefinitionStatus } from './status-menu.tsx';

const route = getRouteApi('/twins/$twinId/form-definitions');

/** The kinds of forms of a twin, and the lists that they choose from. */
export function DefinitionsPage() {
  const { twinId } = route.useParams();
  const rights = useFormRights(twinId);
  return (
    <Page
      title="Kinds of forms"
      about="What a form asks for, and which way it goes from Open to Closed."
      actions={
        <LinkButton variant="default" to="/twins/$twinId/forms" params={{ twinId }} search={{}}>
          Forms
        </LinkButton>
      }
    >
      <Tabs defaultValue="kinds" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="kinds">Kinds</Tabs.Tab>
          <Tabs.Tab value="lists">Lists</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="kinds">
          <Kinds twinId={twinId} rights={rights} />
        </Tabs.Panel>
        <Tabs.Panel value="lists">
          <ListGroups twinId={twinId} mayManage={rights.manage} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Kinds({ twinId, rights }: { readonly twinId: string; readonly rights: FormRights }) {
  const [adding, add] = useDisclosure(false);
  const [taking, take] = useDisclosure(false);
  const buttons = rights.manage && (
    <Group gap="xs">
      <Button variant="default" leftSection={<IconTemplate size={16} />} onClick={take.open}>
        From a template
      </Button>
      <Button leftSection={<IconPlus size={16} />} onClick={add.open}>
        New kind
      </Button>
    </Group>
  );
  return (
    <>
      <Loaded query={useQuery(definitionsQuery(twinId, 'any'))}>
        {(all) =>
          all.length === 0 ? (
            <Empty
              icon={IconTemplate}
              title="No kinds of forms yet"
              text="Take one of the templates, or make one of your own."
            >
              {buttons}
            </Empty>
          ) : (
            <>
              <Group justify="flex-end" mb="sm">
                {buttons}
              </Group>
              <Rows twinId={twinId} all={all} mayRemove={rights.remove} />
            </>
          )
        }
      </Loaded>
      {adding && <NewKind twinId={twinId} onClose={add.close} />}
      {taking && <FromTemplate twinId={twinId} onClose={take.close} />}
    </>
  );
}

const Rows = (props: {
  readonly twinId: string;
  readonly all: readonly DefinitionSummary[];
  readonly mayRemove: boolean;
}) => (
  <Sheet label="Kinds of forms">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Name</Table.Th>
        <Table.Th visibleFrom="sm">Kind</Table.Th>
        <Table.Th>Status</Table.Th>
        <Table.Th visibleFrom="sm">Numbers begin with</Table.Th>
        <HiddenHead text="Actions" w={44} />
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {props.all.map((one) => (
        <Table.Tr key={one.id}>
          <Table.Td>
            <TextLink
              to="/twins/$twinId/form-definitions/$definitionId"
              params={{ twinId: props.twinId, definitionId: one.id }}
              fw={500}
              fz="sm"
            >
              {one.displayName}
            </TextLink>
            {one.errorStatus === 'Error' || one.errorStatus === 'Critical' ? (
              <Text size="xs" c="red">
                Its layout has errors.
              </Text>
            ) : null}
          </Table.Td>
          <Table.Td visibleFrom="sm">{one.type}</Table.Td>
          <Table.Td>
            <DefinitionStatus status={one.status ?? ''} />
          </Table.Td>
          <Table.Td visibleFrom="sm">{one.idPrefix ?? 'the kind'}</Table.Td>
          <Table.Td>{props.mayRemove && <KindMenu definition={one} />}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Sheet>
);

function KindMenu({ definition }: { readonly definition: DefinitionSummary }) {
  const remove = useChange({
    run: () => removeDefinition(definition.id),
    stale: [['definitions']],
    says: () => `${definition.displayName} is deleted.`,
  });
  const ask = () =>
    confirm({
      title: `Delete ${definition.displayName}?`,
      text: 'It can be deleted only while no form was made of it. Archive it otherwise: then no new forms are made.',
      verb: 'Delete kind',
      onConfirm: () => remove.mutate(),
    });
  return (
    <ActionsMenu of={definition.displayName}>
      <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={ask}>
        Delete
      </Menu.Item>
    </ActionsMenu>
  );
}

/** The page of a new definition, where its controls are put together. */
function useOpen(twinId: string) {
  const navigate = useNavigate();
  return ({ id }: { readonly id: string }) =>
    void navigate({ to: '/twins/$twinId/form-definitions/$definitionId', params: { twinId, definitionId: id } });
}

function NewKind({ twinId, onClose }: { readonly twinId: string; readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [type, setType] = useState('');
  const [prefix, setPrefix] = useState('');
  const change = useChange({
    run: () =>
      createDefinition({
        twinId,
        displayName: name.trim(),
        type: type.trim() || name.trim(),
        idPrefix: prefix.trim() || null,
      }),
    stale: [['definitions']],
    done: useOpen(twinId),
    quiet: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) change.mutate();
  };
  return (
    <Dialog title="New kind of form" onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Name"
            required
            data-autofocus
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label="Kind"
            description="Forms of one kind go the same way, such as Issue or Inspection. Left empty, the name."
            maxLength={100}
            value={type}
            onChange={(event) => setType(event.currentTarget.value)}
          />
          <TextInput
            label="Numbers begin with"
            description="Left empty, the first letters of the kind."
            maxLength={25}
            value={prefix}
            onChange={(event) => setPrefix(event.currentTarget.value)}
          />
          <FormFoot change={change} verb="Create" disabled={!name.trim()} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

function FromTemplate({ twinId, onClose }: { readonly twinId: string; readonly onClose: () => void }) {
  const templates = useQuery(templatesQuery).data ?? [];
  const [name, setName] = useState<string | null>(null);
  const change = useChange({
    run: () => importTemplate(twinId, name ?? ''),
    stale: [['definitions'], ['workflow'], ['list groups']],
    done: useOpen(twinId),
    quiet: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name) change.mutate();
  };
  return (
    <Dialog title="From a template" onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Select
            label="Template"
            required
            data-autofocus
            data={templates.map((one) => one.name)}
            value={name}
            onChange={setName}
          />
          <FormFoot change={change} verb="Take it" disabled={!name} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
