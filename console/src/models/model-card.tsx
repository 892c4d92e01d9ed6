import { Button, Card, Group, Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCube, IconHistory, IconPencil, IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { nameFault } from '../platform/file-name.ts';
import { filesOf, remove, rename } from '../platform/files.ts';
import { ActionsMenu } from '../ui/actions-menu.tsx';
import classes from '../ui/card-list.module.css';
import { useChange } from '../ui/change.tsx';
import { confirm } from '../ui/confirm.tsx';
import { plural } from '../ui/format.ts';
import { LinkButton, TextLink } from '../ui/links.tsx';
import { NameDialog } from '../ui/name-dialog.tsx';
import { NewContentDialog } from '../ui/upload/new-content-dialog.tsx';
import { ImportActions, ImportFault, ImportProgress, StateBadge } from './import-state.tsx';
import { ModelSign } from './model-sign.tsx';
import { changesetsQuery, type Model } from './queries.ts';
import { Versions } from './versions.tsx';

/** One model: whether it can be looked at, and what its newest version is doing. */
export function ModelCard(props: {
  readonly model: Model;
  /** Files, too. */
  readonly mayWrite: boolean;
  readonly mayChange: boolean;
  readonly mayDelete: boolean;
}) {
  const { model, mayWrite, mayChange } = props;
  const [open, versions] = useDisclosure(false);
  const { displayName, state, elementCount, changesetCount } = model;
  useFreshVersions(model);
  const viewable = model.latestChangesetId !== undefined;
  const link = { to: '/twins/$twinId/models/$modelId', params: { twinId: model.twinId, modelId: model.id } } as const;
  return (
    <Card component="li" withBorder padding="sm">
      <div className={classes.head}>
        <Group gap="sm" wrap="nowrap" align="flex-start" className={classes.name}>
          <ModelSign model={model} />
          <div className={classes.name}>
            <Group gap="xs">
              <Text fw={600} size="sm" component="h2">
                {viewable ? <TextLink {...link}>{displayName}</TextLink> : displayName}
              </Text>
              <StateBadge state={state} />
            </Group>
            <Text size="xs" c="dimmed">
              {[
                plural(changesetCount, 'version'),
                elementCount === null ? null : plural(elementCount, 'element'),
                viewable && state !== 'Ready' ? 'an earlier version can be opened' : null,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </div>
        </Group>
        <Group gap="xs">
          {state !== 'Ready' && mayChange && <NewestActions model={model} />}
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconHistory size={14} />}
            onClick={versions.open}
            aria-label={`Versions of ${displayName}`}
          >
            Versions
          </Button>
          {mayWrite && <NewVersion model={model} />}
          <FileActions model={model} mayWrite={mayWrite} mayDelete={props.mayDelete} />
          {viewable && (
            <LinkButton
              {...link}
              size="compact-sm"
              leftSection={<IconCube size={14} />}
              aria-label={`Open in 3D: ${displayName}`}
            >
              Open in 3D
            </LinkButton>
          )}
        </Group>
      </div>
      {state === 'Importing' && <NewestProgress model={model} />}
      {model.error && <ImportFault error={model.error} />}
      {open && <Versions model={model} mayChange={mayChange} onClose={versions.close} />}
    </Card>
  );
}

/** What is known of the versions is read again when the model has changed, so that the two never disagree. */
function useFreshVersions({ id, state, changesetCount }: Model): void {
  const client = useQueryClient();
  const shown = `${state} ${changesetCount}`;
  const before = useRef(shown);
  useEffect(() => {
    if (before.current !== shown) void client.invalidateQueries({ queryKey: changesetsQuery(id).queryKey });
    before.current = shown;
  }, [client, id, shown]);
}

interface OfModel {
  readonly model: Model;
}

const useNewest = ({ model }: OfModel) => useQuery(changesetsQuery(model.id)).data?.[0];

function NewestProgress({ model }: OfModel) {
  const newest = useNewest({ model });
  return newest ? <ImportProgress twinId={model.twinId} changesetId={newest.id} /> : null;
}

function NewestActions({ model }: OfModel) {
  const newest = useNewest({ model });
  if (!newest) return null;
  return <ImportActions modelId={model.id} twinId={model.twinId} changesetId={newest.id} state={newest.state} />;
}

/** A model is named after its file, and goes with it. */
function FileActions(props: OfModel & { readonly mayWrite: boolean; readonly mayDelete: boolean }) {
  const { twinId, fileId, displayName } = props.model;
  const [naming, name] = useDisclosure(false);
  const file = { type: 'file', id: fileId } as const;
  const stale = [['models', twinId], filesOf(twinId)];
  const bin = useChange({ run: () => remove(file), stale, says: () => `${displayName} moved to the recycle bin.` });
  const askToRemove = () =>
    confirm({
      title: `Delete ${displayName}?`,
      text: 'The model and its file go to the recycle bin of Files and can be restored for 30 days.',
      verb: 'Move to the recycle bin',
      onConfirm: () => bin.mutate(),
    });
  return (
    <>
      <ActionsMenu of={displayName}>
        <Menu.Item leftSection={<IconPencil size={16} />} disabled={!props.mayWrite} onClick={name.open}>
          Rename
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} disabled={!props.mayDelete} onClick={askToRemove}>
          Move to the recycle bin
        </Menu.Item>
      </ActionsMenu>
      {naming && (
        <NameDialog
          title={`Rename ${displayName}`}
          verb="Rename"
          initial={displayName}
          faultOf={nameFault}
          save={(given) => rename(file, given)}
          stale={stale}
          onClose={name.close}
        />
      )}
    </>
  );
}

function NewVersion({ model: { twinId, fileId, displayName } }: OfModel) {
  const [asking, ask] = useDisclosure(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconUpload size={14} />}
        onClick={ask.open}
        aria-label={`Upload new version of ${displayName}`}
      >
        Upload new version
      </Button>
      {asking && (
        <NewContentDialog
          twinId={twinId}
          fileId={fileId}
          title={`New version of ${displayName}`}
          about="What you choose is read beside the versions that are there, and can be compared with them. The model keeps its name."
          onClose={ask.close}
        />
      )}
    </>
  );
}
