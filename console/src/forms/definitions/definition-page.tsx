import { Alert, Button, Group, List, Select, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useBlocker } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useChange } from '../../ui/change.tsx';
import type { Definition } from '../../ui/forms/types.ts';
import { LinkButton } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { ConflictDialog } from '../conflict-dialog.tsx';
import { definitionQuery, listGroupsQuery } from '../queries.ts';
import { useFormRights } from '../rights.ts';
import { useWholeEdit } from '../whole-edit.ts';
import { describeDefinition, saveLayout } from './actions.ts';
import classes from './definitions.module.css';
import { kinds, labelOf, newMembers } from './kinds.ts';
import { MembersPane } from './members-pane.tsx';
import { added, changed, isCell, linesOf, nodeOf, outlineOf, textOf } from './outline.ts';
import { OutlineList } from './outline-list.tsx';
import { Preview } from './preview.tsx';
import { StatusMenu } from './status-menu.tsx';
import { useEditor } from './use-editor.ts';
import { WorkflowCard } from './workflow-card.tsx';

const route = getRouteApi('/twins/$twinId/form-definitions/$definitionId');

/** A kind of form: its controls, how it looks, and the way of its forms. */
export function DefinitionPage() {
  const { definitionId, twinId } = route.useParams();
  const groups = useQuery(listGroupsQuery(twinId));
  return (
    <Loaded query={useQuery(definitionQuery(definitionId))}>
      {({ definition, etag }) => (
        <Loaded query={groups}>
          {(all) => <Whole key={definitionId} definition={definition} etag={etag} groups={all.map(({ id }) => id)} />}
        </Loaded>
      )}
    </Loaded>
  );
}

interface WholeProps {
  readonly definition: Definition;
  readonly etag: string;
  readonly groups: readonly string[];
}

function Whole({ definition, etag, groups }: WholeProps) {
  const { twinId } = route.useParams();
  const rights = useFormRights(twinId);
  const known = useMemo(() => groups, [groups]);
  const client = useQueryClient();
  const edit = useWholeEdit({
    newest: { value: definition.definition, etag },
    editOf: outlineOf,
    async read() {
      const there = await client.fetchQuery({ ...definitionQuery(definition.id), staleTime: 0 });
      return { value: there.definition.definition, etag: there.etag };
    },
    store: (outline, known) => saveLayout(definition.id, known, textOf(outline)),
    stale: [['definition', definition.id], ['definitions']],
    says: 'The layout is saved. Forms that are there keep the one that they were made with.',
  });
  const editor = useEditor(edit, known);
  const isOpen = definition.status === 'Draft' || definition.status === 'Maintenance';
  const mayEdit = rights.manage && isOpen;
  const unlock = useChange({
    run: () => describeDefinition(definition.id, { status: 'Maintenance' }),
    stale: [['definition', definition.id], ['definitions']],
  });
  useBlocker({
    shouldBlockFn: () => edit.isChanged && !window.confirm('The layout is not saved. Leave it?'),
    enableBeforeUnload: () => edit.isChanged,
    disabled: !edit.isChanged,
  });
  return (
    <Page
      title={definition.displayName}
      about={`A kind of form: ${definition.type}`}
      actions={
        <>
          {mayEdit && edit.undo && (
            <Button variant="default" leftSection={<IconArrowBackUp size={16} />} onClick={edit.undo}>
              Undo
            </Button>
          )}
          {mayEdit && (
            <Button disabled={!edit.isChanged} loading={edit.isSaving} onClick={edit.save}>
              Save layout
            </Button>
          )}
          {rights.manage && <StatusMenu definition={definition} disabled={edit.isChanged} />}
        </>
      }
    >
      {!isOpen && rights.manage && (
        <Alert variant="light" mb="sm" title={`It is ${definition.status}, so its layout is fixed`}>
          While it is in maintenance the layout can be changed, and no new forms are made of it.{' '}
          <Button size="compact-xs" variant="default" loading={unlock.isPending} onClick={() => unlock.mutate()}>
            Put it into maintenance
          </Button>
        </Alert>
      )}
      <Verdict editor={editor} />
      <ConflictDialog edit={edit} of="layout" />
      <div className={classes.editor}>
        {mayEdit && <Controls editor={editor} twinId={twinId} definitionId={definition.id} />}
        <section className={classes.preview} aria-label="Preview">
          <Title order={2} size="h6" mb="xs">
            Preview
          </Title>
          <Preview layout={editor.layout} twinId={twinId} definitionId={definition.id} />
        </section>
        <section className={`surface ${classes.card} ${classes.workflow}`} aria-label="Workflow">
          <Group justify="space-between" mb="xs">
            <Title order={2} size="h6">
              Workflow
            </Title>
            {rights.manage && (
              <LinkButton
                size="compact-sm"
                variant="default"
                to="/twins/$twinId/form-definitions/$definitionId/workflow"
                params={{ twinId, definitionId: definition.id }}
              >
                Change the workflow
              </LinkButton>
            )}
          </Group>
          <WorkflowCard twinId={twinId} type={definition.type} discipline={definition.discipline} />
        </section>
      </div>
    </Page>
  );
}

