import { Alert, Button, List, Stack, Title } from '@mantine/core';
import { IconAlertTriangle, IconArrowBackUp, IconArrowLeft, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useBlocker, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useChange } from '../../ui/change.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { assignablesQuery } from '../../ui/forms/people.ts';
import { workflowVersionQuery } from '../../ui/forms/queries.ts';
import type { Definition, Version, Workflow } from '../../ui/forms/types.ts';
import { LinkButton } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { ConflictDialog } from '../conflict-dialog.tsx';
import { WorkflowInWords, WorkflowPicture } from '../definitions/workflow-card.tsx';
import { definitionQuery } from '../queries.ts';
import { useFormRights } from '../rights.ts';
import { useWholeEdit } from '../whole-edit.ts';
import { removeWorkflow, saveWorkflow } from './actions.ts';
import { dead, faultsOf, movedStatus, type Plan, planOf, proposal, storedOf, unreached, withStatus } from './edit.ts';
import { propertiesOf } from './properties.ts';
import { StatusCard } from './status-card.tsx';
import classes from './workflow.module.css';

const route = getRouteApi('/twins/$twinId/form-definitions/$definitionId/workflow');

/** How forms of a kind go from status to status, to be changed. */
export function WorkflowPage() {
  const { definitionId } = route.useParams();
  return (
    <Loaded query={useQuery(definitionQuery(definitionId))}>
      {({ definition }) => <OfDefinition definition={definition} />}
    </Loaded>
  );
}

function OfDefinition({ definition }: { readonly definition: Definition }) {
  const { twinId } = route.useParams();
  const query = useQuery(workflowVersionQuery(twinId, definition.type, definition.discipline));
  return <Loaded query={query}>{(newest) => <Editor definition={definition} newest={newest} />}</Loaded>;
}

interface EditorProps {
  readonly definition: Definition;
  /** Without a workflow forms go as people like. */
  readonly newest: Version<Workflow | null>;
}

/** The workflow while it is edited, and what can be done with it. */
function useWorkflow({ definition, newest }: EditorProps, names: readonly string[]) {
  const { twinId, definitionId } = route.useParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { type, discipline } = definition;
  const kind = { twinId, type, discipline };
  const edit = useWholeEdit({
    newest,
    editOf: (workflow) => (workflow ? planOf(workflow) : proposal(names)),
    read: () => client.fetchQuery({ ...workflowVersionQuery(twinId, type, discipline), staleTime: 0 }),
    store: (plan: Plan, etag) => saveWorkflow(kind, storedOf(plan), etag),
    stale: [['workflow', twinId]],
    says: `Forms of the kind ${type} go by it from now on.`,
  });
  const { isChanged } = edit;
  const remove = useChange({
    run: () => removeWorkflow(kind, edit.base.etag),
    stale: [['workflow', twinId]],
    says: () => `Forms of the kind ${type} go as people like now.`,
    done: () =>
      void navigate({
        to: '/twins/$twinId/form-definitions/$definitionId',
        params: { twinId, definitionId },
        ignoreBlocker: true,
      }),
  });
  useBlocker({
    shouldBlockFn: () => isChanged && !window.confirm('The workflow is not saved. Leave it?'),
    enableBeforeUnload: () => isChanged,
    disabled: !isChanged,
  });
  return { edit, remove, plan: edit.now, faults: faultsOf(edit.now), isNew: edit.base.value === null };
}

type Work = ReturnType<typeof useWorkflow>;

function Editor(props: EditorProps) {
  const { definition } = props;
  const { twinId } = route.useParams();
  const { manage } = useFormRights(twinId);
  const people = useQuery(assignablesQuery(twinId)).data ?? [];
  const properties = useMemo(() => propertiesOf(definition.definition), [definition.definition]);
  const names = properties.map(({ value }) => value);
  const work = useWorkflow(props, names);
  const { plan, isNew, edit } = work;
  const { change } = edit;
  return (
    <Page
      title={`Workflow of ${definition.displayName}`}
      about={
        isNew
          ? `Forms of the kind ${definition.type} go as people like so far. This is a proposal.`
          : `All forms of the kind ${definition.type} in this twin go by it.`
      }
      actions={<Actions work={work} mayChange={manage} />}
    >
      <Verdict plan={plan} faults={work.faults} />
      <ConflictDialog edit={edit} of="workflow" />
      <div className={classes.page}>
        <section className={`surface ${classes.picture}`} aria-label="As a picture">
          <Title order={2} size="h6" mb="xs">
            As a picture
          </Title>
          <WorkflowPicture workflow={storedOf(plan)} />
          <WorkflowInWords workflow={storedOf(plan)} />
        </section>
        <Stack gap="sm">
          {plan.statuses.map((status, at) => (
            <StatusCard
              key={status.id}
              {...{ plan, status, properties, people }}
              isFixed={!manage}
              onChange={change}
              {...(at > 0 && { onUp: () => change(movedStatus(plan, status.id, -1)) })}
            />
          ))}
          {manage && (
            <Button
              variant="light"
              style={{ alignSelf: 'flex-start' }}
              leftSection={<IconPlus size={16} />}
              onClick={() => change(withStatus(plan, names))}
            >
              Add a status
            </Button>
          )}
        </Stack>
      </div>
    </Page>
  );
}

function Actions({ work, mayChange }: { readonly work: Work; readonly mayChange: boolean }) {
  const { edit, isNew, remove } = work;
  const ask = () =>
    confirm({
      title: 'Do without a workflow?',
      text: 'Forms then go between Open, Closed and Draft as people like. The forms that are there stay as they are.',
      verb: 'Remove workflow',
      onConfirm: () => remove.mutate(),
    });
  return (
    <>
      <LinkButton
        variant="default"
        to="/twins/$twinId/form-definitions/$definitionId"
        params={route.useParams()}
        leftSection={<IconArrowLeft size={16} />}
      >
        The kind of form
      </LinkButton>
      {mayChange && edit.undo && (
        <Button variant="default" leftSection={<IconArrowBackUp size={16} />} onClick={edit.undo}>
          Undo
        </Button>
      )}
      {mayChange && !isNew && (
        <Button variant="default" loading={remove.isPending} onClick={ask}>
          Remove
        </Button>
      )}
      {mayChange && (
        <Button
          disabled={!(edit.isChanged || isNew) || work.faults.length > 0}
          loading={edit.isSaving}
          onClick={edit.save}
        >
          Save workflow
        </Button>
      )}
    </>
  );
}

function Verdict({ plan, faults }: { readonly plan: Plan; readonly faults: readonly string[] }) {
  const hints = [
    ...unreached(plan).map((name) => `No form ever comes to ${name}: no step leads there, and none begins there.`),
    ...dead(plan).map((name) => `Forms stay in ${name} for ever, though there is work to do: no step leads on.`),
  ];
  if (faults.length === 0 && hints.length === 0) return null;
  const isBad = faults.length > 0;
  return (
    <Alert
      mb="sm"
      variant="light"
      color={isBad ? 'red' : 'orange'}
      icon={<IconAlertTriangle size={18} />}
      title={isBad ? 'It cannot be saved like this' : 'Something to look at'}
    >
      <List size="sm">
        {[...faults, ...hints].map((one) => (
          <List.Item key={one}>{one}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
