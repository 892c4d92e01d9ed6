import { Menu, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCamera, IconLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionsMenu } from '../ui/actions-menu.tsx';
import { useChange } from '../ui/change.tsx';
import { confirm } from '../ui/confirm.tsx';
import { Empty } from '../ui/empty.tsx';
import { NameDialog } from '../ui/name-dialog.tsx';
import { SaveViewButton } from '../ui/stage/save-view-button.tsx';
import viewer from '../ui/stage/stage.module.css';
import { Time } from '../ui/time.tsx';
import { useCopyLink } from '../ui/use-copy-link.ts';
import type { SceneContent } from './content.ts';
import { addView, changeObject, isView, removeObject, type Scene, type View3d, type ViewObject } from './queries.ts';
import classes from './scenes.module.css';
import type { SceneSpace } from './use-scene-space.ts';

const route = getRouteApi('/twins/$twinId/scenes/$sceneId');

interface PanelProps {
  readonly content: SceneContent;
  readonly space: SceneSpace;
  readonly mayWrite: boolean;
}

/** Cameras that were kept in the scene. */
export function ViewsPanel({ content: { scene, views }, space, mayWrite }: PanelProps) {
  const [taken, take] = useState<View3d>();
  const save = (camera: View3d) => async (name: string) => {
    for (const view of (await addView(scene, name, camera)).filter(isView)) space.openView(view);
  };
  return (
    <div className={`${viewer.scroll} ${viewer.pad}`}>
      {mayWrite && <SaveViewButton take={space.camera && (() => take(space.camera?.()))} />}
      {views.length === 0 ? (
        <Empty
          icon={IconCamera}
          title="No views yet"
          text={
            mayWrite
              ? 'Turn the scene until it shows what matters: then save the view to come back to it, or to show it to others.'
              : 'Nobody has saved one.'
          }
        />
      ) : (
        <ul className={classes.list}>
          {views.map((view) => (
            <ViewRow key={view.id} {...{ scene, view, mayWrite }} onOpen={() => space.openView(view)} />
          ))}
        </ul>
      )}
      {taken && (
        <NameDialog
          title="Save this view"
          verb="Save"
          initial=""
          save={save(taken)}
          stale={[['scene', scene.id]]}
          onClose={() => take(undefined)}
        />
      )}
    </div>
  );
}

interface RowProps {
  readonly scene: Scene;
  readonly view: ViewObject;
  readonly mayWrite: boolean;
}

function ViewRow({ onOpen, ...props }: RowProps & { readonly onOpen: () => void }) {
  const { view, scene } = props;
  const name = nameOf(view);
  const open = route.useSearch().view === view.id;
  const [renaming, rename] = useDisclosure(false);
  return (
    <li className={classes.row} data-open={open || undefined}>
      <div className={classes.about}>
        <UnstyledButton fz="sm" fw={500} w="100%" aria-label={`Open ${name}`} aria-current={open} onClick={onOpen}>
          {name}
        </UnstyledButton>
        <Text size="xs" c="dimmed">
          <Time iso={view.creationTime} />
        </Text>
      </div>
      <ViewMenu {...props} onRename={rename.open} />
      {renaming && (
        <NameDialog
          title={`Rename ${name}`}
          verb="Rename"
          initial={view.displayName ?? ''}
          save={(displayName) => changeObject(scene, view.id, { displayName })}
          stale={[['scene', scene.id]]}
          onClose={rename.close}
        />
      )}
    </li>
  );
}

const nameOf = ({ displayName }: ViewObject): string => displayName ?? 'Without a name';

function ViewMenu({ scene, view, mayWrite, onRename }: RowProps & { readonly onRename: () => void }) {
  const name = nameOf(view);
  const copyLink = useCopyLink();
  const copy = () =>
    copyLink(
      `${window.location.origin}${window.location.pathname}?view=${view.id}`,
      'The link is copied. Who has access to the twin can open it.',
    );
  const remove = useChange({
    run: () => removeObject(scene, view.id),
    stale: [['scene', scene.id]],
    says: () => `${name} is deleted.`,
  });
  const ask = () =>
    confirm({
      title: `Delete ${name}?`,
      text: 'Links to it will show the whole scene. The scene stays as it is.',
      verb: 'Delete view',
      onConfirm: () => remove.mutate(),
    });
  return (
    <ActionsMenu of={name} small>
      <Menu.Item leftSection={<IconLink size={15} />} onClick={copy}>
        Copy the link
      </Menu.Item>
      {mayWrite && (
        <>
          <Menu.Item leftSection={<IconPencil size={15} />} onClick={onRename}>
            Rename
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={ask}>
            Delete
          </Menu.Item>
        </>
      )}
    </ActionsMenu>
  );
}