type Editor = ReturnType<typeof useEditor>;

function Verdict({ editor: { verdict } }: { readonly editor: Editor }) {
  if (verdict.reasons.length === 0) return null;
  const isBad = verdict.status === 'Error' || verdict.status === 'Critical';
  return (
    <Alert
      mb="sm"
      variant="light"
      color={isBad ? 'red' : 'orange'}
      icon={<IconAlertTriangle size={18} />}
      title={isBad ? 'It cannot be approved like this' : 'Something of it is not known here'}
    >
      <List size="sm">
        {verdict.reasons.map((one) => (
          <List.Item key={one}>{one}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

function Controls(props: { readonly editor: Editor; readonly twinId: string; readonly definitionId: string }) {
  const { editor, twinId, definitionId } = props;
  const { outline, chosen, choose, change } = editor;
  const node = nodeOf(outline, chosen);
  const parent = linesOf(outline.nodes).find((line) => line.node.id === chosen)?.parent;
  const [type, setType] = useState<string>('TextBox');
  const table = node?.type === 'Table' ? node : parent?.type === 'Table' ? parent : undefined;
  const add = () => {
    const labels = new Set(linesOf(outline.nodes).map((line) => labelOf(line.node)));
    change(added(outline, type, newMembers(type, labels), chosen));
    choose(outline.nextId);
  };
  return (
    <>
      <section className={`surface ${classes.card}`} aria-label="Layout">
        <OutlineList outline={outline} chosen={chosen} onChoose={choose} onChange={change} />
        <Group gap={6} align="flex-end">
          <Select
            size="xs"
            flex={1}
            label="New control"
            allowDeselect={false}
            data={kinds
              .filter((one) => parent?.type !== 'Table' || isCell(one.type))
              .map((one) => ({ value: one.type, label: one.name }))}
            value={type}
            onChange={(next) => setType(next ?? 'TextBox')}
          />
          <Button size="xs" variant="default" disabled={parent?.type === 'Table' && !isCell(type)} onClick={add}>
            Add
          </Button>
        </Group>
        <Text size="xs" c="dimmed" mt={6}>
          {table && isCell(type)
            ? `It becomes a column of ${labelOf(table)}.`
            : 'It comes behind what is chosen. Alt with the arrow keys moves a control.'}
        </Text>
      </section>
      <section className={`surface ${classes.card}`} aria-label="Chosen control">
        {node ? (
          <MembersPane
            key={node.id}
            node={node}
            twinId={twinId}
            definitionId={definitionId}
            isColumn={parent?.type === 'Table'}
            onChange={(members) => change(changed(outline, node.id, members))}
          />
        ) : (
          <Text size="sm" c="dimmed">
            Choose a control to change it.
          </Text>
        )}
      </section>
    </>
  );
}
